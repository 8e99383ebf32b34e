import { Stack } from '@mantine/core';
import type { RecordAccessView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { formatMoment } from '../../../lib/formats.ts';
import { useEndpoint } from '../../../lib/use-endpoint.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** Which agents opened one's own requests, latest first. */
export function RecordAccesses() {
  const { t } = useTranslation('profile');
  const [{ page, size }, setPlace] = useState({ page: 0, size: 8 });
  const { data, total, error, isValidating, reload } = useEndpoint('listRecordAccesses', {
    query: { page, size },
  });
  const columns: readonly Column<RecordAccessView>[] = [
    {
      key: 'at',
      header: t('accesses.at'),
      render: ({ at }) => <LtrText>{formatMoment(at)}</LtrText>,
    },
    {
      key: 'organisation',
      header: t('accesses.by'),
      render: ({ organisation, agent }) => (
        <>
          <bdi>{organisation}</bdi>
          {agent === null ? null : (
            <>
              {' · '}
              <bdi>{agent}</bdi>
            </>
          )}
        </>
      ),
    },
    {
      key: 'kind',
      header: t('accesses.what'),
      render: ({ kind, times }) =>
        t('accesses.times', { what: t(`accesses.kinds.${kind}`), count: times }),
    },
    {
      key: 'numRequest',
      header: t('accesses.request'),
      render: ({ requestId, numRequest }) => (
        <Link to={`/requests/${String(requestId)}`}>
          <LtrText>{numRequest}</LtrText>
        </Link>
      ),
    },
  ];
  return (
    <Stack component="section" className={layout['card']} aria-labelledby="accesses-title">
      <h2 className={layout['title']} id="accesses-title">
        {t('accesses.title')}
      </h2>
      <p className={layout['lead']}>{t('accesses.lead')}</p>
      <DataTable
        caption={t('accesses.title')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        total={total}
        page={page}
        size={size}
        onChange={(change) => {
          setPlace((now) => ({ page: change.page ?? 0, size: change.size ?? now.size }));
        }}
        isStale={isValidating}
        error={error}
        onRetry={reload}
        empty={<EmptyState title={t('accesses.none')} />}
      />
    </Stack>
  );
}
