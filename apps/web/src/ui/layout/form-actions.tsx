import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import layout from './layout.module.css';

/** Cancel and submit buttons of a form in a dialog, always in view; both are disabled while it runs. */
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
  /** "Cancel" by default. */
  cancelLabel?: string;
  submitLabel: string;
  /** The action is destructive or a refusal. */
  isSerious?: boolean;
  /** Whether everything that the user must see first has loaded. */
  isReady?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className={layout['onward']}>
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
    </div>
  );
}
