/** Name columns of an organisation, for the queries of every module that names it. */
export const nameColumns = {
  title: true,
  titleEn: true,
  titleAr: true,
  titleEs: true,
} as const;

/** The same of `partners as p` in a Kysely statement. */
export const partnerName = [
  'p.title',
  'p.title_en as titleEn',
  'p.title_ar as titleAr',
  'p.title_es as titleEs',
] as const;
