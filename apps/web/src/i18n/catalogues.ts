import { loadMessages } from '@wasl/contracts';

import { isLang } from '../lib/format/language.ts';

type Catalogue = Record<string, unknown>;

// One small file per language and feature: a page fetches its own words, in one language.
const catalogues = import.meta.glob<Catalogue>('./{fr,en,ar,es}/*.json', { import: 'default' });

/** The words that every page needs. */
export const commonNamespaces = ['common', 'layout', 'words'] as const;

/** The words of one language and feature: a file of its own, fetched once. */
export async function loadCatalogue(lang: string, namespace: string): Promise<Catalogue> {
  if (namespace === 'words' && isLang(lang)) return loadMessages(lang);
  const load = catalogues[`./${lang}/${namespace}.json`];
  if (load === undefined) throw new Error(`No catalogue ${lang}/${namespace}`);
  return load();
}
