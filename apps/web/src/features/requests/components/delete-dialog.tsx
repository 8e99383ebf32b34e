import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import type { DialogProps } from '../../../ui/modal.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useShownAttempt } from '../../../ui/use-failure.ts';
import type { RequestTarget } from '../rules/request-target.ts';

/** Asks before a request is deleted; an error stays in the dialog until it is closed. */
export default function DeleteDialog({
  request,
  opened,
  onClose,
  onDone,
}: DialogProps & {
  request: RequestTarget;
  /** Called after success, because the list changed. */
  onDone: () => unknown;
}) {
  const { t } = useTranslation('requests');
  const action = useEndpointAction('deleteRequest');
  const { failure, isRunning, attempt, forget } = useShownAttempt();
  const confirm = (id: number) =>
    attempt(async () => {
      await action.run({ params: { id } });
      // The dialog stays until the list is reloaded, so that no button of a deleted row can be pressed.
      await onDone();
      notify.success(t('delete.done'));
      onClose();
    });
  return (
    <ConfirmDialog
      opened={opened}
      title={t('delete.title', { number: request.numRequest })}
      confirmLabel={t('actions.delete')}
      tone="danger"
      isRunning={isRunning}
      onClose={() => {
        forget();
        onClose();
      }}
      onConfirm={() => confirm(request.id)}
    >
      <Stack gap="sm">
        <p>{t('delete.text')}</p>
        <FailureBanner failure={failure} />
      </Stack>
    </ConfirmDialog>
  );
}
