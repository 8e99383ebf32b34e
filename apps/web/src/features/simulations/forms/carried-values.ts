import { annualOf, capexOf, type GeneralRuleSet } from '@wasl/premium';
import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

import type { GeneralValues } from './general-values.ts';
import type { NordevValues } from './nordev-values.ts';

/** Project that a link to a simulator stores in its history entry, under the names of NORDEV's form. */
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

const isCarriedProject = (state: unknown): state is CarriedProject =>
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

/** The general form with the number of jobs of the history entry; its investment has many parts. */
export function applyCarriedJobs(empty: GeneralValues, state: unknown): GeneralValues {
  const jobs = isCarriedProject(state) ? state.project.nombreEmploiStableCree : undefined;
  return jobs === undefined ? empty : { ...empty, effectif: jobs };
}

/** The empty form, or filled by the link that led here. @param apply fills it with the state of the history entry */
export function useCarried<V>(apply: (state: unknown) => V): { empty: V; isCarried: boolean } {
  const { state } = useLocation() as { state: unknown };
  // A reload of the entry must show what was computed since, so only a new navigation uses the link's project.
  const isLink = useNavigationType() === NavigationType.Push;
  const [empty] = useState(() => apply(state));
  return { empty, isCarried: isLink && isCarriedProject(state) };
}
