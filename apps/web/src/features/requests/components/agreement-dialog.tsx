import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCurrentUser } from '../../../domain/accounts/current-user.ts';
import { isolated } from '../../../lib/format/formats.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Survey } from '../../../ui/slots.ts';
import type { RequestTarget } from '../rules/request-target.ts';

export type AgreementAnswer = 'accept' | 'refuse' | 'withdraw';

/**
 * Explains the effect of an answer before it is given. A person without a survey first answers the survey, then returns
 * here.
 */
export default function AgreementDialog({
  request,
  answer,
  onClose,
}: {
  request: RequestTarget;
  /** Null while the dialog is closed. */
  answer: AgreementAnswer | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(['agreement', 'requests']);
  const user = useCurrentUser();
  const decide = useEndpointAction('decideAgreement');
  const withdraw = useEndpointAction('withdrawAgreement');
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsked, setAsked] = useState(false);
  // Retains the text during the closing animation.
  const [last, setLast] = useState<AgreementAnswer>('accept');
  if (answer !== null && answer !== last) setLast(answer);
  const shown = answer ?? last;
  const needsSurvey = shown === 'accept' && user.data?.qualification === null;

  const close = () => {
    setFailure(null);
    onClose();
  };
  const confirm = async () => {
    if (needsSurvey) {
      setAsked(true);
      return;
    }
    setFailure(null);
    setRunning(true);
    try {
      const params = { id: request.id };
      if (shown === 'withdraw') await withdraw.run({ params });
      else await decide.run({ params, body: { accepted: shown === 'accept' } });
      await refresh('filterRequests', 'getYourTurn', 'getRequest', 'requestHistory');
      notify.success(t(`dialog.${shown}.done`));
      close();
    } catch (caught) {
      setFailure(caught);
      // Answered elsewhere meanwhile: the page is stale.
      await refresh('filterRequests', 'getYourTurn', 'getRequest');
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      <ConfirmDialog
        opened={answer !== null && !isAsked}
        title={t(`dialog.${shown}.title`, { number: request.numRequest })}
        confirmLabel={t(needsSurvey ? 'dialog.accept.answer' : `requests:agreement.${shown}`)}
        tone={shown === 'accept' ? 'default' : 'danger'}
        isRunning={isRunning}
        onClose={close}
        onConfirm={confirm}
      >
        <Stack gap="sm">
          <p>
            {t(`dialog.${shown}.text`, {
              organisation: isolated(request.organisation ?? ''),
            })}
          </p>
          {shown === 'accept' ? <p>{t('dialog.accept.later')}</p> : null}
          {needsSurvey ? <Banner tone="warning">{t('dialog.accept.survey')}</Banner> : null}
          <FailureBanner failure={failure} />
        </Stack>
      </ConfirmDialog>
      {needsSurvey || isAsked ? (
        <Survey
          opened={isAsked}
          onClose={() => setAsked(false)}
          onSaved={() => void user.reload()}
        />
      ) : null}
    </>
  );
}
