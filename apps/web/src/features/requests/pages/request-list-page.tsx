import { Button, Stack } from '@mantine/core';
import { places, type RequestView } from '@wasl/contracts';
import {
  IconAdjustmentsHorizontal,
  IconFilePlus,
  IconPlus,
  IconSearchOff,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';

import { useCurrentUser } from '../../../domain/accounts/current-user.ts';
import { DateStated } from '../../../domain/requests/date-stated.tsx';
import { isFiltered } from '../../../domain/requests/request-filter.ts';
import { formatMoment, useFormats } from '../../../lib/format/formats.ts';
import { useSeenList } from '../../../lib/routing/use-seen-list.ts';
import { writeState } from '../../../lib/routing/address-state.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import type { Column } from '../../../ui/data-table-props.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { focusHeading } from '../../../ui/page-title.tsx';
import { EmptyState, PageSkeleton } from '../../../ui/states.tsx';
import { usePagedList } from '../../../ui/use-paged-list.ts';
import { useYourTurn } from '../api/your-turn.ts';
import { listInput } from '../rules/list-calls.ts';
import { listState, noFilter } from '../rules/list-state.ts';
import type { RequestTarget } from '../rules/request-target.ts';
import { RequestFilters } from '../components/request-filters.tsx';
import {
  RequestDialogs,
  type RequestDialog,
  useRequestDialogs,
} from '../components/request-dialogs.tsx';
import { RequestOperations } from '../components/request-operations.tsx';
import { RequestState, useStateLabel } from '../components/request-state.tsx';
import styles from '../components/requests.module.css';
import { SurveyInvitation } from '../components/survey-invitation.tsx';
import { useSavedCheck } from '../components/use-saved-check.ts';
import { hasTasks, unsavedRequest, YourTurn } from '../components/your-turn.tsx';

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
function useColumns(
  show: (name: RequestDialog, row: RequestTarget) => void,
): Column<RequestView>[] {
  const { t } = useTranslation('requests');
  return [
    {
      key: 'numRequest',
      header: t('table.number'),
      sortField: 'numRequest',
      render: (item) => (
        <Link to={places.request(item.id)} className={layout['tall']}>
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
          request={item}
          place="list"
          onOpen={(name) =>
            show(name, { ...item, organisation: item.filing?.organisation ?? null })
          }
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

/** From this number of requests on, the list shows filter, sort and pages; before, a press shows them. */
const manyRequests = 9;

export default function RequestListPage() {
  const { t } = useTranslation(['requests', 'common']);
  const navigate = useNavigate();
  const [state, set] = useUrlState(listState);
  const user = useCurrentUser();
  const list = useEndpoint('filterRequests', listInput(state));
  const labelOf = useStateLabel();
  useSeenList(
    list.data?.map((item) => ({
      number: item.numRequest,
      date: formatMoment(item.dateRequest),
      status: labelOf(item),
      about: item.description ?? item.journeyDef?.title ?? '',
    })),
  );
  const yourTurn = useYourTurn();
  const { show, dialogs } = useRequestDialogs();
  useSavedCheck((saved) => show('submit', saved));
  const [areToolsAsked, askForTools] = useState(false);
  const paged = usePagedList(list, list.data, state, set);

  const isQualified = user.data !== undefined && user.data.qualification !== null;
  const isUnqualified = user.data !== undefined && user.data.qualification === null;
  const isBusy = hasTasks(yourTurn.data);
  const begin = (
    <Button
      // A task or the survey's invitation has the page's primary button.
      variant={isBusy || isUnqualified ? 'default' : 'filled'}
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
  const isChanged = writeState(listState, state, new URLSearchParams()).toString() !== '';
  const hasTools = areToolsAsked || isChanged || (list.total ?? manyRequests) >= manyRequests;
  const isEmpty = list.data?.length === 0 && !isFiltered(filter);

  // The content above the list has its own parallel calls. The list renders after them, so that it does not move down.
  const isAwaited = [yourTurn, user, list].some(
    ({ data, error }) => data === undefined && error === undefined,
  );
  if (isAwaited) return <PageSkeleton />;
  return (
    <Stack>
      {isUnqualified ? (
        <SurveyInvitation
          isPrimary={!isBusy}
          onSaved={async () => {
            await user.reload();
            focusHeading();
          }}
        />
      ) : null}
      <YourTurn show={show} />
      <Actions justify="space-between">
        {hasTools || isEmpty ? null : (
          <Button
            variant="subtle"
            leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
            onClick={() => askForTools(true)}
          >
            {t('common:actions.filter')}
          </Button>
        )}
        {/* An empty list has the button in its middle. */}
        {isEmpty && isQualified ? null : begin}
      </Actions>
      {hasTools && !isEmpty ? (
        <RequestFilters
          filter={filter}
          startsOpen={areToolsAsked}
          onSearch={(next) => {
            askForTools(true);
            set({ ...next, page: 0 });
            void list.reload();
          }}
        />
      ) : null}
      <DataTable
        caption={t('table.caption')}
        columns={hasTools ? columns : columns.map(({ sortField: _, ...column }) => column)}
        rowKey={(item) => item.id}
        {...paged}
        hasFoot={hasTools}
        empty={
          <NoRequests
            isFiltered={isFiltered(filter)}
            isUnqualified={isUnqualified}
            onShowAll={() => set({ ...noFilter, page: 0 })}
            begin={begin}
          />
        }
      />
      <RequestDialogs
        {...dialogs}
        onChanged={() => Promise.all([list.reload(), yourTurn.reload()])}
      />
    </Stack>
  );
}
