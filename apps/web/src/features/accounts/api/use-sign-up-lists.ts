import { useMemo } from 'react';

import { prefixChoices } from '../../../lib/dialling-prefixes.ts';
import { useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import type { Choice } from '../../../ui/form/index.ts';

/** What the fields of the sign-up are chosen from. */
export interface SignUpLists {
  readonly countries: readonly Choice[];
  readonly prefixes: readonly Choice[];
  readonly levels: readonly Choice[];
  readonly profiles: readonly Choice[];
  readonly areas: readonly Choice[];
}

const plain = (choices: readonly Choice[]) => choices.map(({ value, label }) => ({ value, label }));

/** The reference lists of the sign-up; `lists` is null until all have come, `error` when one cannot be had. */
export function useSignUpLists() {
  const countries = useReferenceChoices('PAYS');
  const levels = useReferenceChoices('NIVEAU_ETUDE');
  const profiles = useReferenceChoices('PROFIL');
  const areas = useReferenceChoices('SECTEUR_ACTIVITE');
  const lists = useMemo((): SignUpLists | null => {
    if (!countries.choices || !levels.choices || !profiles.choices || !areas.choices) return null;
    return {
      countries: plain(countries.choices),
      prefixes: prefixChoices(countries.choices),
      levels: plain(levels.choices),
      profiles: plain(profiles.choices),
      areas: plain(areas.choices),
    };
  }, [countries.choices, levels.choices, profiles.choices, areas.choices]);
  const all = [countries, levels, profiles, areas];
  return {
    lists,
    error: all.find(({ error }) => error !== undefined)?.error,
    reload: () => Promise.all(all.map(({ reload }) => reload())),
  };
}
