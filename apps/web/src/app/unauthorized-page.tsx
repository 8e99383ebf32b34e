import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { EmptyState } from '../ui/states.tsx';

/** For a signed-in person with another role. */
export default function UnauthorizedPage() {
  const { t } = useTranslation('layout');
  return (
    <EmptyState
      icon={<IconLock size={44} stroke={1.4} aria-hidden />}
      title={t('titles.unauthorized')}
      reason={t('unauthorized.hint')}
      action={
        <Button component={Link} to="/requests">
          {t('unauthorized.back')}
        </Button>
      }
    />
  );
}
