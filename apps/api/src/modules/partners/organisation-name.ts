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
