import { Box, Group } from '@mantine/core';
import type { Endpoints, ResponseOf } from '@wasl/contracts';
import { type ComponentProps, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { countFilters } from '../../../../domain/requests/request-filter.ts';
import type { StateOf } from '../../../../lib/routing/address-state.ts';
import { lazyWithRetry } from '../../../../ui/lazy-with-retry.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { type ImportKind, withWords } from '../../../../ui/slots.ts';
import {
  activeLinkedFilters,
  barSortOf,
  sortOfTab,
  sortText,
  type worklistState,
} from '../../rules/worklist-state.ts';
import type { ColumnChoiceProps } from './column-choice.tsx';
import { KeysOnUse } from './keys-on-use.tsx';
import { WorklistParts } from './worklist-tabs.tsx';
import { WorklistTools } from './worklist-tools.tsx';

// Loaded when first opened, to keep the list light.
const WorklistHint = lazyWithRetry(() => import('./worklist-hint.tsx'));
const LinkedFilters = lazyWithRetry(withWords(() => import('./linked-filters.tsx'), 'agent'));
const WorklistFilters = lazyWithRetry(withWords(() => import('./worklist-filters.tsx'), 'agent'));

type State = StateOf<typeof worklistState>;

/** The width at which the filter bar covers the list (ui/phone-fold.module.css). */
const isPhone = () => window.matchMedia('(max-width: 36em)').matches;

/** The line above the list: search, part, filters and the rare actions. */
export function WorklistBar({
  state,
  onChange,
  counts,
  columns,
  isEmpty,
  onSearched,
  onImport,
  onChooseRows,
  keys,
}: {
  state: State;
  onChange: (change: Partial<State>) => void;
  counts: ResponseOf<Endpoints['countWorklist']> | undefined;
  columns: ColumnChoiceProps;
  isEmpty: boolean;
  /** Reloads the list even when the filter is unchanged. */
  onSearched: () => void;
  onImport: (kind: ImportKind) => void;
  /** Begins the choice of rows for bulk actions. */
  onChooseRows: () => void;
  /** What the shortcuts of the list do. */
  keys: Omit<ComponentProps<typeof KeysOnUse>, 'help'>;
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
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <>
      <Group gap={8}>
        <SearchBox
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          search={state.search}
          onSearch={(search) => onChange({ search, page: 0 })}
        />
        <WorklistParts state={state} counts={counts} />
        {state.tab === 'all' ? null : (
          <Suspense fallback={<Box flex="1 1 160px" />}>
            <WorklistHint state={state} />
          </Suspense>
        )}
        <WorklistTools
          state={state}
          active={active}
          filters={{
            id: filtersId,
            isOpen: areFiltersShown,
            button: filterButton,
            onToggle: () => setFiltersShown((now) => !now),
          }}
          columns={columns}
          isEmpty={isEmpty}
          onImport={onImport}
          onChooseRows={onChooseRows}
          onHelp={isPhone() ? null : () => setHelpOpen(true)}
        />
        <KeysOnUse {...keys} help={{ isOpen: isHelpOpen, onChange: setHelpOpen }} />
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
