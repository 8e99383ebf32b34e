import { annualOf, capexOf, type GeneralRuleSet } from '@wasl/premium';

import type { GeneralValues } from './general-values.ts';
import type { NordevValues } from './nordev-values.ts';

/** What a link to the NORDEV simulator takes along in the history entry that it makes: what both ask of a project. */
export interface Carried {
  readonly project: Partial<NordevValues>;
}

/** The project of a general form for NORDEV's. Payrolls are of a month here and of a year there. */
export function carriedFrom(values: GeneralValues, ruleSet: GeneralRuleSet): Carried {
  const capex = capexOf(values, ruleSet).dirhams;
  const text = (amount: number | null): string =>
    amount === null || amount === 0 ? '' : String(amount);
  return {
    project: {
      intituleProjet: values.intituleProjet,
      consistanceProjet: values.consistanceProjet,
      nombreEmploiStableCree: values.effectif,
      localisationProjet: values.localisationProjet,
      montantTotalInvestissement: text(capex),
      masseSalarialeTotale: text(annualOf(values.masseSalarialeTotale)),
      masseSalarialeFeminine: text(annualOf(values.masseSalarialeFeminine)),
    },
  };
}

/** Whether the history entry brings a project. */
export const isCarried = (state: unknown): state is Carried =>
  typeof state === 'object' && state !== null && 'project' in state;

/**
 * An empty form with the project that the history entry brings.
 * @param places codes that NORDEV knows: another place is chosen anew
 */
export function withCarried(
  empty: NordevValues,
  state: unknown,
  places: readonly string[],
): NordevValues {
  if (!isCarried(state)) return empty;
  const { localisationProjet: place, ...project } = state.project;
  const isKnown = typeof place === 'string' && places.includes(place);
  return { ...empty, ...project, ...(isKnown ? { localisationProjet: place } : {}) };
}
