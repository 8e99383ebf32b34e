import { Button, NativeSelect, Stack } from '@mantine/core';
import type { ImportRunView } from '@wasl/contracts';
import { IconHistory, IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

// Contains the arrows of the select.
import '@mantine/core/styles/Combobox.css';

import { formatMoment, useFormats } from '../../../lib/format/formats.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import type { Column } from '../../../ui/data-table-props.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { usePagedList } from '../../../ui/use-paged-list.ts';
import { FiledRequests } from '../components/filed-requests.tsx';
import { ImportResult } from '../components/import-result.tsx';
import { importsState } from '../rules/imports-state.ts';

const kinds = ['', 'REQUESTS', 'BENEFICIARIES'] as const;

export default function ImportsPage() {
  const { t } = useTranslation('imports');
  const formats = useFormats();
  const [state, set] = useUrlState(importsState);
  const list = useEndpoint('listImports', {
    query: {
      page: state.page,
      size: state.size,
      sort: `${state.sort.field},${state.sort.direction}`,
      ...(state.kind === '' ? {} : { kind: state.kind }),
    },
  });
  const paged = usePagedList(list, list.data?.results, state, set);

  const columns: Column<ImportRunView>[] = [
    {
      key: 'startedAt',
      header: t('list.columns.startedAt'),
      sortField: 'startedAt',
      render: (run) => <LtrText>{formatMoment(run.startedAt)}</LtrText>,
    },
    {
      key: 'kind',
      header: t('list.columns.kind'),
      render: (run) => t(`list.${run.kind}`),
    },
    {
      key: 'fileName',
      header: t('list.columns.fileName'),
      render: (run) => <bdi className={layout['wrap']}>{run.fileName}</bdi>,
    },
    {
      key: 'agent',
      header: t('list.columns.agent'),
      render: (run) => (run.agent === null ? t('list.gone') : <bdi>{run.agent}</bdi>),
    },
    {
      key: 'imported',
      header: t('list.columns.imported'),
      sortField: 'imported',
      align: 'end',
      render: (run) => formats.number(run.imported),
    },
    {
      key: 'status',
      header: t('list.columns.status'),
      render: (run) => <ImportResult run={run} />,
    },
  ];

  return (
    <Stack>
      <NativeSelect
        maw={260}
        label={t('list.kind')}
        data={kinds.map((kind) => ({
          value: kind,
          label: kind === '' ? t('list.all') : t(`list.${kind}`),
        }))}
        value={state.kind}
        onChange={(event) => {
          const { value } = event.currentTarget;
          set({ kind: kinds.find((kind) => kind === value) ?? '', page: 0 });
        }}
      />
      <DataTable
        caption={t('list.caption')}
        columns={columns}
        rowKey={(run) => run.run}
        {...paged}
        empty={
          state.kind === '' ? (
            <EmptyState
              icon={<IconHistory size={44} stroke={1.4} aria-hidden />}
              title={t('list.empty')}
              reason={t('list.emptyReason')}
              action={
                <Button component={Link} to="/requests" variant="default">
                  {t('list.back')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconSearchOff size={44} stroke={1.4} aria-hidden />}
              title={t('list.empty')}
              action={
                <Button variant="default" onClick={() => set({ kind: '', page: 0 })}>
                  {t('list.showAll')}
                </Button>
              }
            />
          )
        }
      />
      <FiledRequests />
    </Stack>
  );
}
