import { combineLists, useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { prefixChoices } from '../../../lib/format/dialling-prefixes.ts';
import type { Choice } from '../../../ui/form/index.ts';

export interface SignUpLists {
  readonly countries: readonly Choice[];
  readonly prefixes: readonly Choice[];
  readonly levels: readonly Choice[];
  readonly profiles: readonly Choice[];
  readonly areas: readonly Choice[];
}

/** Reference lists of the sign-up. @returns `lists`, null until all have loaded; `error` when one failed */
export function useSignUpLists() {
  const { choices, error, reload } = combineLists({
    countries: useReferenceChoices('PAYS'),
    levels: useReferenceChoices('NIVEAU_ETUDE'),
    profiles: useReferenceChoices('PROFIL'),
    areas: useReferenceChoices('SECTEUR_ACTIVITE'),
  });
  const lists: SignUpLists | null =
    choices === undefined ? null : { ...choices, prefixes: prefixChoices(choices.countries) };
  return { lists, error, reload };
}
