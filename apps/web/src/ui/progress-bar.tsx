import { Progress, Stack } from '@mantine/core';

import '@mantine/core/styles/Progress.css';

import layout from './layout/layout.module.css';

/** A bar with its words: how much is done, 0–1. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  return (
    <Stack component="span" className={layout['small']} gap={4} miw={180}>
      <span>{label}</span>
      <Progress value={value * 100} aria-label={label} />
    </Stack>
  );
}
