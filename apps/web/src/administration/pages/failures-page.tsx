import { Button, Group, Stack } from '@mantine/core';
import type { FailureView } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';

import { formatMoment, isolated } from '../../lib/format/formats.ts';
import { serverNow } from '../../lib/http/server-time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table-props.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';
import { notify } from '../../ui/notify.ts';
import { focusHeading } from '../../ui/page-title.tsx';
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import { useAttempt } from '../../ui/use-failure.ts';
import styles from '../administration.module.css';
import { call } from '../api/client.ts';
import { refresh, useCall } from '../api/use-call.ts';
import { NextPage } from '../components/next-page.tsx';
import { failedQueues, isFailureQueue, type FailureQueue } from '../rules/failure-queues.ts';

/** Name of what failed: the subject of a mail, or the kind in the reader's language. */
function useNameOf(): (row: FailureView) => string {
  const { t, i18n } = useTranslation('administration');
  return ({ subject, kind }) => {
    if (subject !== null) return subject;
    // A kind of a newer server, or of a removed plugin, has no words: its code is shown.
    const key = `failures.kinds.${kind.replaceAll('.', '_')}`;
    return i18n.exists(key, { ns: 'administration' }) ? t(key as 'failures.kinds.CODE') : kind;
  };
}

function Reason({ row: { cause, detail, block, attempts, nextAt } }: { row: FailureView }) {
  const { t } = useTranslation('administration');
  return (
    <>
      <p>{t(`failures.causes.${cause}`)}</p>
      <div className={layout['small']}>
        <p>{t('failures.attempts', { count: attempts })}</p>
        {detail === null ? null : (
          <p>
            <LtrText>{detail}</LtrText>
          </p>
        )}
        {block === null ? null : <p>{t(`failures.blocks.${block}`)}</p>}
        {nextAt === null || isAsked(nextAt) ? null : (
          <p>{t('failures.next', { moment: isolated(formatMoment(nextAt)) })}</p>
        )}
      </div>
    </>
  );
}

/** Whether the next run of a job is due. */
const isAsked = (nextAt: string | null): boolean =>
  nextAt !== null && Date.parse(nextAt) <= serverNow();

function useColumns(
  isRunning: boolean,
  retry: (row: FailureView) => void,
): readonly Column<FailureView>[] {
  const { t } = useTranslation('administration');
  const nameOf = useNameOf();
  return [
    {
      key: 'what',
      header: t('failures.what'),
      render: (row) => (
        <div className={styles['wraps']}>
          <bdi className={layout['strong']}>{nameOf(row)}</bdi>
          {row.at === null ? null : (
            <p className={layout['small']}>
              <LtrText>{formatMoment(row.at)}</LtrText>
            </p>
          )}
        </div>
      ),
    },
    {
      key: 'to',
      header: t('failures.to'),
      render: ({ to, organisation, host }) => (
        <div className={styles['wraps']}>
          {to === null ? null : <LtrText>{to}</LtrText>}
          {organisation === null ? null : <bdi>{organisation}</bdi>}
          {host === null ? null : (
            <p className={layout['small']}>
              <LtrText>{host}</LtrText>
            </p>
          )}
          {to === null && organisation === null ? '–' : null}
        </div>
      ),
    },
    {
      key: 'reason',
      header: t('failures.reason'),
      render: (row) => (
        <div className={styles['wraps']}>
          <Reason row={row} />
        </div>
      ),
    },
    {
      key: 'retry',
      header: t('failures.retry'),
      isWideOnCards: true,
      render: (row) => {
        if (row.block !== null) return null;
        if (isAsked(row.nextAt)) return t('failures.asked');
        return (
          <Button
            variant="default"
            size="sm"
            disabled={isRunning}
            aria-label={t('failures.retryOne', { name: isolated(nameOf(row)) })}
            onClick={() => retry(row)}
          >
            {t('failures.retry')}
          </Button>
        );
      },
    },
  ];
}

/** The failed rows of one queue. */
function Queue({ queue, count }: { queue: FailureQueue; count: number }) {
  const { t } = useTranslation('administration');
  const attempt = useAttempt();
  const [search, setSearch] = useSearchParams();
  const after = search.get('after') ?? '';
  const { data, error, isValidating, reload } = useCall('listFailures', {
    query: after === '' ? { queue } : { queue, after },
  });
  const [isRunning, setRunning] = useState(false);
  const retry = (id: string | null) =>
    attempt(async () => {
      setRunning(true);
      try {
        const retried = await call('retryFailures', { body: { queue, id } });
        if (retried.count > 0) notify.success(t('failures.retried', { count: retried.count }));
        else notify.info(t('failures.nothingRetried'), 5000);
        // The pressed button goes with its row.
        focusHeading();
      } finally {
        await refresh('listFailures', 'readWaiting');
        setRunning(false);
      }
    });
  const columns = useColumns(isRunning, ({ id }) => void retry(id));
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;

  return (
    <>
      <Group justify="space-between">
        <p className={layout['lead']}>{t('failures.lead')}</p>
        {count < 2 ? null : (
          <Button loading={isRunning} onClick={() => void retry(null)}>
            {t('failures.retryAll')}
          </Button>
        )}
      </Group>
      <DataTable
        caption={t(`failures.queues.${queue}`)}
        columns={columns}
        rows={data.rows}
        rowKey={({ id }) => id}
        total={data.rows.length}
        page={0}
        size={data.rows.length}
        hasFoot={false}
        isStale={isValidating}
        onChange={() => undefined}
        empty={<EmptyState title={t('failures.nothing')} reason={t('failures.nothingReason')} />}
      />
      <NextPage
        after={after}
        next={data.next}
        onChange={(page) => setSearch(page === null ? { queue } : { queue, after: page })}
      />
    </>
  );
}

/** Mails, phone messages, messages to other systems and jobs that failed, and their retry. */
export default function FailuresPage() {
  const { t } = useTranslation('administration');
  const { data: waiting, error, reload } = useCall('readWaiting', {});
  const [search] = useSearchParams();
  if (waiting === undefined) return <LoadingOrError error={error} onRetry={reload} />;

  const failed = failedQueues(waiting);
  const named = search.get('queue');
  const chosen = isFailureQueue(named) ? named : failed[0]?.key;
  if (chosen === undefined || failed.length === 0) {
    return (
      <div className={layout['card']}>
        <EmptyState title={t('failures.nothing')} reason={t('failures.nothingReason')} />
      </div>
    );
  }
  return (
    <Stack>
      <Group component="nav" gap="xs" aria-label={t('failures.kind')}>
        {failed.map(({ key, count }) => (
          <Button
            key={key}
            component={Link}
            to={`/failures?queue=${key}`}
            variant={key === chosen ? 'light' : 'default'}
            aria-current={key === chosen ? 'page' : undefined}
          >
            {t('failures.queue', { queue: t(`failures.queues.${key}`), count })}
          </Button>
        ))}
      </Group>
      <Queue
        key={chosen}
        queue={chosen}
        count={failed.find(({ key }) => key === chosen)?.count ?? 0}
      />
    </Stack>
  );
}
