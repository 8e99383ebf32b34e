import { Button, Stack } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { IconFilePlus, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { useCurrentUser } from '../../../domain/accounts/current-user.ts';
import { DateStated } from '../../../domain/requests/date-stated.tsx';
import { isFiltered } from '../../../domain/requests/request-filter.ts';
import { formatMoment, useFormats } from '../../../lib/format/formats.ts';
import { useSeenList } from '../../../lib/routing/use-seen-list.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import type { Column } from '../../../ui/data-table-props.ts';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { FollowUp } from '../../../ui/slots.ts';
import { EmptyState, PageSkeleton } from '../../../ui/states.tsx';
import { usePagedList } from '../../../ui/use-paged-list.ts';
import { useYourTurn } from '../api/your-turn.ts';
import { AgreementBanner } from '../components/agreement-banner.tsx';
import { listInput } from '../rules/list-calls.ts';
import { listState, noFilter } from '../rules/list-state.ts';
import { RequestFilters } from '../components/request-filters.tsx';
import { RequestOperations } from '../components/request-operations.tsx';
import { RequestState, useRequestState } from '../components/request-state.tsx';
import styles from '../components/requests.module.css';
import { SavedNotice } from '../components/saved-notice.tsx';
import { SurveyInvitation } from '../components/survey-invitation.tsx';
import { unsavedRequest, YourTurn } from '../components/your-turn.tsx';

// Loaded on demand, because a list is read more often than changed.
const AgreementDialog = lazyWithRetry(() => import('../components/agreement-dialog.tsx'));
const DeleteDialog = lazyWithRetry(() => import('../components/delete-dialog.tsx'));
const SubmitDialog = lazyWithRetry(() => import('../components/submit-dialog.tsx'));
const WithdrawDialog = lazyWithRetry(() => import('../components/withdraw-dialog.tsx'));

type DialogName = 'delete' | 'submit' | 'follow' | 'accept' | 'refuse' | 'withdraw';

function Need({ row }: { row: RequestView }) {
  const formats = useFormats();
  if (row.description !== null) {
    return (
      <span className={styles['need']} dir="auto">
        {row.description}
      </span>
    );
  }
  const choice =
    row.journeyDef?.title ?? formats.list(row.services.map((service) => service.libelle));
  return <span className={`${styles['need'] ?? ''} ${layout['muted'] ?? ''}`}>{choice}</span>;
}

/** @param show opens a dialog for a row */
function useColumns(show: (name: DialogName, row: RequestView) => void): Column<RequestView>[] {
  const { t } = useTranslation('requests');
  return [
    {
      key: 'numRequest',
      header: t('table.number'),
      sortField: 'numRequest',
      render: (item) => <LtrText>{item.numRequest}</LtrText>,
    },
    {
      key: 'dateRequest',
      header: t('table.date'),
      sortField: 'dateRequest',
      render: (item) => (
        <>
          <LtrText>{formatMoment(item.dateRequest)}</LtrText>
          <DateStated filing={item.filing} />
        </>
      ),
    },
    { key: 'description', header: t('table.need'), render: (item) => <Need row={item} /> },
    {
      key: 'status',
      header: t('table.status'),
      sortField: 'status',
      render: (item) => <RequestState request={item} />,
    },
    {
      key: 'operations',
      header: t('table.operations'),
      isWideOnCards: true,
      render: (item) => (
        <RequestOperations
          row={item}
          onDelete={() => show('delete', item)}
          onSubmit={() => show('submit', item)}
          onFollow={() => show('follow', item)}
          onAnswer={(answer) => show(answer, item)}
          onWithdraw={() => show('withdraw', item)}
        />
      ),
    },
  ];
}

function NoRequests({
  isFiltered,
  isUnqualified,
  onShowAll,
  begin,
}: {
  isFiltered: boolean;
  isUnqualified: boolean;
  onShowAll: () => void;
  begin: ReactNode;
}) {
  const { t } = useTranslation('requests');
  return isFiltered ? (
    <EmptyState
      icon={<IconSearchOff size={44} stroke={1.4} aria-hidden />}
      title={t('empty.noMatch')}
      reason={t('empty.noMatchReason')}
      action={
        <Button variant="default" onClick={onShowAll}>
          {t('empty.showAll')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconFilePlus size={44} stroke={1.4} aria-hidden />}
      title={t('empty.none')}
      reason={t(
        isUnqualified
          ? 'empty.noneUnqualified'
          : unsavedRequest() === null
            ? 'empty.noneReason'
            : 'empty.noneDraft',
      )}
      {...(isUnqualified ? {} : { action: begin })}
    />
  );
}

export default function RequestListPage() {
  const { t } = useTranslation('requests');
  const navigate = useNavigate();
  const [state, set] = useUrlState(listState);
  const user = useCurrentUser();
  const list = useEndpoint('filterRequests', listInput(state));
  const stateOf = useRequestState();
  useSeenList(
    list.data?.map((item) => ({
      number: item.numRequest,
      date: formatMoment(item.dateRequest),
      status: stateOf(item).label,
      about: item.description ?? item.journeyDef?.title ?? '',
    })),
  );
  const yourTurn = useYourTurn();
  // Retains the row during the closing animation, so that the text does not vanish.
  const [row, setRow] = useState<RequestView | null>(null);
  const [open, setOpen] = useState<DialogName | null>(null);
  const show = (name: DialogName, target: RequestView) => {
    setRow(target);
    setOpen(name);
  };
  const close = () => setOpen(null);

  const paged = usePagedList(list, list.data, state, set);

  const isQualified = user.data !== undefined && user.data.qualification !== null;
  const isUnqualified = user.data !== undefined && user.data.qualification === null;
  const begin = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={!isQualified}
      onClick={() => {
        void navigate('/newRequest');
      }}
    >
      {t('actions.new')}
    </Button>
  );
  const columns = useColumns(show);
  const filter = { number: state.number, status: state.status, from: state.from, to: state.to };

  // The content above the list has its own parallel calls. The list renders after them, so that it does not move down.
  const isAwaited = [yourTurn, user].some(
    ({ data, error }) => data === undefined && error === undefined,
  );
  if (isAwaited) return <PageSkeleton />;
  return (
    <Stack>
      {isUnqualified ? <SurveyInvitation onSaved={user.reload} /> : null}
      <AgreementBanner />
      <YourTurn />
      <SavedNotice onSubmit={(saved) => show('submit', saved)} />
      <Actions>{begin}</Actions>
      <RequestFilters
        filter={filter}
        onSearch={(next) => {
          set({ ...next, page: 0 });
          void list.reload();
        }}
      />
      <DataTable
        caption={t('table.caption')}
        columns={columns}
        rowKey={(item) => item.id}
        {...paged}
        empty={
          <NoRequests
            isFiltered={isFiltered(filter)}
            isUnqualified={isUnqualified}
            onShowAll={() => set({ ...noFilter, page: 0 })}
            begin={begin}
          />
        }
      />
      {row === null ? null : (
        <Suspense fallback={null}>
          <DeleteDialog
            request={row}
            opened={open === 'delete'}
            onClose={close}
            onDone={() => Promise.all([list.reload(), yourTurn.reload()])}
          />
          <AgreementDialog
            request={row}
            answer={open === 'accept' || open === 'refuse' ? open : null}
            onClose={close}
          />
          <SubmitDialog request={row} opened={open === 'submit'} onClose={close} />
          <WithdrawDialog request={row} opened={open === 'withdraw'} onClose={close} />
        </Suspense>
      )}
      <FollowUp
        request={row}
        opened={open === 'follow'}
        onClose={() => {
          close();
          // Documents may have been submitted, or a step rated, in the follow-up.
          void yourTurn.reload();
        }}
        viewer="BENEFICIAIRE"
      />
    </Stack>
  );
}
