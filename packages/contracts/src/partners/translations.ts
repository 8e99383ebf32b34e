import { z } from 'zod';

import { listedName } from '../wire/names.ts';
import { paragraph, v } from '../wire/text.ts';
import { clearable } from './contact.ts';

/** Languages of an organisation's texts other than French. */
export const translatedLangs = ['en', 'ar', 'es'] as const;
export type TranslatedLang = (typeof translatedLangs)[number];

export const organisationTitle = listedName(150);
export const organisationDescription = paragraph(2000);

/** Text members of an organisation by language. */
export const textsOf = {
  fr: ['title', 'description'],
  en: ['titleEn', 'descriptionEn'],
  ar: ['titleAr', 'descriptionAr'],
  es: ['titleEs', 'descriptionEs'],
} as const;
export const translatedTexts = translatedLangs.flatMap((lang) => textsOf[lang]);
export type TranslatedText = (typeof textsOf)[TranslatedLang][number];

const title = clearable(organisationTitle);
const description = clearable(organisationDescription);
const lang = z.enum(translatedLangs, { error: v('unknownCode') });

/** Translations that a responsable may write; each is optional. */
export const organisationTranslations = {
  titleEn: title,
  descriptionEn: description,
  titleAr: title,
  descriptionAr: description,
  titleEs: title,
  descriptionEs: description,
  /** Languages whose texts are still correct after a change of the French ones. */
  confirmed: z.array(lang).max(3, v('tooMany')).optional(),
} as const;

const text = z.string().nullable();
export const organisationTranslationsView = z.object({
  titleEn: text,
  descriptionEn: text,
  titleAr: text,
  descriptionAr: text,
  titleEs: text,
  descriptionEs: text,
  /** Languages whose texts may be outdated: the French text changed after they were written or confirmed. */
  outdated: z.array(z.enum(translatedLangs)),
});
