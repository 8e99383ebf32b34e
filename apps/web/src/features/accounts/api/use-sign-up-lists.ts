import { combineLists, useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { prefixChoices } from '../../../lib/format/dialling-prefixes.ts';
import type { Choice } from '../../../ui/form/index.ts';

/** Lists of the first step, which every sign-up shows. */
export interface SignUpLists {
  readonly countries: readonly Choice[];
  readonly prefixes: readonly Choice[];
  readonly levels: readonly Choice[];
}

/** Lists of the first step. @returns `lists`, null until all have loaded; `error` when one failed */
export function useSignUpLists() {
  const { choices, error, reload } = combineLists({
    countries: useReferenceChoices('PAYS'),
    levels: useReferenceChoices('NIVEAU_ETUDE'),
  });
  const lists: SignUpLists | null =
    choices === undefined ? null : { ...choices, prefixes: prefixChoices(choices.countries) };
  return { lists, error, reload };
}
