import { zodResolver } from '@hookform/resolvers/zod';
import {
  declineBody,
  declineReasons,
  type DeclinePreview,
  sendBackBody,
  takeBackSeconds,
} from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { WithSuggestions } from '../../../../domain/processing/with-suggestions.tsx';
import { formatMoment, isolated } from '../../../../lib/format/formats.ts';
import { ApiError } from '../../../../lib/http/http.ts';
import { serverNow } from '../../../../lib/http/server-time.ts';
import { useEndpoint, useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { currentSession } from '../../../../lib/session/session.ts';
import { BoundRadio } from '../../../../ui/form/index.ts';
import { notify } from '../../../../ui/notify.ts';
import { ReasonDialog } from '../../../../ui/reason-dialog.tsx';
import { LoadingOrError } from '../../../../ui/states.tsx';
import { AboutRequest } from './about-request.tsx';
import type { StepDialogProps, StepEnd } from './step-dialog-props.ts';
import { showDeclined } from './undo-decline.tsx';

export { showAgain } from './undo-decline.tsx';

const declineResolver = zodResolver(declineBody);
const sendBackResolver = zodResolver(sendBackBody);

/** Names the next organisation, or the duplicate request of the person. */
function DeclineOutcome({
  preview: { organisation, duplicates },
  isDuplicate,
}: {
  preview: DeclinePreview;
  isDuplicate: boolean;
}) {
  const { t } = useTranslation('step-end');
  if (!isDuplicate)
    return (
      <p>
        {organisation === null
          ? t('decline.noOtherOrganisation')
          : t('decline.next', { organisation: isolated(organisation) })}
      </p>
    );
  return (
    <>
      <p>{t(duplicates.length === 0 ? 'decline.noDuplicate' : 'decline.duplicateLead')}</p>
      <BoundRadio
        name="duplicateOf"
        label={t('decline.duplicateOf')}
        choices={duplicates.map(({ requestId, numRequest, dateRequest, service }) => ({
          value: String(requestId),
          label: [numRequest, formatMoment(dateRequest), service].map(isolated).join(' · '),
        }))}
        required
      />
    </>
  );
}

/** Explains the effect of giving a step up or returning its request, and asks for the reason. */
export default function StepEndDialog({
  end,
  row,
  stepId,
  opened,
  onClose,
  onDone,
}: StepDialogProps & { end: StepEnd }) {
  const { t } = useTranslation(['step-end', 'worklist', 'words']);
  const decline = useEndpointAction('declineStep');
  const sendBack = useEndpointAction('sendBackStep');
  // Loads the step when the dialog opens, so that a colleague's change is not undone unseen.
  const now = useEndpoint('getStepDocuments', opened ? { params: { stepId } } : null, {
    keepPreviousData: false,
    revalidateOnReconnect: false,
    dedupingInterval: 0,
  });
  const version = now.data?.step?.version;
  const preview = useEndpoint(
    'previewDecline',
    opened && end === 'decline' ? { params: { stepId } } : null,
    { keepPreviousData: false, dedupingInterval: 0 },
  );
  /** Sends the action. After a conflict the next attempt uses the present state. */
  const attempt = async <T,>(send: () => Promise<T>): Promise<T> => {
    try {
      const answer = await send();
      // The dialog stays until the list is reloaded, so that no stale row can be pressed.
      await onDone();
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        await Promise.all([now.reload(), onDone()]);
      throw error;
    }
  };
  const params = { stepId };
  const wrap = (field: ReactNode) => (
    <WithSuggestions stepId={stepId} reader="beneficiary">
      {field}
    </WithSuggestions>
  );
  const shared = { opened, onClose, draftName: `${end}-${String(stepId)}` };
  if (end === 'sendBack') {
    return (
      <ReasonDialog
        {...shared}
        title={t('sendBack.title', { number: row.numRequest })}
        text={{ label: t('sendBack.text'), hint: t('sendBack.textHint'), maxLength: 2000, wrap }}
        resolver={sendBackResolver}
        confirmLabel={t('worklist:actions.sendBack')}
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
      text={{ label: t('decline.text'), hint: t('decline.textHint'), maxLength: 1000, wrap }}
      resolver={declineResolver}
      confirmLabel={t('worklist:actions.decline')}
      isReady={preview.data !== undefined}
      more={(reason) =>
        preview.data === undefined ? (
          <LoadingOrError error={preview.error} onRetry={preview.reload} />
        ) : (
          <DeclineOutcome preview={preview.data} isDuplicate={reason === 'DUPLICATE'} />
        )
      }
      onSend={async ({ reason, text, duplicateOf }) => {
        const { data } = await attempt(() =>
          decline.run({ params, body: { reason, text, duplicateOf, version } }),
        );
        const next = data.organisation;
        const done =
          reason === 'DUPLICATE'
            ? t('decline.closed')
            : next === null
              ? t('decline.searched')
              : t('decline.done', { organisation: isolated(next) });
        showDeclined({
          stepId,
          number: row.numRequest,
          text: done,
          until: serverNow() + takeBackSeconds * 1000,
          email: currentSession()?.email,
        });
      }}
    >
      <AboutRequest row={row} />
      <p>{t('decline.lead')}</p>
    </ReasonDialog>
  );
}
