import { Progress, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Progress.css';

import { useIsWaitingForConnection } from '../lib/http/connectivity.ts';
import layout from './layout/layout.module.css';

/** Progress bar with a label, 0–1. While the connection is lost it says so, and that the work resumes automatically. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  const { t } = useTranslation();
  const waits = useIsWaitingForConnection();
  return (
    <Stack className={layout['small']} gap={4} miw={180}>
      <span>{label}</span>
      {/* A live region must exist before its text, so that the text is announced. */}
      <span role="status">{waits ? t('file.lineWaits') : ''}</span>
      <Progress value={value * 100} aria-label={label} />
    </Stack>
  );
}
