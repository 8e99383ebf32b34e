import { requestDocumentCodes, type JourneyDefView, type Lang } from '@wasl/contracts';

import { localized } from '../../platform/i18n/localized.ts';
import { inLang } from '../reference/index.ts';
import { dayText, isJourneyOpen } from './journey-days.ts';
import type { JourneyRow } from './journeys.repository.ts';
import { presentQuestion } from './rules/questions.ts';

/** A journey in the language. Settings whose document type no longer exists are omitted. */
export function presentJourney(row: JourneyRow, lang: Lang, now: Date): JourneyDefView {
  return {
    id: row.id,
    title: inLang(lang, localized('title', row)),
    description: inLang(lang, localized('description', row)),
    startDate: dayText(row.startDate),
    endDate: dayText(row.endDate),
    type: row.type,
    active: row.active,
    isOpen: isJourneyOpen(row, now),
    eligibilityConditionsDtos: row.conditions.map((condition) => ({
      condition: inLang(lang, localized('condition', condition)),
    })),
    isCommentShown: row.isCommentShown,
    comment: inLang(lang, localized('comment', row)),
    isButtonShown: row.isButtonShown,
    buttonUrl: row.buttonUrl,
    journeyDefSettingDtos: row.settings.flatMap(({ code, mandatory, ...label }) => {
      const libelle = inLang(lang, localized('libelle', label));
      const isKnown = libelle !== null || requestDocumentCodes.some((known) => known === code);
      return isKnown ? [{ name: { code, libelle: libelle ?? code }, mandatory }] : [];
    }),
    questions: row.questions.map((question) => presentQuestion(question, lang)),
  };
}
