import { loadMessages } from '@wasl/contracts';

import { isLang } from '../lib/format/language.ts';
import type { Namespace } from './namespaces.ts';

type Catalogue = Record<string, unknown>;

// One small file per language and feature, so that a page loads only its own texts.
const catalogues = import.meta.glob<Catalogue>('./{fr,en,ar,es}/*.json', { import: 'default' });
const ofPlugins = import.meta.glob<Catalogue>('../plugins/*/words/{fr,en,ar,es}.json', {
  import: 'default',
});

/** The words of plugins: a plugin's name is its namespace. */
export const pluginNamespaces = [
  ...new Set(Object.keys(ofPlugins).map((file) => file.split('/')[2])),
] as Namespace[];

export const commonNamespaces = ['common', 'layout', 'words'] as const;

/** Loads the catalogue of one language and feature; a separate, cached file. */
export async function loadCatalogue(lang: string, namespace: string): Promise<Catalogue> {
  if (namespace === 'words' && isLang(lang)) return loadMessages(lang);
  const load =
    catalogues[`./${lang}/${namespace}.json`] ??
    ofPlugins[`../plugins/${namespace}/words/${lang}.json`];
  if (load === undefined) throw new Error(`No catalogue ${lang}/${namespace}`);
  return load();
}
