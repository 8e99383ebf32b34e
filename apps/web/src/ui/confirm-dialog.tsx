import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Actions } from './layout/actions.tsx';
import { type DialogProps, Modal } from './modal.tsx';

/** Asks before an irreversible action. The text explains the effect; the main button names the action. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  tone = 'default',
  isRunning = false,
  isDisabled = false,
  onConfirm,
  onClose,
}: DialogProps & {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  tone?: 'default' | 'danger';
  isRunning?: boolean;
  /** A precondition is not met. */
  isDisabled?: boolean;
  onConfirm: () => unknown;
}) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="md" isSmall closable={!isRunning}>
      <Stack gap="sm">{children}</Stack>
      <Actions mt="lg">
        <Button variant="default" onClick={onClose} disabled={isRunning} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button
          {...(tone === 'danger' ? { color: 'clay' } : {})}
          loading={isRunning}
          disabled={isDisabled}
          onClick={() => void onConfirm()}
        >
          {confirmLabel}
        </Button>
      </Actions>
    </Modal>
  );
}
