import { TextInput } from '@mantine/core';
import { asciiDigits } from '@wasl/contracts/characters';
import type { ReactNode } from 'react';

import { countFilters, type RequestFilter } from './request-filter.ts';
import { useAddressDraft } from '../../lib/routing/use-address-draft.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { ltrControl } from '../../ui/form/direction.ts';

/** Filters common to all lists of requests. The search starts with the Search button. */
export function RequestFilterBar<F extends RequestFilter>({
  words,
  filter,
  noFilter,
  isFolding,
  startsOpen,
  onSearch,
  children,
}: {
  readonly words: {
    readonly label: string;
    readonly number: string;
    readonly from: string;
    readonly to: string;
  };
  readonly filter: F;
  /** Filter that Reset restores. */
  readonly noFilter: F;
  /** False when the page folds the bar itself (ui/filter-bar.tsx). */
  readonly isFolding?: boolean;
  /** A press on the page has asked for the filters (ui/filter-bar.tsx). */
  readonly startsOpen?: boolean;
  readonly onSearch: (filter: F) => void;
  /** Additional fields of this list, after the number; they read and change the draft. */
  readonly children?: (draft: F, change: (members: Partial<F>) => void) => ReactNode;
}) {
  const { draft, edit, sent } = useAddressDraft(filter);
  const send = (next: F) => {
    sent(next);
    onSearch(next);
  };
  const change = (members: Partial<F>) => edit({ ...draft, ...members });
  return (
    <FilterBar
      label={words.label}
      active={countFilters(filter)}
      {...(isFolding === undefined ? {} : { isFolding })}
      {...(startsOpen === undefined ? {} : { startsOpen })}
      onSearch={() => send({ ...draft, number: asciiDigits(draft.number).trim() })}
      onReset={() => send(noFilter)}
    >
      <TextInput
        label={words.number}
        value={draft.number}
        maxLength={40}
        {...ltrControl}
        onChange={(event) => edit({ ...draft, number: event.currentTarget.value })}
      />
      {children?.(draft, change)}
      <DateField
        label={words.from}
        value={draft.from}
        max={draft.to ?? undefined}
        onChange={(from) => edit({ ...draft, from })}
      />
      <DateField
        label={words.to}
        value={draft.to}
        min={draft.from ?? undefined}
        onChange={(to) => edit({ ...draft, to })}
      />
    </FilterBar>
  );
}
