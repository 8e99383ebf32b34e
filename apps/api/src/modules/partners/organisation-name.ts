import type { Lang } from '@wasl/contracts';

import { inLang } from '../reference/index.ts';

/** What an organisation is called, for the queries of every module that names one. */
export const nameColumns = {
  title: true,
  titleEn: true,
  titleAr: true,
  titleEs: true,
} as const;

/** The same of `partners as p`, in a statement that is built. */
export const partnerName = [
  'p.title',
  'p.title_en as titleEn',
  'p.title_ar as titleAr',
  'p.title_es as titleEs',
] as const;

/** French always, the other languages where the reference data have them. */
export interface OrganisationName {
  readonly title: string;
  readonly titleEn: string | null;
  readonly titleAr: string | null;
  readonly titleEs: string | null;
}

/** What the organisation is called in the language; its French name where it has no other. */
export function nameOf(row: OrganisationName, lang: Lang): string {
  return inLang(lang, { fr: row.title, en: row.titleEn, ar: row.titleAr, es: row.titleEs });
}
