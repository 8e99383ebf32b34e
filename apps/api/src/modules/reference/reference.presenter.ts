import type { CodeLibelle, Lang, ReferenceItemView, ReferenceNamesView } from '@wasl/contracts';

import { localized } from '../../platform/i18n/localized.ts';
import { inLang, labelOf, type Labelled } from '../../platform/i18n/in-lang.ts';

export interface DescribedItem extends Labelled {
  readonly id: number;
  readonly string_1: string | null;
  readonly descriptionFr: string | null;
  readonly descriptionEn: string | null;
  readonly descriptionAr: string | null;
  readonly descriptionEs: string | null;
}

/** An item in other records: `{code, libelle}`. */
export function presentCodeLibelle(item: Labelled, lang: Lang): CodeLibelle {
  return { code: item.code, libelle: labelOf(item, lang) };
}

export function presentItem(item: DescribedItem, lang: Lang): ReferenceItemView {
  return {
    id: item.id,
    code: item.code,
    libelle: labelOf(item, lang),
    description: inLang(lang, localized('description', item)),
    string_1: item.string_1,
  };
}

export function namesOf(item: Labelled): string[] {
  const { libelleFr, libelleEn, libelleAr, libelleEs } = item;
  const names = [libelleFr, libelleEn, libelleAr, libelleEs].filter((name) => name !== null);
  return [...new Set(names)];
}

/** The distinct names of an item: its labels, then its other usual names. */
export function presentNames(item: Labelled, others: readonly string[]): ReferenceNamesView {
  return { code: item.code, names: [...new Set([...namesOf(item), ...others])] };
}
