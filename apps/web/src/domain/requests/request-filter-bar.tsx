import { TextInput } from '@mantine/core';
import { asciiDigits } from '@wasl/contracts/characters';
import { type ReactNode, useState } from 'react';

import { countFilters, type RequestFilter } from './request-filter.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { ltrControl } from '../../ui/form/direction.ts';

/** Filters common to all lists of requests. The search starts with the Search button. */
export function RequestFilterBar<F extends RequestFilter>({
  words,
  filter,
  noFilter,
  isFolding,
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
  readonly onSearch: (filter: F) => void;
  /** Additional fields of this list, after the number; they read and change the draft. */
  readonly children?: (draft: F, change: (members: Partial<F>) => void) => ReactNode;
}) {
  const [draft, setDraft] = useState(filter);
  const [seen, setSeen] = useState(filter);
  // The address changed without this bar: a tab, the back button, "show all".
  if (JSON.stringify(seen) !== JSON.stringify(filter)) {
    setSeen(filter);
    setDraft(filter);
  }
  const change = (members: Partial<F>) => setDraft((now) => ({ ...now, ...members }));
  return (
    <FilterBar
      label={words.label}
      active={countFilters(filter)}
      {...(isFolding === undefined ? {} : { isFolding })}
      onSearch={() => onSearch({ ...draft, number: asciiDigits(draft.number).trim() })}
      onReset={() => {
        setDraft(noFilter);
        onSearch(noFilter);
      }}
    >
      <TextInput
        label={words.number}
        value={draft.number}
        maxLength={40}
        {...ltrControl}
        onChange={(event) => {
          const number = event.currentTarget.value;
          setDraft((now) => ({ ...now, number }));
        }}
      />
      {children?.(draft, change)}
      <DateField
        label={words.from}
        value={draft.from}
        max={draft.to ?? undefined}
        onChange={(from) => setDraft((now) => ({ ...now, from }))}
      />
      <DateField
        label={words.to}
        value={draft.to}
        min={draft.from ?? undefined}
        onChange={(to) => setDraft((now) => ({ ...now, to }))}
      />
    </FilterBar>
  );
}
