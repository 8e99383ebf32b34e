import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

import layout from '../../ui/layout/layout.module.css';
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import { useCall } from '../api/use-call.ts';
import { ActList } from '../components/act-list.tsx';
import { NextPage } from '../components/next-page.tsx';

/** Acts of all administrators, newest first. */
export default function HistoryPage() {
  const { t } = useTranslation('administration');
  const [query, setQuery] = useSearchParams();
  const after = query.get('after') ?? '';
  const { data, error, reload } = useCall(
    'readHistory',
    after === '' ? { query: {} } : { query: { after } },
  );
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  return (
    <Stack>
      <div className={layout['card']}>
        {data.rows.length === 0 ? (
          <EmptyState title={t('history.nothing')} reason={t('history.nothingReason')} />
        ) : (
          <ActList acts={data.rows} />
        )}
      </div>
      <NextPage
        after={after}
        next={data.next}
        onChange={(page) => setQuery(page === null ? {} : { after: page })}
      />
    </Stack>
  );
}
