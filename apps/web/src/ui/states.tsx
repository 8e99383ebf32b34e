import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodEmpty, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../i18n/error-text.ts';
import styles from './states.module.css';

/** Nothing to show: says why, and offers what to do next. */
export function EmptyState({
  title,
  reason,
  action,
  icon,
}: {
  title: string;
  reason?: string;
  action?: ReactNode;
  icon?: ReactNode;
}) {
  return (
    <div className={styles['state']}>
      {icon ?? <IconMoodEmpty size={40} stroke={1.4} aria-hidden />}
      <p className={styles['title']}>{title}</p>
      {reason === undefined ? null : <p className={styles['hint']}>{reason}</p>}
      {action}
    </div>
  );
}

/** A load that failed: says what happened and tries again in place. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <div className={styles['state']} role="alert">
      <IconCloudOff size={40} stroke={1.4} aria-hidden />
      <p className={styles['title']}>{t('errors.title')}</p>
      <p className={styles['hint']}>{errorText(error)}</p>
      {onRetry === undefined ? null : (
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => void onRetry()}
        >
          {t('actions.retry')}
        </Button>
      )}
    </div>
  );
}

/** A grey bar in the place of something that is still coming. */
export function Bone({ width = '100%', height = 16 }: { width?: string; height?: number }) {
  return <span className={styles['bone']} style={{ inlineSize: width, blockSize: height }} />;
}

/** The shape of a page that is still coming. */
export function PageSkeleton() {
  const { t } = useTranslation('layout');
  return (
    <div className={styles['page']} role="status" aria-label={t('loading')} data-page-skeleton>
      <Bone width="40%" height={28} />
      <div className={styles['card']}>
        <Bone />
        <Bone width="85%" />
        <Bone width="60%" />
      </div>
      <div className={styles['card']}>
        <Bone />
        <Bone width="70%" />
      </div>
    </div>
  );
}
