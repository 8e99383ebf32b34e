import { useTranslation } from 'react-i18next';

import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { notify } from '../../../../ui/notify.ts';
import { useAttempt } from '../../../../ui/use-failure.ts';
import type { StepDialogProps } from './step-dialog-props.ts';

export default function TakeBackDialog({ row, stepId, opened, onClose, onDone }: StepDialogProps) {
  const { t } = useTranslation('follow-up');
  const attempt = useAttempt();
  const takeBack = useEndpointAction('takeBackClosing');
  const number = row.numRequest;
  return (
    <ConfirmDialog
      opened={opened}
      title={t('takeBack.title', { number })}
      confirmLabel={t('takeBack.confirm')}
      isRunning={takeBack.isRunning}
      onClose={onClose}
      onConfirm={async () => {
        await attempt(async () => {
          await takeBack.run({ params: { stepId } });
          notify.success(t('takeBack.done', { number }));
        });
        await onDone();
        onClose();
      }}
    >
      <p>{t('takeBack.text')}</p>
    </ConfirmDialog>
  );
}
