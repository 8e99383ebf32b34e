import type { Lang } from '@wasl/contracts';

import { directionOf, languageOffers, storeLanguage } from '../lib/format/language.ts';
import styles from './landing.module.css';

const offers = Object.entries(languageOffers) as [keyof typeof languageOffers, string][];

/** On a first visit in French, offers the browser's language: the one in `data-offer`, which public/boot.js sets. */
export function LanguageOffer({ lang }: { lang: Lang }) {
  if (lang !== 'fr') return null;
  return offers.map(([offered, text]) => (
    <p key={offered} className={styles['offer']} lang={offered} dir={directionOf(offered)}>
      <a href={`/landing/${offered}`} hrefLang={offered} onClick={() => storeLanguage(offered)}>
        {text}
      </a>
    </p>
  ));
}
