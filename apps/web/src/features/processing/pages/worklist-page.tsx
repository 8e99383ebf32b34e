import { Button } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { countFilters, isFiltered } from '../../../domain/requests/request-filter.ts';
import { withoutLayers } from '../../../lib/history-layers.ts';
import { refresh } from '../../../lib/refresh.ts';
import { useUrlState } from '../../../lib/url-state.ts';
import { useEndpoint } from '../../../lib/use-endpoint.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { FollowUp, Import, type ImportKind, Messages } from '../../../ui/slots.ts';
import { useUpdateRefusal } from '../components/update-refusal.ts';
import { useWorklistColumns } from '../components/use-worklist-columns.tsx';
import { WorklistEmpty } from '../components/worklist-empty.tsx';
import { WorklistExport } from '../components/worklist-export.tsx';
import type { Operation } from '../components/worklist-operations.tsx';
import { LinkedFilters, WorklistSearch } from '../components/worklist-search.tsx';
import { WorklistHint, WorklistOwners, WorklistTabs } from '../components/worklist-tabs.tsx';
import { WorklistTools } from '../components/worklist-tools.tsx';
import {
  isNarrowed,
  noWorklistFilter,
  partQuery,
  worklistCriteriaOf,
  worklistSizes,
  worklistState,
} from '../rules/worklist-state.ts';
import styles from '../components/worklist.module.css';

// Fetched when first opened: the list itself stays light.
const BeneficiaryDialog = lazy(() => import('../components/beneficiary-dialog.tsx'));
const DocumentsDialog = lazy(() => import('../components/documents-dialog.tsx'));
const ProgressDialog = lazy(() => import('../components/progress-dialog.tsx'));
const WorklistFilters = lazy(() => import('../components/worklist-filters.tsx'));

/** As narrow as the bar of filters covers the list (ui/phone-fold.module.css). */
const isPhone = () => window.matchMedia('(max-width: 36em)').matches;

/** One row for each step of the organisation: a request can have several. */
const rowKey = (row: WorklistRow) => row.processingStepId ?? `request-${String(row.id)}`;

/** The requests an organisation has to process. */
export default function WorklistPage() {
  const { t } = useTranslation('worklist');
  const [state, set] = useUrlState(worklistState);
  const list = useEndpoint('filterWorklist', {
    query: {
      page: state.page,
      size: state.size,
      sort: `${state.sort.field},${state.sort.direction}`,
      ...partQuery(state),
    },
    body: worklistCriteriaOf(state),
  });
  const counts = useEndpoint('countWorklist', {
    query: partQuery(state),
    body: worklistCriteriaOf(state),
  });
  const rows = list.data?.results;
  const filter = { number: state.number, from: state.from, to: state.to };
  const filtersId = useId();
  const rowsId = useId();
  const filterButton = useRef<HTMLButtonElement>(null);
  const [areFiltersShown, setFiltersShown] = useState(() => isFiltered(filter) && !isPhone());
  const refusal = useUpdateRefusal();
  // The row stays while its dialog closes, so that its words do not vanish before it does.
  const [row, setRow] = useState<WorklistRow | null>(null);
  const [open, setOpen] = useState<Operation | null>(null);
  const [importKind, setImportKind] = useState<ImportKind>('requests');
  const [isImporting, setImporting] = useState(false);
  const close = () => {
    setOpen(null);
    if (state.open === '') return;
    withoutLayers(() => {
      set({ step: 0, open: '' }, { replace: true });
    });
  };
  // A mail or a notice led to a step, to do something with it: once, when its row is there.
  const [reached, setReached] = useState('');
  const addressed = `${state.open} ${String(state.step)}`;
  const target = rows?.find((item) => item.processingStepId === state.step);
  if (state.open === '') {
    if (reached !== '') setReached('');
  } else if (target !== undefined && reached !== addressed) {
    setReached(addressed);
    setRow(target);
    // What cannot be updated any more can still be read.
    setOpen(state.open === 'update' && refusal(target) !== null ? 'follow' : state.open);
  }
  // A step that has changed may have gone to another part.
  const reload = () => Promise.all([list.reload(), refresh('countWorklist')]);

  const isBeyondEnd = rows?.length === 0 && state.page > 0 && !list.isValidating;
  useEffect(() => {
    if (isBeyondEnd) set({ page: 0 });
  }, [isBeyondEnd, set]);

  const openImport = (kind: ImportKind) => {
    setImportKind(kind);
    setImporting(true);
  };
  const columns = useWorklistColumns({
    onChoose: (item, operation) => {
      setRow(item);
      setOpen(operation);
    },
    onChanged: reload,
  });
  const place = rows?.findIndex((item) => row !== null && rowKey(item) === rowKey(row)) ?? -1;
  /** The next one below that can be updated: whoever works down the list goes on without coming back to it. */
  const next =
    place < 0 ? undefined : rows?.slice(place + 1).find((item) => refusal(item) === null);

  return (
    <div className={styles['page']}>
      {rows === undefined || rows.length === 0 ? null : (
        <SkipLink target={rowsId} label={t('skip')} />
      )}
      <div className={styles['head']}>
        <WorklistSearch state={state} onChange={set} />
        <WorklistTabs state={state} counts={counts.data} />
      </div>
      <div className={styles['head']}>
        <WorklistOwners state={state} counts={counts.data} />
        <WorklistHint state={state} />
        <WorklistTools
          active={countFilters(filter)}
          filters={{
            id: filtersId,
            isOpen: areFiltersShown,
            button: filterButton,
            onToggle: () => {
              setFiltersShown((now) => !now);
            },
          }}
          onImport={openImport}
        >
          <WorklistExport filter={state} part={state} isEmpty={list.total === 0} />
        </WorklistTools>
      </div>
      <LinkedFilters state={state} onChange={set} />
      <div id={filtersId} hidden={!areFiltersShown}>
        {areFiltersShown ? (
          <Suspense fallback={<div className={styles['filtersComing']} />}>
            <WorklistFilters
              filter={filter}
              onSearch={(next) => {
                set({ number: next.number, from: next.from, to: next.to, page: 0 });
                void reload();
                // On a phone the list is what one came for.
                if (!isPhone()) return;
                setFiltersShown(false);
                filterButton.current?.focus();
              }}
            />
          </Suspense>
        ) : null}
      </div>
      <DataTable
        caption={t('table.caption')}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        total={list.total}
        page={state.page}
        size={state.size}
        sort={state.sort}
        onChange={(change) => {
          set(change as Parameters<typeof set>[0]);
        }}
        isStale={list.isValidating}
        error={list.error}
        onRetry={list.reload}
        sizes={worklistSizes}
        rowsId={rowsId}
        empty={
          <WorklistEmpty
            isFiltered={isFiltered(filter) || isNarrowed(state)}
            tab={state.tab}
            owner={state.owner}
            onShowAll={(what) => {
              if (what === 'filter') set({ ...noWorklistFilter, page: 0 });
              else set({ tab: 'all', owner: 'all', page: 0 });
            }}
            importButton={
              <Button
                variant="default"
                leftSection={<IconUpload size={18} aria-hidden />}
                onClick={() => {
                  openImport('requests');
                }}
              >
                {t('imports.requests')}
              </Button>
            }
          />
        }
      />
      {row === null ? null : (
        <Suspense fallback={null}>
          <BeneficiaryDialog row={row} opened={open === 'beneficiary'} onClose={close} />
          <DocumentsDialog row={row} opened={open === 'documents'} onClose={close} />
          <ProgressDialog
            // A dialog of its own for each step: the next one begins at its top.
            key={rowKey(row)}
            row={row}
            opened={open === 'update'}
            onClose={close}
            onSaved={reload}
            onNext={
              next === undefined
                ? null
                : () => {
                    setRow(next);
                  }
            }
          />
        </Suspense>
      )}
      <FollowUp request={row} opened={open === 'follow'} onClose={close} viewer="PARTENAIRE" />
      <Messages
        step={
          row === null || row.processingStepId === null
            ? null
            : { id: row.processingStepId, numRequest: row.numRequest }
        }
        opened={open === 'messages'}
        onClose={close}
      />
      <Import
        kind={importKind}
        opened={isImporting}
        onClose={() => {
          setImporting(false);
        }}
        onImported={reload}
      />
    </div>
  );
}
