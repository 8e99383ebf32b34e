import { loadMessages, type Lang } from '@wasl/contracts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

import { applyLanguage, isLang, storeLanguage } from '../lib/format/language.ts';
import { retryUntilLoaded } from '../lib/http/load-chunks.ts';

type Catalogue = Record<string, unknown>;

/** The texts of these pages and of the shared components in them. The build joins those of a language. */
const catalogues = import.meta.glob<Catalogue>(
  [
    './words/{fr,en,ar,es}.json',
    '../i18n/{fr,en,ar,es}/{accounts,common,layout,profile,second-factor,worklist}.json',
  ],
  { import: 'default' },
);

async function loadCatalogue(lang: string, namespace: string): Promise<Catalogue> {
  if (namespace === 'words' && isLang(lang)) return loadMessages(lang);
  const load =
    namespace === 'administration'
      ? catalogues[`./words/${lang}.json`]
      : catalogues[`../i18n/${lang}/${namespace}.json`];
  if (load === undefined) throw new Error(`No catalogue ${lang}/${namespace}`);
  return load();
}

export async function startTranslations(lang: Lang): Promise<void> {
  applyLanguage(lang);
  // Before React's own listener, so that what it then reads from the server is in the new language.
  i18next.on('languageChanged', (to) => applyLanguage(to as Lang));
  await i18next
    .use({
      type: 'backend',
      callbackApi: false,
      read: (of: string, namespace: string) => retryUntilLoaded(() => loadCatalogue(of, namespace)),
    })
    .use(initReactI18next)
    .init({
      lng: lang,
      fallbackLng: false,
      ns: [
        'common',
        'layout',
        'words',
        'accounts',
        'profile',
        'second-factor',
        'worklist',
        'administration',
      ],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

/** Changes the language now and for the next visit. */
export async function changeLanguage(lang: Lang): Promise<void> {
  await i18next.changeLanguage(lang);
  storeLanguage(lang);
}
