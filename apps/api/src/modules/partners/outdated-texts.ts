import { textsOf, translatedLangs, type TranslatedLang } from '@wasl/contracts';

import type { PartnerChanges, PartnerRow } from './partners.repository.ts';

/**
 * The languages whose texts are outdated by an update: the French texts changed, and theirs were neither changed nor
 * confirmed.
 */
export function outdatedAfter(
  current: PartnerRow,
  data: PartnerChanges,
  confirmed: readonly TranslatedLang[],
): TranslatedLang[] {
  const isFrenchChanged = textsOf.fr.some((text) => current[text] !== data[text]);
  return translatedLangs.filter((lang) => {
    const texts = textsOf[lang].map((text) => {
      const { [text]: after = current[text] } = data;
      return { before: current[text], after };
    });
    const isThere = texts.some(({ after }) => after !== null);
    const isEdited = texts.some(({ before, after }) => before !== after);
    const isDoubtful = isFrenchChanged || current.outdatedLangs.includes(lang);
    return isThere && isDoubtful && !isEdited && !confirmed.includes(lang);
  });
}
