import type { Lang } from '@wasl/contracts';

import { placeKey } from '../reference/index.ts';

/** Words for codes in the languages of the portal, without case and accents. */
const spoken: Readonly<Record<string, readonly string[]>> = {
  FEMININ: [
    'f',
    'femme',
    'féminin',
    'female',
    'woman',
    'femenino',
    'mujer',
    'أنثى',
    'انثى',
    'امرأة',
  ],
  MASCULIN: ['h', 'homme', 'masculin', 'male', 'man', 'masculino', 'hombre', 'ذكر', 'رجل'],
  particulier: ['particulier', 'individu', 'individual', 'particular', 'فرد'],
  entreprise: ['entreprise', 'société', 'company', 'business', 'empresa', 'مقاولة', 'شركة'],
  MA: ['marocain', 'marocaine', 'moroccan', 'marroquí', 'مغربي', 'مغربية'],
};
const byWord = new Map(
  Object.entries(spoken).flatMap(([code, words]) =>
    words.map((word) => [placeKey(word), code] as const),
  ),
);

/**
 * Returns the code of a word; undefined for an unknown word.
 * @param lang the reader's: `M` is a man in French and English, and a woman (`mujer`) in a Spanish `H/M`
 */
export function codeOfWord(text: string, lang: Lang): string | undefined {
  const key = placeKey(text);
  if (key === 'm') return lang === 'es' ? undefined : 'MASCULIN';
  return byWord.get(key);
}
