import { loadMessages, type Lang } from '@wasl/contracts';
import i18next from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';

import { applyLanguage, isLang, preferredLanguage } from '../lib/language.ts';

type Catalogue = Record<string, unknown>;

// One small file per language and feature: a page fetches its own words, in one language.
const catalogues = import.meta.glob<Catalogue>('./{fr,en,ar,es}/*.json', { import: 'default' });

async function loadCatalogue(lang: string, namespace: string): Promise<Catalogue> {
  if (namespace === 'messages' && isLang(lang)) return loadMessages(lang);
  const load = catalogues[`./${lang}/${namespace}.json`];
  if (load === undefined) throw new Error(`No catalogue ${lang}/${namespace}`);
  return load();
}

/** Starts the translations in the preferred language, with the words every page needs. */
export async function startTranslations(): Promise<void> {
  const lang = preferredLanguage();
  applyLanguage(lang);
  await i18next
    .use(resourcesToBackend(loadCatalogue))
    .use(initReactI18next)
    .init({
      lng: lang,
      fallbackLng: false,
      ns: ['common', 'layout', 'messages'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      returnNull: false,
    });
}

/** Changes the language everywhere, at once and for the next visit. */
export async function changeLanguage(lang: Lang): Promise<void> {
  await i18next.changeLanguage(lang);
  applyLanguage(lang);
}
