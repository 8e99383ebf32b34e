import { allLists, useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { prefixChoices } from '../../../lib/format/dialling-prefixes.ts';
import type { Choice } from '../../../ui/form/index.ts';

/** What the fields of the sign-up are chosen from. */
export interface SignUpLists {
  readonly countries: readonly Choice[];
  readonly prefixes: readonly Choice[];
  readonly levels: readonly Choice[];
  readonly profiles: readonly Choice[];
  readonly areas: readonly Choice[];
}

/** The reference lists of the sign-up; `lists` is null until all have come, `error` when one cannot be had. */
export function useSignUpLists() {
  const { choices, error, reload } = allLists({
    countries: useReferenceChoices('PAYS'),
    levels: useReferenceChoices('NIVEAU_ETUDE'),
    profiles: useReferenceChoices('PROFIL'),
    areas: useReferenceChoices('SECTEUR_ACTIVITE'),
  });
  const lists: SignUpLists | null =
    choices === undefined ? null : { ...choices, prefixes: prefixChoices(choices.countries) };
  return { lists, error, reload };
}
