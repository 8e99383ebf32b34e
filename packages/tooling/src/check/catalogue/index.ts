import { readCatalogues } from './catalogues.ts';
import { compareLanguages } from './compare.ts';
import { readMentions, unknownKeys, unusedKeys } from './usage.ts';
import { readReferenceWords, wordingFaults } from './wording.ts';

/**
 * Keys that the code builds at run time without a recognisable literal. Keep the list short: a template literal with a
 * fixed beginning (`status.${code}`) needs no entry.
 */
const DYNAMIC_PREFIXES: readonly string[] = [
  // Used by the build, for the manifest of the installable app.
  'offline:app.',
];

/** Checks all catalogues of a checkout. Returns one sentence per fault. */
export async function catalogueFaults(root: string): Promise<string[]> {
  const catalogues = await readCatalogues(root);
  const mentions = readMentions(root);
  return [
    ...catalogues.flatMap((catalogue) => compareLanguages(catalogue)),
    ...catalogues.flatMap((catalogue) => unusedKeys(catalogue, mentions, DYNAMIC_PREFIXES)),
    ...unknownKeys(catalogues, mentions),
    ...wordingFaults([...catalogues, ...readReferenceWords(root)]),
  ];
}
