import { Progress, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Progress.css';

import { useLineWaits } from '../lib/http/line.ts';
import layout from './layout/layout.module.css';

/** A bar with its words: how much is done, 0–1. Where the line is away it says so, and that it goes on by itself. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  const { t } = useTranslation();
  const waits = useLineWaits();
  return (
    <Stack component="span" className={layout['small']} gap={4} miw={180}>
      <span>{label}</span>
      {/* There before it says anything: what appears is read out. */}
      <span role="status">{waits ? t('file.lineWaits') : ''}</span>
      <Progress value={value * 100} aria-label={label} />
    </Stack>
  );
}
