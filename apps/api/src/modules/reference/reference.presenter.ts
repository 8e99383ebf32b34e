import type { CodeLibelle, Lang, ReferenceItemView, ReferenceNamesView } from '@wasl/contracts';

import { wordsIn } from '../../platform/i18n/four-columns.ts';

/** An item's words: French always, the other languages where translated. */
export interface Labelled {
  readonly code: string;
  readonly libelleFr: string;
  readonly libelleEn: string | null;
  readonly libelleAr: string | null;
  readonly libelleEs: string | null;
}

export interface DescribedItem extends Labelled {
  readonly id: number;
  readonly string_1: string | null;
  readonly descriptionFr: string | null;
  readonly descriptionEn: string | null;
  readonly descriptionAr: string | null;
  readonly descriptionEs: string | null;
}

/** The text of the language; French where there is no translation. */
export function inLang<F extends string | null>(
  lang: Lang,
  texts: { fr: F; en: string | null; ar: string | null; es: string | null },
): F | string {
  return texts[lang] ?? texts.fr;
}

/** An item's label in the language. */
export function labelOf(item: Omit<Labelled, 'code'>, lang: Lang): string {
  return inLang(lang, wordsIn('libelle', item));
}

/** An item as other records name it: `{code, libelle}`. */
export function presentCodeLibelle(item: Labelled, lang: Lang): CodeLibelle {
  return { code: item.code, libelle: labelOf(item, lang) };
}

/** An item as its list shows it. */
export function presentItem(item: DescribedItem, lang: Lang): ReferenceItemView {
  return {
    id: item.id,
    code: item.code,
    libelle: labelOf(item, lang),
    description: inLang(lang, wordsIn('description', item)),
    string_1: item.string_1,
  };
}

/** The labels of an item, each once. */
export function namesOf(item: Labelled): string[] {
  const { libelleFr, libelleEn, libelleAr, libelleEs } = item;
  const names = [libelleFr, libelleEn, libelleAr, libelleEs].filter((name) => name !== null);
  return [...new Set(names)];
}

/** What an item is called: its labels, then its other usual names, each once. */
export function presentNames(item: Labelled, others: readonly string[]): ReferenceNamesView {
  return { code: item.code, names: [...new Set([...namesOf(item), ...others])] };
}
