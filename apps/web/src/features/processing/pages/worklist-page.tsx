import { Box, Button, Stack } from '@mantine/core';
import { places, type WorklistRow } from '@wasl/contracts';
import { IconHistory, IconInbox, IconSearchOff, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';

import { DateStated } from '../../../domain/requests/date-stated.tsx';
import { isFiltered } from '../../../domain/requests/request-filter.ts';
import { formatMoment } from '../../../lib/formats.ts';
import { withoutLayers } from '../../../lib/history-layers.ts';
import { refresh } from '../../../lib/refresh.ts';
import { useUrlState } from '../../../lib/url-state.ts';
import { useEndpoint } from '../../../lib/use-endpoint.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { PhoneFold } from '../../../ui/phone-fold.tsx';
import { FollowUp, Import, type ImportKind, Messages } from '../../../ui/slots.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { Advancement } from '../components/advancement.tsx';
import { StepOwner } from '../components/step-owner.tsx';
import { StepState } from '../components/step-state.tsx';
import { useUpdateRefusal } from '../components/update-refusal.ts';
import { WorklistExport } from '../components/worklist-export.tsx';
import { WorklistFilters } from '../components/worklist-filters.tsx';
import { type Operation, WorklistOperations } from '../components/worklist-operations.tsx';
import { WorklistSearch } from '../components/worklist-search.tsx';
import {
  isNarrowed,
  noWorklistFilter,
  partQuery,
  worklistCriteriaOf,
  worklistState,
} from '../rules/worklist-state.ts';
import { WorklistTabs } from '../components/worklist-tabs.tsx';
import styles from '../components/worklist.module.css';

// Fetched when first opened: the list itself stays light.
const BeneficiaryDialog = lazy(() => import('../components/beneficiary-dialog.tsx'));
const DocumentsDialog = lazy(() => import('../components/documents-dialog.tsx'));
const ProgressDialog = lazy(() => import('../components/progress-dialog.tsx'));

/** One row for each step of the organisation: a request can have several. */
const rowKey = (row: WorklistRow) => row.processingStepId ?? `request-${String(row.id)}`;

const isClosedStep = ({ processingStepStatus: status }: WorklistRow) =>
  status?.code === 'PROCESSED' || status?.code === 'REJECTED';

/** The day, and the time under it: seven columns have to find room. */
function DateRequest({ value }: { value: string }) {
  const [day, time] = formatMoment(value).split(' ');
  return (
    <span className={styles['moment']}>
      <LtrText>{day}</LtrText> <LtrText>{time}</LtrText>
    </span>
  );
}

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
  const { search } = useLocation();
  const refusal = useUpdateRefusal();
  // The row stays while its dialog closes, so that its words do not vanish before it does.
  const [row, setRow] = useState<WorklistRow | null>(null);
  const [open, setOpen] = useState<Operation | null>(null);
  const [importKind, setImportKind] = useState<ImportKind>('requests');
  const [isImporting, setImporting] = useState(false);
  const [areImportsShown, setImportsShown] = useState(false);
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

  const importButton = (kind: ImportKind) => (
    <Button
      key={kind}
      variant="default"
      leftSection={<IconUpload size={18} aria-hidden />}
      onClick={() => {
        setImportKind(kind);
        setImporting(true);
      }}
    >
      {t(`imports.${kind}`)}
    </Button>
  );
  const columns: Column<WorklistRow>[] = [
    {
      key: 'numRequest',
      header: t('table.number'),
      sortField: 'numRequest',
      render: (item) =>
        item.processingStepId === null ? (
          <LtrText>{item.numRequest}</LtrText>
        ) : (
          <Link
            to={{ pathname: places.stepFile(item.id, item.processingStepId), search }}
            aria-label={t('file.open', { number: item.numRequest })}
          >
            <LtrText>{item.numRequest}</LtrText>
          </Link>
        ),
    },
    {
      key: 'dateRequest',
      header: t('table.date'),
      sortField: 'dateRequest',
      render: (item) => (
        <>
          <DateRequest value={item.dateRequest} />
          <DateStated filing={item.filing} />
        </>
      ),
    },
    {
      key: 'beneficiary',
      header: t('table.beneficiary'),
      render: (item) => (
        <span className={styles['person']}>
          <bdi>{item.beneficiary.name}</bdi>
        </span>
      ),
    },
    {
      key: 'percent',
      header: t('table.percent'),
      sortField: 'percent',
      render: (item) => <Advancement percent={item.percent} />,
    },
    {
      key: 'service',
      header: t('table.service'),
      render: (item) => (
        <Box component="span" display="block" maw="34ch">
          {item.service}
        </Box>
      ),
    },
    {
      key: 'processingStepStatus',
      header: t('table.status'),
      render: (item) => (
        <Stack gap={4} align="flex-start">
          <StepState row={item} />
          {item.processingStepId === null || item.idPartner === null ? null : (
            <StepOwner
              stepId={item.processingStepId}
              numRequest={item.numRequest}
              partnerId={item.idPartner}
              owner={item.owner}
              isClosed={isClosedStep(item)}
              onChanged={reload}
            />
          )}
        </Stack>
      ),
    },
    {
      key: 'operations',
      header: t('table.operations'),
      isWideOnCards: true,
      render: (item) => (
        <WorklistOperations
          row={item}
          onChoose={(operation) => {
            setRow(item);
            setOpen(operation);
          }}
          onDone={reload}
        />
      ),
    },
  ];
  const place = rows?.findIndex((item) => row !== null && rowKey(item) === rowKey(row)) ?? -1;
  /** The next one below that can be updated: whoever works down the list goes on without coming back to it. */
  const next =
    place < 0 ? undefined : rows?.slice(place + 1).find((item) => refusal(item) === null);
  const filter = { number: state.number, from: state.from, to: state.to };

  return (
    <div className={styles['page']}>
      <PhoneFold
        label={t('imports.label')}
        icon={<IconUpload size={18} aria-hidden />}
        isOpen={areImportsShown}
        onToggle={() => {
          setImportsShown((now) => !now);
        }}
      >
        <div className={layout['toolbar']}>
          <Button
            variant="subtle"
            component={Link}
            to="/requests/imports"
            leftSection={<IconHistory size={18} aria-hidden />}
          >
            {t('imports.history')}
          </Button>
          {importButton('requests')}
          {importButton('beneficiaries')}
        </div>
      </PhoneFold>
      <WorklistSearch state={state} onChange={set} />
      <WorklistFilters
        filter={filter}
        onSearch={(next) => {
          set({ number: next.number, from: next.from, to: next.to, page: 0 });
          void reload();
        }}
      />
      <WorklistTabs state={state} counts={counts.data}>
        <WorklistExport filter={state} part={state} isEmpty={list.total === 0} />
      </WorklistTabs>
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
        empty={
          isFiltered(filter) || isNarrowed(state) ? (
            <EmptyState
              icon={<IconSearchOff size={44} stroke={1.4} aria-hidden />}
              title={t('empty.noMatch')}
              reason={t('empty.noMatchReason')}
              action={
                <Button
                  variant="default"
                  onClick={() => {
                    set({ ...noWorklistFilter, page: 0 });
                  }}
                >
                  {t('empty.showAll')}
                </Button>
              }
            />
          ) : state.tab !== 'all' || state.owner !== 'all' ? (
            <EmptyState
              icon={<IconInbox size={44} stroke={1.4} aria-hidden />}
              title={
                state.owner !== 'all'
                  ? t(`empty.owner.${state.owner}`)
                  : t(`empty.tab.${state.tab === 'all' ? 'todo' : state.tab}`)
              }
              action={
                <Button
                  variant="default"
                  onClick={() => {
                    set({ tab: 'all', owner: 'all', page: 0 });
                  }}
                >
                  {t('empty.showAll')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconInbox size={44} stroke={1.4} aria-hidden />}
              title={t('empty.none')}
              reason={t('empty.noneReason')}
              action={importButton('requests')}
            />
          )
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
