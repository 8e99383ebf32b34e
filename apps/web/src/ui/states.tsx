import { Box, Button, Skeleton, Stack } from '@mantine/core';
import { IconCloudOff, IconMoodEmpty, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../i18n/error-text.ts';
import layout from './layout/layout.module.css';
import { useMissingRecord } from './use-missing-record.ts';

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
    <Stack px="md" py={48} align="center" gap="sm" ta="center" c="dimmed">
      {icon ?? <IconMoodEmpty size={40} stroke={1.4} aria-hidden />}
      <Box component="p" c="var(--wasl-text)" fz="lg" fw={600}>
        {title}
      </Box>
      {reason === undefined ? null : (
        <Box component="p" maw="46ch">
          {reason}
        </Box>
      )}
      {action}
    </Stack>
  );
}

/** Explains a failed load and retries in place. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  useMissingRecord(error);
  return (
    <Stack px="md" py={48} align="center" gap="sm" ta="center" c="dimmed" role="alert">
      <IconCloudOff size={40} stroke={1.4} aria-hidden />
      <Box component="p" c="var(--wasl-text)" fz="lg" fw={600}>
        {t('errors.title')}
      </Box>
      <Box component="p" maw="46ch">
        {errorText(error)}
      </Box>
      {onRetry === undefined ? null : (
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => void onRetry()}
        >
          {t('actions.retry')}
        </Button>
      )}
    </Stack>
  );
}

export function PageSkeleton() {
  const { t } = useTranslation('layout');
  return (
    <Stack role="status" aria-label={t('loading')} data-page-skeleton>
      <Skeleton width="40%" height={28} />
      <Stack className={layout['card']} gap="sm">
        <Skeleton />
        <Skeleton width="85%" />
        <Skeleton width="60%" />
      </Stack>
      <Stack className={layout['card']} gap="sm">
        <Skeleton />
        <Skeleton width="70%" />
      </Stack>
    </Stack>
  );
}

/** Shown in place of content that is loading or failed to load. */
export function LoadingOrError({
  error,
  onRetry,
  height,
}: {
  error: unknown;
  onRetry: () => unknown;
  /** Height in pixels for a part of a page; without it the skeleton of a whole page is shown. */
  height?: number;
}) {
  if (error !== undefined) return <ErrorState error={error} onRetry={onRetry} />;
  return height === undefined ? <PageSkeleton /> : <Skeleton height={height} />;
}
