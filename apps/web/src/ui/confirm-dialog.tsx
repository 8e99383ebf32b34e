import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';

/** Asks before something final. Says what will happen; the main button names the action. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  tone = 'default',
  isRunning = false,
  onConfirm,
  onClose,
}: {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  tone?: 'default' | 'danger';
  isRunning?: boolean;
  onConfirm: () => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="md" isSmall closable={!isRunning}>
      <div className={styles['body']}>{children}</div>
      <div className={styles['actions']}>
        <Button variant="default" onClick={onClose} disabled={isRunning} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button
          {...(tone === 'danger' ? { color: 'clay' } : {})}
          loading={isRunning}
          onClick={() => void onConfirm()}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
