import { TextInput } from '@mantine/core';
import { asciiDigits } from '@wasl/contracts/characters';
import { type ReactNode, useState } from 'react';

import { countFilters, type RequestFilter } from './request-filter.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { ltrControl } from '../../ui/form/direction.ts';

/** The filters that every list of requests has. Nothing is searched before Search is pressed. */
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
  /** What Reset goes back to. */
  readonly noFilter: F;
  /** `false`: the page folds it (ui/filter-bar.tsx). */
  readonly isFolding?: boolean;
  readonly onSearch: (filter: F) => void;
  /** Fields of this list alone, after the number: they read the draft and change members of it. */
  readonly children?: (draft: F, change: (members: Partial<F>) => void) => ReactNode;
}) {
  const [draft, setDraft] = useState(filter);
  const [seen, setSeen] = useState(filter);
  // The address has changed by itself: a tab, the back button, "show all".
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
        maxLength={20}
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
