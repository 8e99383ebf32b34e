import { Stack } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { oneOf, whole } from '../../../lib/routing/address-state.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { usePollingInterval } from '../../../lib/http/polling-interval.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { DataTableFoot } from '../../../ui/data-table-foot.tsx';
import { LoadingOrError, EmptyState } from '../../../ui/states.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { ThreadRow } from './thread-row.tsx';

const pageState = { page: whole(), size: oneOf([8, 15, 20]) } as const;

/** Conversations of a beneficiary. */
export function OwnThreads() {
  const { t } = useTranslation('messages');
  const [state, set] = useUrlState(pageState);
  const { data, total, error, reload } = useEndpoint(
    'listThreads',
    { query: { page: state.page, size: state.size } },
    { refreshInterval: usePollingInterval(30_000), isQuiet: true },
  );
  if (data === undefined) {
    return <LoadingOrError error={error} onRetry={reload} />;
  }
  if (data.length === 0 && state.page === 0) {
    return (
      <EmptyState
        icon={<IconMessages size={44} stroke={1.4} aria-hidden />}
        title={t('list.empty')}
        reason={t('list.emptyReason.BENEFICIAIRE')}
      />
    );
  }
  return (
    <Stack className={layout['text'] ?? ''}>
      <Stack component="ul" gap="xs" aria-label={t('list.label')}>
        {data.map((thread) => (
          <ThreadRow
            key={thread.stepId}
            thread={thread}
            viewer="BENEFICIAIRE"
            to={`/messages/${String(thread.stepId)}`}
          />
        ))}
      </Stack>
      <DataTableFoot
        caption={t('list.label')}
        rows={data}
        total={total}
        page={state.page}
        size={state.size}
        onChange={(change) => set(change as Parameters<typeof set>[0])}
      />
    </Stack>
  );
}
