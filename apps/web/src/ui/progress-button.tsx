import { Button, type ButtonProps, Group } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../lib/format/formats.ts';
import { ProgressBar } from './progress-bar.tsx';

/** Button of a long action: shows the progress while it runs, and cancels it where possible. */
export function ProgressButton({
  isRunning,
  progress,
  onCancel,
  children,
  ...button
}: ButtonProps & {
  isRunning: boolean;
  /** 0–1; shown once data were sent. */
  progress?: number;
  onCancel?: () => void;
  type?: 'button' | 'submit';
  onClick?: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const hasProgress = isRunning && progress !== undefined && progress > 0;
  return (
    <Group gap="sm" display="inline-flex">
      <Button flex="1 1 auto" {...button} loading={isRunning}>
        {children}
      </Button>
      {hasProgress ? (
        <ProgressBar
          value={progress}
          label={t('file.progress', { percent: formats.percent(Math.round(progress * 100)) })}
        />
      ) : null}
      {isRunning && onCancel !== undefined ? (
        <Button variant="subtle" onClick={onCancel}>
          {t('file.cancel')}
        </Button>
      ) : null}
    </Group>
  );
}
