import { Box, Button, Checkbox, Group, Stack } from '@mantine/core';
import type { AssignRefusal, UnroutedRowView } from '@wasl/contracts/administration';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

import '../../ui/form/choice-styles.ts';
import { formatMoment, isolated, useFormats } from '../../lib/format/formats.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table-props.ts';
import { choiceSearch } from '../../ui/form/choice-search.ts';
import { useSearchDirection } from '../../ui/form/direction.ts';
import { LazySelect } from '../../ui/form/lazy-select.tsx';
import layout from '../../ui/layout/layout.module.css';
import { LongText } from '../../ui/long-text.tsx';
import { LtrText } from '../../ui/ltr-text.tsx';
import { notify } from '../../ui/notify.ts';
import { focusHeading } from '../../ui/page-title.tsx';
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import { useAttempt } from '../../ui/use-failure.ts';
import styles from '../administration.module.css';
import { call } from '../api/client.ts';
import { refresh, useCall } from '../api/use-call.ts';
import { DefaultOrganisations } from '../components/default-organisations.tsx';
import { NextPage } from '../components/next-page.tsx';
import { NotDone } from '../components/not-done.tsx';
import { batchesOf } from '../rules/decisions.ts';

const canAssign = ({ services }: UnroutedRowView): boolean => services.length > 0;

function Services({ services }: Pick<UnroutedRowView, 'services'>) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  if (services.length === 0) return t('unrouted.noService');
  return (
    <Stack component="ul" gap={4}>
      {services.map(({ code, title, reason, organisations }) => (
        <li key={code}>
          {title}
          <p className={layout['small']}>
            {t(`unrouted.reasons.${reason}`, {
              organisations: formats.list(organisations.map(isolated)),
            })}
          </p>
        </li>
      ))}
    </Stack>
  );
}

function useColumns(
  chosen: ReadonlySet<number>,
  choose: (rows: readonly UnroutedRowView[], isChosen: boolean) => void,
): readonly Column<UnroutedRowView>[] {
  const { t } = useTranslation('administration');
  return [
    {
      key: 'request',
      header: t('unrouted.request'),
      render: (row) => (
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Checkbox
            mt={2}
            aria-label={t('unrouted.choose', { number: isolated(row.numRequest) })}
            checked={chosen.has(row.id)}
            disabled={!canAssign(row)}
            onChange={({ currentTarget }) => choose([row], currentTarget.checked)}
          />
          <div>
            <LtrText>{row.numRequest}</LtrText>
            {row.submittedAt === null ? null : (
              <p className={layout['small']}>
                <LtrText>{formatMoment(row.submittedAt).slice(0, 10)}</LtrText>
              </p>
            )}
          </div>
        </Group>
      ),
    },
    {
      key: 'person',
      header: t('unrouted.person'),
      render: ({ name, town }) => (
        <>
          <bdi className={styles['wraps']}>{name}</bdi>
          {town === null ? null : <p className={layout['small']}>{town}</p>}
        </>
      ),
    },
    {
      key: 'services',
      header: t('unrouted.services'),
      render: ({ journey, services }) => (
        <>
          {journey === null ? null : <p className={layout['strong']}>{journey}</p>}
          <Services services={services} />
        </>
      ),
    },
    {
      key: 'need',
      header: t('unrouted.need'),
      render: ({ need }) => (need === null ? '–' : <LongText text={need} />),
    },
  ];
}

/** The organisation and the button, in view at every scroll position. */
function AssignBar({
  count,
  isRunning,
  onAssign,
}: {
  count: number;
  isRunning: boolean;
  onAssign: (organisation: { readonly id: number; readonly title: string }) => void;
}) {
  const { t } = useTranslation(['administration', 'common']);
  const { data: organisations = [] } = useCall('listOrganisations', {});
  const [organisationId, setOrganisationId] = useState<string | null>(null);
  const direction = useSearchDirection();
  const filter = useMemo(() => choiceSearch(), []);
  const organisation = organisations.find(({ id }) => String(id) === organisationId);
  return (
    <Group
      component="section"
      className={layout['onward'] ?? ''}
      aria-label={t('unrouted.caption')}
    >
      <Box flex="1 1 240px" maw={480}>
        <LazySelect
          {...direction}
          label={t('unrouted.organisation')}
          data={organisations.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={organisationId}
          onChange={setOrganisationId}
          searchable
          filter={filter}
          placeholder={t('common:form.choose')}
          nothingFoundMessage={t('common:form.noMatch')}
          checkIconPosition="right"
          autoComplete="off"
        />
      </Box>
      <Button
        loading={isRunning}
        disabled={organisation === undefined}
        onClick={() => {
          if (organisation !== undefined) onAssign(organisation);
        }}
      >
        {t('unrouted.assign', { count })}
      </Button>
    </Group>
  );
}

interface Failed {
  readonly number: string;
  readonly refusal: AssignRefusal;
}

/** Submitted requests that no organisation handles: chosen, and assigned together. */
export default function UnroutedPage() {
  const { t } = useTranslation('administration');
  const attempt = useAttempt();
  const [search, setSearch] = useSearchParams();
  const after = search.get('after') ?? '';
  const { data, error, isValidating, reload } = useCall(
    'listUnrouted',
    after === '' ? { query: {} } : { query: { after } },
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isRunning, setRunning] = useState(false);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const choose = (rows: readonly UnroutedRowView[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const row of rows.filter(canAssign)) {
      if (isChosen) next.add(row.id);
      else next.delete(row.id);
    }
    setChosen(next);
  };
  const columns = useColumns(chosen, choose);
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;

  const selectable = data.rows.filter(canAssign);
  const selection = data.rows.filter(({ id }) => chosen.has(id));
  const assign = (organisation: { readonly id: number; readonly title: string }) =>
    attempt(async () => {
      setRunning(true);
      setFailed([]);
      try {
        const numbers = new Map(selection.map(({ id, numRequest }) => [id, numRequest]));
        const left: Failed[] = [];
        for (const part of batchesOf(selection.map(({ id }) => id))) {
          const body = { ids: part, organisationId: organisation.id };
          const { results } = await call('assignRequests', { body });
          for (const { id, refusal } of results)
            if (refusal !== null) left.push({ number: numbers.get(id) ?? '', refusal });
        }
        setFailed(left);
        setChosen(new Set());
        const count = selection.length - left.length;
        if (count > 0)
          notify.success(t('unrouted.done', { count, organisation: isolated(organisation.title) }));
        // The bar with the pressed button is gone.
        focusHeading();
      } finally {
        await refresh('listUnrouted', 'readWaiting');
        setRunning(false);
      }
    });
  return (
    <Stack>
      <NotDone
        title={t('unrouted.notDone')}
        lines={failed.map(({ number, refusal }) => t(`unrouted.refusals.${refusal}`, { number }))}
      />
      {data.rows.length === 0 ? null : (
        <>
          <p className={layout['lead']}>{t('unrouted.hint')}</p>
          <Group justify="space-between">
            <Checkbox
              label={t('unrouted.chooseAll')}
              checked={selectable.length > 0 && selection.length === selectable.length}
              indeterminate={selection.length > 0 && selection.length < selectable.length}
              disabled={selectable.length === 0}
              onChange={({ currentTarget }) => choose(selectable, currentTarget.checked)}
            />
            <span>{t('unrouted.total', { count: data.total })}</span>
          </Group>
        </>
      )}
      <DataTable
        caption={t('unrouted.caption')}
        columns={columns}
        rows={data.rows}
        rowKey={({ id }) => id}
        total={data.rows.length}
        page={0}
        size={data.rows.length}
        hasFoot={false}
        isStale={isValidating}
        onChange={() => undefined}
        empty={<EmptyState title={t('unrouted.nothing')} reason={t('unrouted.nothingReason')} />}
      />
      <NextPage
        after={after}
        next={data.next}
        onChange={(page) => {
          setChosen(new Set());
          setSearch(page === null ? {} : { after: page });
        }}
      />
      <DefaultOrganisations />
      {selection.length === 0 ? null : (
        <AssignBar count={selection.length} isRunning={isRunning} onAssign={assign} />
      )}
    </Stack>
  );
}
