import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

import layout from '../../ui/layout/layout.module.css';
import { focusHeading } from '../../ui/page-title.tsx';
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import { useCall } from '../api/use-call.ts';
import { ActList } from '../components/act-list.tsx';

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
  const goTo = (next: string | null) => {
    setQuery(next === null ? {} : { after: next });
    window.scrollTo(0, 0);
    focusHeading();
  };
  return (
    <Stack>
      <div className={layout['card']}>
        {data.rows.length === 0 ? (
          <EmptyState title={t('history.nothing')} reason={t('history.nothingReason')} />
        ) : (
          <ActList acts={data.rows} />
        )}
      </div>
      <Group>
        {after === '' ? null : (
          <Button variant="default" onClick={() => goTo(null)}>
            {t('unrouted.first')}
          </Button>
        )}
        {data.next === null ? null : (
          <Button variant="default" onClick={() => goTo(data.next)}>
            {t('unrouted.next')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
