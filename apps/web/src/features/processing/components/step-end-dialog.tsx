import { zodResolver } from '@hookform/resolvers/zod';
import { declineBody, declineReasons, sendBackBody } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../lib/format/formats.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { notify } from '../../../ui/notify.ts';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { AboutRequest } from './about-request.tsx';
import type { StepDialogProps, StepEnd } from './step-more-dialog.tsx';

const declineResolver = zodResolver(declineBody);
const sendBackResolver = zodResolver(sendBackBody);

/** Says what giving a step up, or sending its request back, does, and asks why. */
export default function StepEndDialog({
  end,
  row,
  stepId,
  opened,
  onClose,
  onDone,
}: StepDialogProps & { end: StepEnd }) {
  const { t } = useTranslation(['worklist', 'words']);
  const decline = useEndpointAction('declineStep');
  const sendBack = useEndpointAction('sendBackStep');
  // The step as it stands when the dialog opens: what a colleague does meanwhile is not undone unseen.
  const now = useEndpoint('getStepDocuments', opened ? { params: { stepId } } : null, {
    keepPreviousData: false,
    revalidateOnReconnect: false,
    dedupingInterval: 0,
  });
  const version = now.data?.step?.version;
  /** Sends it; a refusal for what has changed is said, and the next try is made on what is there now. */
  const attempt = async <T,>(send: () => Promise<T>): Promise<T> => {
    try {
      const answer = await send();
      // The dialog stays until the list is fresh: no button of a row that has changed can be pressed.
      await onDone();
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        await Promise.all([now.reload(), onDone()]);
      throw error;
    }
  };
  const params = { stepId };
  const shared = { opened, onClose, draftName: `${end}-${String(stepId)}` };
  if (end === 'sendBack') {
    return (
      <ReasonDialog
        {...shared}
        title={t('sendBack.title', { number: row.numRequest })}
        text={{ label: t('sendBack.text'), hint: t('sendBack.textHint'), maxLength: 2000 }}
        resolver={sendBackResolver}
        confirmLabel={t('actions.sendBack')}
        onSend={async ({ text }) => {
          await attempt(() => sendBack.run({ params, body: { text, version } }));
          notify.success(t('sendBack.done'));
        }}
      >
        <AboutRequest row={row} />
        <p>{t('sendBack.lead')}</p>
      </ReasonDialog>
    );
  }
  return (
    <ReasonDialog
      {...shared}
      title={t('decline.title', { number: row.numRequest })}
      reasons={{
        label: t('decline.reason'),
        choices: declineReasons.map((value) => ({ value, label: t(`words:reasons.${value}`) })),
      }}
      text={{ label: t('decline.text'), hint: t('decline.textHint'), maxLength: 1000 }}
      resolver={declineResolver}
      confirmLabel={t('actions.decline')}
      onSend={async ({ reason, text }) => {
        const { data } = await attempt(() =>
          decline.run({ params, body: { reason, text, version } }),
        );
        const next = data.organisation;
        notify.success(
          next === null
            ? t('decline.searched')
            : t('decline.done', { organisation: isolated(next) }),
        );
      }}
    >
      <AboutRequest row={row} />
      <p>{t('decline.lead')}</p>
    </ReasonDialog>
  );
}
