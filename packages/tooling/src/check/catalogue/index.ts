import { readCatalogues } from './catalogues.ts';
import { compareLanguages } from './compare.ts';
import { readMentions, unknownKeys, unusedKeys } from './usage.ts';
import { readReferenceWords, wordingFaults } from './wording.ts';

/**
 * Keys that the code puts together at run time in a way that no literal shows. Keep it short: a
 * template literal with its fixed beginning (`status.${code}`) needs no line here.
 */
const DYNAMIC_PREFIXES: readonly string[] = [
  // Read by the build, for the manifest of the app that can be installed.
  'offline:app.',
];

/** Checks all catalogues of a checkout; one sentence per fault. */
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
