/** French is always present, the other languages where translated. */
export interface LocalizedText {
  readonly fr: string;
  readonly en: string | null;
  readonly ar: string | null;
  readonly es: string | null;
}

type ColumnOf<N extends string> = `${N}${'Fr' | 'En' | 'Ar' | 'Es'}`;

/** The words of a row with one column for each language: `titleFr`, `titleEn`, `titleAr` and `titleEs` for `title`. */
export function localized<N extends string, R extends Record<ColumnOf<N>, string | null>>(
  name: N,
  row: R,
) {
  return {
    fr: row[`${name}Fr` as const],
    en: row[`${name}En` as const],
    ar: row[`${name}Ar` as const],
    es: row[`${name}Es` as const],
  };
}

/** The columns with these words, for a write. */
export function intoColumns<N extends string, F, V>(
  name: N,
  words: { readonly fr: F; readonly en: V; readonly ar: V; readonly es: V },
) {
  return {
    [`${name}Fr`]: words.fr,
    [`${name}En`]: words.en,
    [`${name}Ar`]: words.ar,
    [`${name}Es`]: words.es,
  } as Record<`${N}Fr`, F> & Record<`${N}${'En' | 'Ar' | 'Es'}`, V>;
}

/** The same columns in a `select`. */
export const localizedSelect = <N extends string>(name: N) =>
  intoColumns(name, { fr: true, en: true, ar: true, es: true } as const);

/** Values for a row without words. */
export const noWords = { fr: null, en: null, ar: null, es: null } as const;
