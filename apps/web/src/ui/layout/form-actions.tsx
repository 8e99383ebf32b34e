import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { Actions } from './actions.tsx';

/** How a form in a dialog ends: left, or sent. Neither while it is under way. */
export function FormActions({
  isRunning,
  onCancel,
  cancelLabel,
  submitLabel,
  isSerious = false,
  isReady = true,
}: {
  isRunning: boolean;
  onCancel: () => void;
  /** "Cancel" unless told. */
  cancelLabel?: string;
  submitLabel: string;
  /** What is sent takes something away, or turns somebody down. */
  isSerious?: boolean;
  /** Whether everything that the person must see first is there. */
  isReady?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Actions>
      <Button variant="default" disabled={isRunning} onClick={onCancel}>
        {cancelLabel ?? t('actions.cancel')}
      </Button>
      <Button
        type="submit"
        loading={isRunning}
        disabled={!isReady}
        {...(isSerious && { color: 'clay' })}
      >
        {submitLabel}
      </Button>
    </Actions>
  );
}
