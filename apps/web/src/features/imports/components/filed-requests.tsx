import { Box, Stack } from '@mantine/core';
import type { FiledRequestView } from '@wasl/contracts';
import { IconInbox } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

import { formatMoment, useFormats } from '../../../lib/format/formats.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import type { Column } from '../../../ui/data-table-props.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { filedTitleId } from './filed-title.ts';

function Need({ row }: { row: FiledRequestView }) {
  const formats = useFormats();
  return (
    <span className={layout['wrap']}>
      {row.description === null ? null : <span dir="auto">{row.description}</span>}
      <Box component="span" className={layout['small']} display="block">
        {row.journey ?? formats.list(row.services)}
      </Box>
    </span>
  );
}

/** Focuses, and scrolls to, the heading that an address names: it renders after the page. */
const focusOnce = (heading: HTMLElement | null): void => heading?.focus();

/** Requests filed for people who have not agreed or have refused; their data are hidden. */
export function FiledRequests() {
  const { t } = useTranslation('imports');
  const formats = useFormats();
  const { hash } = useLocation();
  const [place, setPlace] = useState({ page: 0, size: 8 });
  const list = useEndpoint('listFiledRequests', { query: place });
  const { counts, results } = list.data ?? {};
  if (counts === undefined || counts.waiting + counts.refused === 0) return null;
  const columns: Column<FiledRequestView>[] = [
    {
      key: 'email',
      header: t('filed.columns.email'),
      render: (row) => (
        <span className={layout['wrap']}>
          <LtrText>{row.email}</LtrText>
        </span>
      ),
    },
    { key: 'need', header: t('filed.columns.need'), render: (row) => <Need row={row} /> },
    {
      key: 'date',
      header: t('filed.columns.date'),
      render: (row) => <LtrText>{formatMoment(row.dateRequest)}</LtrText>,
    },
    {
      key: 'filedAt',
      header: t('filed.columns.filedAt'),
      render: (row) => <LtrText>{formatMoment(row.filedAt)}</LtrText>,
    },
    {
      key: 'state',
      header: t('filed.columns.state'),
      render: (row) => (
        <StatusTag
          tone={row.agreement === 'WAITING' ? 'waiting' : 'neutral'}
          label={t(`filed.state.${row.agreement}`)}
        />
      ),
    },
  ];
  return (
    <Stack component="section" aria-labelledby={filedTitleId}>
      <h2 id={filedTitleId} tabIndex={-1} ref={hash === `#${filedTitleId}` ? focusOnce : null}>
        {t('filed.title')}
      </h2>
      <p>
        <strong>{t('filed.waiting', { waiting: formats.number(counts.waiting) })}</strong>
        {counts.refused === 0
          ? null
          : ` · ${t('filed.refused', { refused: formats.number(counts.refused) })}`}
      </p>
      <p className={layout['muted']}>{t('filed.text')}</p>
      <DataTable
        caption={t('filed.caption')}
        columns={columns}
        rows={results}
        rowKey={(row) => row.id}
        total={list.total}
        page={place.page}
        size={place.size}
        onChange={({ page = 0, size = place.size }) => setPlace({ page, size })}
        isStale={list.isValidating}
        error={list.error}
        onRetry={list.reload}
        empty={
          <EmptyState
            icon={<IconInbox size={44} stroke={1.4} aria-hidden />}
            title={t('filed.empty')}
          />
        }
      />
    </Stack>
  );
}
