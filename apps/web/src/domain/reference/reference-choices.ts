import type { Lang, ReferenceParent } from '@wasl/contracts';
import { useCallback, useMemo, useState } from 'react';

import { useLanguage } from '../../i18n/use-language.ts';
import { useEndpoint } from '../../lib/http/use-endpoint.ts';
import type { OtherNames } from '../../ui/form/choice-search.ts';

/** An item of a reference list as a choice; `parent` is the code of its place. */
export interface ReferenceChoice {
  readonly value: string;
  readonly label: string;
  readonly parent: string | null;
}

/** Lists sorted by name. Codes with the prefix `first` stay at the top: the country, and the portal's region. */
const alphabetical: Partial<Record<ReferenceParent, { readonly first: string | null }>> = {
  PAYS: { first: 'MA' },
  REGION: { first: null },
  PROVINCE: { first: '01.' },
  COMMUNE: { first: null },
  PRIME_TERRITORIALE: { first: '01.' },
  LOCALISATION_NORDEV: { first: null },
};

export function sortForLanguage<T extends Pick<ReferenceChoice, 'value' | 'label'>>(
  choices: readonly T[],
  list: ReferenceParent,
  lang: Lang,
): readonly T[] {
  const order = alphabetical[list];
  if (order === undefined) return choices;
  const { compare } = new Intl.Collator(lang);
  const isFirst = ({ value }: T) => Number(order.first !== null && value.startsWith(order.first));
  return [...choices].sort(
    (one, other) => isFirst(other) - isFirst(one) || compare(one.label, other.label),
  );
}

/** A reference list in the reader's language, as choices; undefined while loading. */
export function useReferenceChoices(list: ReferenceParent) {
  const lang = useLanguage();
  const { data, error, reload } = useEndpoint('paramsByParentI18n', { params: { parent: list } });
  const choices = useMemo(
    () =>
      data === undefined
        ? undefined
        : sortForLanguage(
            data.map((item): ReferenceChoice => ({
              value: item.code,
              label: item.libelle,
              parent: item.string_1,
            })),
            list,
            lang,
          ),
    [data, list, lang],
  );
  return { choices, error, reload };
}

type ReferenceList = ReturnType<typeof useReferenceChoices>;

/** Combines several lists: their choices once all are loaded, the first error, and a reload of all. */
export function combineLists<K extends string>(lists: Readonly<Record<K, ReferenceList>>) {
  const all = Object.values<ReferenceList>(lists);
  const entries = Object.entries<ReferenceList>(lists).map(([name, { choices }]) => [
    name,
    choices,
  ]);
  return {
    choices: all.every(({ choices }) => choices !== undefined)
      ? (Object.fromEntries(entries) as Record<K, readonly ReferenceChoice[]>)
      : undefined,
    error: all.find(({ error }) => error !== undefined)?.error,
    reload: () => Promise.all(all.map(({ reload }) => reload())),
  };
}

/**
 * Names of a list's items in every language, by code. They are loaded when a field of the list first receives the
 * focus.
 */
export function useOtherNames(list: ReferenceParent): OtherNames {
  const [isWanted, setWanted] = useState(false);
  const { data } = useEndpoint('paramsNames', isWanted ? { params: { parent: list } } : null, {
    isQuiet: true,
  });
  const fetch = useCallback(() => setWanted(true), []);
  return useMemo(() => {
    const names = new Map(data?.map((item) => [item.code, item.names]));
    return { fetch, of: (value) => names.get(value) ?? [] };
  }, [data, fetch]);
}
