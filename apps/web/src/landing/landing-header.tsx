import type { Lang } from '@wasl/contracts';
import { useEffect, useRef } from 'react';

import { Logo } from '../ui/logo.tsx';
import { storeLanguage, languageNames, languages } from '../lib/format/language.ts';
import frame from '../theme/frame.module.css';
import styles from './landing.module.css';
import { LanguageOffer } from './language-offer.tsx';
import { NewVersion } from './new-version.tsx';
import type { Translate } from './landing-texts.ts';

export function LandingHeader({ lang, t }: { lang: Lang; t: Translate }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const box = menu.current;
      if (box === null) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (isEscape || (event.type === 'click' && !box.contains(event.target as Node))) {
        box.open = false;
      }
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  return (
    <>
      <LanguageOffer lang={lang} />
      <NewVersion t={t} />
      <header className={styles['header']}>
        <a className={`${frame['brand'] ?? ''} ${styles['brand'] ?? ''}`} href={`/landing/${lang}`}>
          <Logo size={36} />
          <span>Wasl</span>
          <span lang="ar">وصل</span>
        </a>
        <details ref={menu} className={styles['languages']}>
          <summary aria-label={t('header.language', { name: languageNames[lang] })}>
            {languageNames[lang]}
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
              <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.8" />
            </svg>
          </summary>
          <ul>
            {languages.map((choice) => (
              <li key={choice}>
                <a
                  onClick={() => storeLanguage(choice)}
                  href={`/landing/${choice}`}
                  lang={choice}
                  hrefLang={choice}
                  aria-current={choice === lang ? 'true' : undefined}
                >
                  {languageNames[choice]}
                </a>
              </li>
            ))}
          </ul>
        </details>
        <a className={styles['enter']} href="#sign-in">
          {t('header.signIn')}
        </a>
      </header>
    </>
  );
}
