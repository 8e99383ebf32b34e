import fs from 'node:fs';
import path from 'node:path';

import { type Catalogue, type Language, LANGUAGES } from './catalogues.ts';
import { isQuoted } from './specification-words.ts';
import { spacingFaults } from './spacing.ts';
import { termFaults } from './terms.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Labels of a reference data file in a language, by their path. */
function labelsIn(value: Json, language: Language, place: string, into: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    const label = (value as Record<string, Json>)[language];
    if (typeof label === 'string') into.set(place, label);
  }
  for (const [key, inner] of Object.entries<Json>(value)) {
    if (typeof inner === 'string' && /^(?:title|description)$/.test(key) && language === 'fr')
      into.set(place === '' ? key : `${place}.${key}`, inner);
    labelsIn(inner, language, place === '' ? key : `${place}.${key}`, into);
  }
}

/** The reference data that ship with the product, one catalogue for each file. */
export function readReferenceWords(root: string): Catalogue[] {
  const folder = 'prisma/seed/reference';
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const value = JSON.parse(fs.readFileSync(path.join(root, folder, name), 'utf8')) as Json;
      const words = LANGUAGES.map((language) => {
        const found = new Map<string, string>();
        labelsIn(value, language, '', found);
        return [language, found] as const;
      });
      return {
        name: path.join(folder, name),
        namespace: path.basename(name, '.json'),
        isNamedByLastPart: false,
        words: Object.fromEntries(words) as Catalogue['words'],
      };
    });
}

/**
 * Faults in the style of texts: spaces, punctuation, and obsolete terms. French messages that the specification quotes
 * stay verbatim.
 */
export function wordingFaults(catalogues: readonly Catalogue[]): string[] {
  return catalogues.flatMap(({ name, namespace, words }) =>
    LANGUAGES.flatMap((language) =>
      [...words[language]].flatMap(([key, text]) => {
        if (language === 'fr' && isQuoted(text)) return [];
        return [
          ...spacingFaults(language, text),
          ...termFaults(language, `${namespace}:${key}`, text),
        ].map((fault) => `${name} [${language}]: "${key}" ${fault}`);
      }),
    ),
  );
}
