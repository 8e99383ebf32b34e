import { requestDocumentCodes, type JourneyDefView, type Lang } from '@wasl/contracts';

import { inLang } from '../reference/index.ts';
import { dayText, isJourneyOpen } from './journey-days.ts';
import type { JourneyRow } from './journeys.repository.ts';

/** A journey in the language; a setting whose code the wizard does not know is not shown. */
export function presentJourney(row: JourneyRow, lang: Lang, now: Date): JourneyDefView {
  return {
    id: row.id,
    title: inLang(lang, { fr: row.titleFr, en: row.titleEn, ar: row.titleAr, es: row.titleEs }),
    description: inLang(lang, {
      fr: row.descriptionFr,
      en: row.descriptionEn,
      ar: row.descriptionAr,
      es: row.descriptionEs,
    }),
    startDate: dayText(row.startDate),
    endDate: dayText(row.endDate),
    type: row.type,
    active: row.active,
    isOpen: isJourneyOpen(row, now),
    eligibilityConditionsDtos: row.conditions.map((condition) => ({
      condition: inLang(lang, {
        fr: condition.conditionFr,
        en: condition.conditionEn,
        ar: condition.conditionAr,
        es: condition.conditionEs,
      }),
    })),
    isCommentShown: row.isCommentShown,
    comment: inLang(lang, {
      fr: row.commentFr,
      en: row.commentEn,
      ar: row.commentAr,
      es: row.commentEs,
    }),
    isButtonShown: row.isButtonShown,
    buttonUrl: row.buttonUrl,
    journeyDefSettingDtos: row.settings.flatMap(({ code, mandatory }) => {
      const known = requestDocumentCodes.find((candidate) => candidate === code);
      return known === undefined ? [] : [{ name: { code: known }, mandatory }];
    }),
  };
}
