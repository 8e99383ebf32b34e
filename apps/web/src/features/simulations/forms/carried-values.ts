import { annualOf, capexOf, type GeneralRuleSet } from '@wasl/premium';

import type { GeneralValues } from './general-values.ts';
import type { NordevValues } from './nordev-values.ts';

/** Project that a link to the NORDEV simulator stores in its history entry: the input common to both forms. */
export interface CarriedProject {
  readonly project: Partial<NordevValues>;
}

/** Converts a general form for NORDEV's. General payrolls are by month, NORDEV's by year. */
export function toCarriedProject(values: GeneralValues, ruleSet: GeneralRuleSet): CarriedProject {
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

export const isCarriedProject = (state: unknown): state is CarriedProject =>
  typeof state === 'object' && state !== null && 'project' in state;

/**
 * Fills an empty form with the project of the history entry.
 * @param places codes that NORDEV supports; another place is left empty
 */
export function applyCarriedProject(
  empty: NordevValues,
  state: unknown,
  places: readonly string[],
): NordevValues {
  if (!isCarriedProject(state)) return empty;
  const { localisationProjet: place, ...project } = state.project;
  const isKnown = typeof place === 'string' && places.includes(place);
  return { ...empty, ...project, ...(isKnown ? { localisationProjet: place } : {}) };
}
