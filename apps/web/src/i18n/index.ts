import type { Lang } from '@wasl/contracts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

import { applyLanguage, storeLanguage, preferredLanguage } from '../lib/format/language.ts';
import { retryUntilLoaded } from '../lib/http/load-chunks.ts';
import { commonNamespaces, loadCatalogue } from './catalogues.ts';

/** Starts the translations with the catalogues that every page needs. */
export async function startTranslations(lang = preferredLanguage()): Promise<void> {
  applyLanguage(lang);
  // Before React's own listener, so that what it then reads from the server is in the new language.
  i18next.on('languageChanged', (to) => applyLanguage(to as Lang));
  await i18next
    // By default i18next never retries a failed catalogue, and the page shows its keys.
    .use({
      type: 'backend',
      callbackApi: false,
      read: (lang: string, namespace: string) =>
        retryUntilLoaded(() => loadCatalogue(lang, namespace)),
    })
    .use(initReactI18next)
    .init({
      lng: lang,
      fallbackLng: false,
      ns: [...commonNamespaces],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      returnNull: false,
    });
}

/** Shows the page in a language without storing it for the next visit. */
export async function showLanguage(lang: Lang): Promise<void> {
  await i18next.changeLanguage(lang);
}

/** Changes the language now and for the next visit. */
export async function changeLanguage(lang: Lang): Promise<void> {
  await showLanguage(lang);
  storeLanguage(lang);
}
