import { Box, Button, Group } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { useMediaQuery } from '@mantine/hooks';
import { IconRefresh, IconUpload } from '@tabler/icons-react';
import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

import { countFilters, isFiltered } from '../../../domain/requests/request-filter.ts';
import { formatMoment } from '../../../lib/format/formats.ts';
import { withoutLayers } from '../../../lib/routing/history-layers.ts';
import { positionIn, towards } from '../../../lib/routing/list-position.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useSeenList } from '../../../lib/routing/use-seen-list.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { late } from '../../../ui/late.tsx';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { FollowUp, Import, type ImportKind, Messages, withWords } from '../../../ui/slots.ts';
import { PageSkeleton } from '../../../ui/states.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';
import { usePagedList } from '../../../ui/use-paged-list.ts';
import { useChosenRows } from '../components/use-chosen-rows.tsx';
import { useLiveRows } from '../components/use-live-rows.ts';
import { useUpdateRefusal } from '../components/update-refusal.ts';
import { useWorklistColumns } from '../components/use-worklist-columns.tsx';
import { WorklistEmpty } from '../components/worklist-empty.tsx';
import { WorklistExport } from '../components/worklist-export.tsx';
import { isStepAction, StepMoreDialog } from '../components/step-more-dialog.tsx';
import type { Operation } from '../components/worklist-operations.tsx';
import { LinkedFilters, WorklistSearch } from '../components/worklist-search.tsx';
import { WorklistHint, WorklistOwners, WorklistTabs } from '../components/worklist-tabs.tsx';
import { WorklistTools } from '../components/worklist-tools.tsx';
import { WorklistViews } from '../components/worklist-views.tsx';
import { rowKey } from '../rules/live-rows.ts';
import { countsInput, worklistInput } from '../rules/worklist-calls.ts';
import {
  isNarrowed,
  noWorklistFilter,
  worklistSizes,
  worklistState,
} from '../rules/worklist-state.ts';
import styles from '../components/worklist.module.css';

// Fetched when first opened: the list itself stays light.
const BeneficiaryDialog = late(() => import('../components/beneficiary-dialog.tsx'));
const DocumentsDialog = late(() => import('../components/documents-dialog.tsx'));
const BulkBar = late(withWords(() => import('../components/bulk-bar.tsx'), 'bulk'));
const ProgressDialog = late(() => import('../components/progress-dialog.tsx'));
const WorklistFilters = late(() => import('../components/worklist-filters.tsx'));

/** As narrow as the bar of filters covers the list (ui/phone-fold.module.css). */
const isPhone = () => window.matchMedia('(max-width: 36em)').matches;

/** The requests an organisation has to process. */
export default function WorklistPage() {
  const { t } = useTranslation('worklist');
  const [state, set] = useUrlState(worklistState);
  const position = positionIn(useLocation().state);
  const question = worklistInput(state, position);
  const list = useEndpoint('filterWorklist', question);
  const counts = useEndpoint('countWorklist', countsInput(state));
  // The parts take another line or two with their figures, which come with the rows: drawn before, the list would move down.
  const areCounted = counts.data !== undefined || counts.error !== undefined;
  const place = useRef<HTMLDivElement>(null);
  // A step that has changed may have gone to another part.
  const readAgain = () => Promise.all([list.reload(), refresh('countWorklist')]);
  const asked = JSON.stringify(question);
  const live = useLiveRows({
    fresh: list.data?.results,
    question: asked,
    list: place,
    reload: readAgain,
  });
  const rows = live.rows;
  // Without names: what is read about others does not stay on the device.
  useSeenList(
    rows?.map((item) => ({
      number: item.numRequest,
      date: formatMoment(item.dateRequest),
      status: item.processingStepStatus?.libelle ?? '',
      about: item.service ?? '',
    })),
  );
  const choice = useChosenRows({ rows, isSettled: !list.isValidating, question: asked });
  const { number, from, to, assignee } = state;
  const filter = { number, from, to, assignee };
  const active = countFilters(filter) + (assignee === '' ? 0 : 1);
  const filtersId = useId();
  const rowsId = useId();
  const filterButton = useRef<HTMLButtonElement>(null);
  const [areFiltersShown, setFiltersShown] = useState(() => active > 0 && !isPhone());
  const refusal = useUpdateRefusal();
  // The row stays while its dialog closes, so that its words do not vanish before it does.
  const [row, setRow] = useState<WorklistRow | null>(null);
  const [open, setOpen] = useState<Operation | null>(null);
  const importing = useDialog<ImportKind>();
  const close = () => {
    setOpen(null);
    if (state.open === '') return;
    withoutLayers(() => set({ step: 0, open: '' }, { replace: true }));
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

  const paged = usePagedList(list, rows, state, set);

  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, {
    getInitialValueInEffect: false,
  });
  const columns = useWorklistColumns({
    onChoose: (item, operation) => {
      setRow(item);
      setOpen(operation);
    },
    onChanged: live.showOwn,
  });
  const at = rows?.findIndex((item) => row !== null && rowKey(item) === rowKey(row)) ?? -1;
  /** The next one below that can be updated: whoever works down the list goes on without coming back to it. */
  const next = at < 0 ? undefined : rows?.slice(at + 1).find((item) => refusal(item) === null);

  return (
    <div className={styles['page']}>
      {rows === undefined || rows.length === 0 ? null : (
        <SkipLink target={rowsId} label={t('skip')} />
      )}
      <Group gap="8px 16px">
        <WorklistSearch state={state} onChange={set} />
        <WorklistTabs state={state} counts={counts.data} />
      </Group>
      {areCounted ? (
        <>
          <Group gap="8px 16px">
            <WorklistOwners state={state} counts={counts.data} />
            <WorklistHint state={state} />
            <WorklistTools
              active={active}
              filters={{
                id: filtersId,
                isOpen: areFiltersShown,
                button: filterButton,
                onToggle: () => setFiltersShown((now) => !now),
              }}
              onImport={importing.open}
            >
              <WorklistViews view={state.view} />
              {isNarrow ? (
                <Button
                  variant={choice.isActive ? 'light' : 'default'}
                  aria-pressed={choice.isActive}
                  onClick={choice.isActive ? choice.leave : choice.begin}
                >
                  {t('choose.column')}
                </Button>
              ) : null}
              <WorklistExport filter={state} part={state} isEmpty={list.total === 0} />
            </WorklistTools>
          </Group>
          <LinkedFilters state={state} onChange={set} />
          <div id={filtersId} hidden={!areFiltersShown}>
            {areFiltersShown ? (
              <Suspense fallback={<Box h={106} />}>
                <WorklistFilters
                  filter={filter}
                  onSearch={(next) => {
                    // A colleague's files are neither one's own nor nobody's.
                    const owner = next.assignee === '' ? state.owner : 'all';
                    set({ ...next, owner, page: 0 });
                    void live.showOwn();
                    // On a phone the list is what one came for.
                    if (!isPhone()) return;
                    setFiltersShown(false);
                    filterButton.current?.focus();
                  }}
                />
              </Suspense>
            ) : null}
          </div>
          <div ref={place}>
            <div role="status" className={styles['changed']}>
              {live.hasChanged ? (
                <Button leftSection={<IconRefresh size={18} aria-hidden />} onClick={live.show}>
                  {t('live.changed')}
                </Button>
              ) : null}
            </div>
            <DataTable
              caption={t('table.caption')}
              columns={[choice.column, ...columns]}
              rowKey={rowKey}
              {...paged}
              onChange={(change) => {
                set(change as Parameters<typeof set>[0], towards(change, state.page, list.beside));
              }}
              isLast={position !== undefined && list.beside?.next === null}
              isStale={list.isValidating && !live.isQuiet}
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
                      onClick={() => importing.open('requests')}
                    >
                      {t('imports.requests')}
                    </Button>
                  }
                />
              }
            />
          </div>
        </>
      ) : (
        <PageSkeleton />
      )}
      {choice.isActive ? (
        <Suspense fallback={null}>
          <BulkBar
            chosen={choice.chosen}
            hidden={choice.hidden}
            onKeep={choice.keep}
            onLeave={() => {
              choice.leave();
              // The bar goes with the focus that was in it.
              document.getElementById(rowsId)?.focus({ preventScroll: true });
            }}
            onChanged={live.showOwn}
          />
        </Suspense>
      ) : null}
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
            onSaved={live.showOwn}
            onNext={next === undefined ? null : () => setRow(next)}
          />
          <StepMoreDialog
            row={row}
            action={isStepAction(open) ? open : null}
            onClose={close}
            onDone={live.showOwn}
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
        kind={importing.about ?? 'requests'}
        opened={importing.isOpen}
        onClose={importing.close}
        onImported={live.showOwn}
      />
    </div>
  );
}
