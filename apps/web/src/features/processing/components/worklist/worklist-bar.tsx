import { Box, Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { countFilters } from '../../../../domain/requests/request-filter.ts';
import type { StateOf } from '../../../../lib/routing/address-state.ts';
import { lazyWithRetry } from '../../../../ui/lazy-with-retry.tsx';
import { type ImportKind, withWords } from '../../../../ui/slots.ts';
import {
  activeLinkedFilters,
  barSortOf,
  sortOfTab,
  sortText,
  type worklistState,
} from '../../rules/worklist-state.ts';
import type { ColumnChoiceProps } from './column-choice.tsx';
import type { useChosenRows } from './use-chosen-rows.tsx';
import { WorklistExport } from './worklist-export.tsx';
import { WorklistOwners } from './worklist-tabs.tsx';
import { WorklistTools } from './worklist-tools.tsx';
import { WorklistViews } from './worklist-views.tsx';

// Loaded when first opened, to keep the list light.
const WorklistHint = lazyWithRetry(() => import('./worklist-hint.tsx'));
const LinkedFilters = lazyWithRetry(withWords(() => import('./linked-filters.tsx'), 'agent'));
const WorklistFilters = lazyWithRetry(withWords(() => import('./worklist-filters.tsx'), 'agent'));

type State = StateOf<typeof worklistState>;

/** The width at which the filter bar covers the list (ui/phone-fold.module.css). */
const isPhone = () => window.matchMedia('(max-width: 36em)').matches;

export function WorklistBar({
  state,
  onChange,
  counts,
  choice,
  columns,
  isEmpty,
  onSearched,
  onImport,
  keys,
}: {
  state: State;
  onChange: (change: Partial<State>) => void;
  counts: Parameters<typeof WorklistOwners>[0]['counts'];
  choice: ReturnType<typeof useChosenRows>;
  columns: ColumnChoiceProps;
  isEmpty: boolean;
  /** Reloads the list even when the filter is unchanged. */
  onSearched: () => void;
  onImport: (kind: ImportKind) => void;
  /** The shortcuts of the list. */
  keys: ReactNode;
}) {
  const { t } = useTranslation('worklist');
  const { number, from, to, assignee, service, town, journey, stepStatus } = state;
  const filter = { number, from, to, assignee, service, town, journey, stepStatus };
  const active =
    countFilters(filter) +
    [assignee, service, town, journey, stepStatus].filter((value) => value !== '' && value !== 0)
      .length;
  const filtersId = useId();
  const filterButton = useRef<HTMLButtonElement>(null);
  const [areFiltersShown, setFiltersShown] = useState(() => active > 0 && !isPhone());
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <>
      <Group gap="8px 16px">
        <WorklistOwners state={state} counts={counts} />
        {state.tab === 'all' ? null : (
          <Suspense fallback={<Box flex="1 1 160px" />}>
            <WorklistHint state={state} />
          </Suspense>
        )}
        <WorklistTools
          active={active}
          filters={{
            id: filtersId,
            isOpen: areFiltersShown,
            button: filterButton,
            onToggle: () => setFiltersShown((now) => !now),
          }}
          onImport={onImport}
        >
          <WorklistViews view={state.view} columns={columns} />
          {isNarrow ? (
            <Button
              variant={choice.isActive ? 'light' : 'default'}
              aria-pressed={choice.isActive}
              onClick={choice.isActive ? choice.leave : choice.begin}
            >
              {t('choose.column')}
            </Button>
          ) : null}
          <WorklistExport filter={state} part={state} isEmpty={isEmpty} />
          {keys}
        </WorklistTools>
      </Group>
      {activeLinkedFilters(state).length === 0 ? null : (
        <Suspense fallback={<Box h={36} />}>
          <LinkedFilters state={state} onChange={onChange} />
        </Suspense>
      )}
      <div id={filtersId} hidden={!areFiltersShown}>
        {areFiltersShown ? (
          <Suspense fallback={<Box h={106} />}>
            <WorklistFilters
              filter={{ ...filter, sort: sortText(state.sort) }}
              initialSort={sortText(sortOfTab(state.tab))}
              onSearch={({ sort, ...next }) => {
                // Steps of a colleague are neither the agent's own nor unassigned.
                const owner = next.assignee === '' ? state.owner : 'all';
                onChange({ ...next, sort: barSortOf(sort) ?? state.sort, owner, page: 0 });
                onSearched();
                // On a phone the filters close, to show the list.
                if (!isPhone()) return;
                setFiltersShown(false);
                filterButton.current?.focus();
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}
