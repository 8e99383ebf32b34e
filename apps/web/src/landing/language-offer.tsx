import { useSyncExternalStore } from 'react';

import {
  directionOf,
  storeLanguage,
  languageOffers,
  offeredLanguage,
} from '../lib/format/language.ts';
import styles from './landing.module.css';

const never = () => () => undefined;

/** On a first visit in French, offers the browser's language. */
export function LanguageOffer() {
  const lang = useSyncExternalStore(never, offeredLanguage, () => null);
  if (lang === null) return null;
  return (
    <p className={styles['offer']} lang={lang} dir={directionOf(lang)}>
      <a href={`/landing/${lang}`} hrefLang={lang} onClick={() => storeLanguage(lang)}>
        {languageOffers[lang]}
      </a>
    </p>
  );
}
