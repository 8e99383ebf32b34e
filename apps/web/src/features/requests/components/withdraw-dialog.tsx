import { zodResolver } from '@hookform/resolvers/zod';
import { withdrawalBody, withdrawalReasons } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { ApiError } from '../../../lib/http/http.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import type { DialogProps } from '../../../ui/modal.tsx';
import { notify } from '../../../ui/notify.ts';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import type { RequestTarget } from '../rules/request-target.ts';

const resolver = zodResolver(withdrawalBody);

export default function WithdrawDialog({
  request,
  opened,
  onClose,
}: DialogProps & { request: RequestTarget }) {
  const { t } = useTranslation(['requests', 'words']);
  const action = useEndpointAction('withdrawRequest');
  // The dialog stays until the list is reloaded, so that no stale row can be pressed.
  const reread = () =>
    refresh(
      'filterRequests',
      'getYourTurn',
      'getRequest',
      'requestHistory',
      'getReceipt',
      'listSteps',
    );
  return (
    <ReasonDialog
      opened={opened}
      title={t('withdraw.title', { number: request.numRequest })}
      reasons={{
        label: t('withdraw.reason'),
        choices: withdrawalReasons.map((value) => ({ value, label: t(`words:reasons.${value}`) })),
      }}
      text={{ label: t('withdraw.text'), hint: t('withdraw.textHint'), maxLength: 1000 }}
      resolver={resolver}
      draftName={`withdraw-${String(request.id)}`}
      confirmLabel={t('actions.withdraw')}
      onSend={async (body) => {
        try {
          await action.run({ params: { id: request.id }, body });
        } catch (error) {
          // Processed or returned meanwhile: the page is stale.
          if (error instanceof ApiError && error.status === 409) await reread();
          throw error;
        }
        await reread();
        notify.success(t('withdraw.done'));
      }}
      onClose={onClose}
    >
      <p>{t('withdraw.lead')}</p>
    </ReasonDialog>
  );
}
