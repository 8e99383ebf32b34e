import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { ApiError } from '../../lib/http/http.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

/** Shown when a request does not load. A missing request offers no retry. */
export function RequestFault({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation(['requests', 'wizard']);
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  return (
    <div role="alert">
      <EmptyState
        icon={<IconFileOff size={44} stroke={1.4} aria-hidden />}
        title={t('requests:unknown.title')}
        reason={t('requests:unknown.reason')}
        action={
          <Button component={Link} to="/requests">
            {t('wizard:view.backToList')}
          </Button>
        }
      />
    </div>
  );
}
