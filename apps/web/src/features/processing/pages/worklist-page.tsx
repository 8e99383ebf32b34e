import { Button } from '@mantine/core';
import { IconRefresh, IconUpload } from '@tabler/icons-react';
import { Suspense, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

import { isFiltered } from '../../../domain/requests/request-filter.ts';
import { tabStore } from '../../../lib/drafts/device-store.ts';
import { formatMoment } from '../../../lib/format/formats.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { positionIn, pageChangeState } from '../../../lib/routing/list-position.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { useSeenList } from '../../../lib/routing/use-seen-list.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { Import, type ImportKind, withWords } from '../../../ui/slots.ts';
import { useDialog } from '../../../ui/use-dialog.ts';
import { usePagedList } from '../../../ui/use-paged-list.ts';
import { showUndoAgain } from '../components/step/step-more-dialog.tsx';
import { useChosenColumns } from '../components/worklist/use-chosen-columns.ts';
import { useChosenRows } from '../components/worklist/use-chosen-rows.tsx';
import { TodayStrip } from '../components/worklist/today-strip.tsx';
import { useLiveRows } from '../components/worklist/use-live-rows.ts';
import { useOpenRow } from '../components/worklist/use-open-row.ts';
import { useWorklistColumns } from '../components/worklist/use-worklist-columns.tsx';
import { WorklistBar } from '../components/worklist/worklist-bar.tsx';
import { WorklistDialogs } from '../components/worklist/worklist-dialogs.tsx';
import { rowKey } from '../rules/live-rows.ts';
import { countsInput, todayCounts, worklistInput } from '../rules/worklist-calls.ts';
import {
  declinedKey,
  isNarrowed,
  noWorklistFilter,
  worklistSizes,
  worklistState,
} from '../rules/worklist-state.ts';
import styles from '../components/worklist/worklist.module.css';

// Loaded when first opened, to keep the list light.
const WorklistEmpty = lazyWithRetry(
  withWords(() => import('../components/worklist/worklist-empty.tsx'), 'agent'),
);
const BulkBar = lazyWithRetry(
  withWords(() => import('../components/worklist/bulk-bar.tsx'), 'bulk', 'agent'),
);

/** Requests that an organisation must process. */
export default function WorklistPage() {
  const { t } = useTranslation('worklist');
  // Shows the undo button again after a reload.
  useEffect(() => {
    if (tabStore.get(declinedKey) !== null) void showUndoAgain();
  }, []);
  const [state, set] = useUrlState(worklistState);
  const position = positionIn(useLocation().state);
  const question = worklistInput(state, position);
  const list = useEndpoint('filterWorklist', question);
  const counts = useEndpoint('countWorklist', countsInput(state));
  const today = useEndpoint('getToday', todayCounts);
  const place = useRef<HTMLDivElement>(null);
  const asked = JSON.stringify(question);
  const live = useLiveRows({
    fresh: list.data?.results,
    question: asked,
    list: place,
    // A changed step may belong to another part.
    reload: () => Promise.all([list.reload(), refresh('countWorklist', 'getToday')]),
  });
  const rows = live.rows;
  // Without names: data of other people are not stored on the device.
  useSeenList(
    rows?.map((item) => ({
      number: item.numRequest,
      date: formatMoment(item.dateRequest),
      status: item.processingStepStatus?.libelle ?? '',
      about: item.service ?? '',
    })),
  );
  const choice = useChosenRows({ rows, isSettled: !list.isValidating, question: asked });
  const rowsId = useId();
  const openRow = useOpenRow(rows, state, set);
  const importing = useDialog<ImportKind>();
  const paged = usePagedList(list, rows, state, set);
  const chosenColumns = useChosenColumns();
  const columns = useWorklistColumns({
    shown: chosenColumns.shown,
    onChoose: openRow.choose,
    onChanged: live.reloadAfterOwnAction,
  });

  return (
    <div className={styles['page']}>
      {rows === undefined || rows.length === 0 ? null : (
        <SkipLink target={rowsId} label={t('skip')} />
      )}
      <TodayStrip today={today.data} />
      <WorklistBar
        state={state}
        onChange={set}
        counts={counts.data}
        columns={chosenColumns}
        isEmpty={list.total === 0}
        onSearched={() => void live.reloadAfterOwnAction()}
        onImport={importing.open}
        onChooseRows={choice.begin}
        keys={{
          rows,
          rowsId,
          onChoose: openRow.choose,
          onMark: choice.toggle,
          onChanged: live.reloadAfterOwnAction,
        }}
      />
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
          columns={choice.isActive ? [choice.column, ...columns] : columns}
          rowKey={rowKey}
          {...paged}
          onChange={(change) => {
            set(
              change as Parameters<typeof set>[0],
              pageChangeState(change, state.page, list.adjacentPages),
            );
          }}
          isLast={position !== undefined && list.adjacentPages?.next === null}
          isStale={list.isValidating && !live.isQuiet}
          sizes={worklistSizes}
          rowsId={rowsId}
          empty={
            <Suspense fallback={null}>
              <WorklistEmpty
                isFiltered={isFiltered(state) || isNarrowed(state)}
                suggestions={list.data?.suggestions ?? []}
                tab={state.tab}
                owner={state.owner}
                onShowAll={(what) => {
                  if (what === 'filter') set({ ...noWorklistFilter, page: 0 });
                  else set({ tab: 'all', owner: 'all', page: 0 });
                }}
                onSearch={(search) => set({ search, page: 0 })}
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
            </Suspense>
          }
        />
      </div>
      {choice.isActive ? (
        <Suspense fallback={null}>
          <BulkBar
            chosen={choice.chosen}
            hidden={choice.hidden}
            onKeep={choice.keep}
            onLeave={() => {
              choice.leave();
              // The bar had the focus and unmounts.
              document.getElementById(rowsId)?.focus({ preventScroll: true });
            }}
            onChanged={live.reloadAfterOwnAction}
          />
        </Suspense>
      ) : null}
      <WorklistDialogs openRow={openRow} onChanged={live.reloadAfterOwnAction} />
      <Import
        kind={importing.about ?? 'requests'}
        opened={importing.isOpen}
        onClose={importing.close}
        onImported={live.reloadAfterOwnAction}
      />
    </div>
  );
}
