import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { tabStore } from '../../../../lib/drafts/device-store.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { refreshAll } from '../../../../lib/http/refresh.ts';
import { serverNow } from '../../../../lib/http/server-time.ts';
import { currentSession } from '../../../../lib/session/session.ts';
import { LtrText } from '../../../../ui/ltr-text.tsx';
import { notify } from '../../../../ui/notify.ts';
import { useAttempt } from '../../../../ui/use-failure.ts';
import { declinedKey } from '../../rules/worklist-state.ts';

/** A step that this person declined in this tab. */
interface DeclinedStep {
  readonly stepId: number;
  readonly number: string;
  /** What happened to the request. */
  readonly text: string;
  /** Until when it can be undone, in milliseconds of the server's clock. */
  readonly until: number;
  readonly email: string | undefined;
}

/** Whether the notice is on this page. */
let isShown = false;

/** Text of the notice about a declined step, with a button that undoes it while there is time. */
function UndoDecline({ text, stepId, number, until }: DeclinedStep) {
  const { t } = useTranslation('step-end');
  const attempt = useAttempt();
  const takeBack = useEndpointAction('takeBackDecline');
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(false), until - serverNow());
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <>
      <LtrText>{number}</LtrText> · {text}{' '}
      {isOpen ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={takeBack.isRunning}
          onClick={async () => {
            await attempt(async () => {
              await takeBack.run({ params: { stepId } });
              notify.success(t('decline.undone', { number }));
            });
            setOpen(false);
            tabStore.remove(declinedKey);
            await refreshAll();
          }}
        >
          {t('decline.undo')}
        </Button>
      ) : null}
    </>
  );
}

/** Shows the notice until it is closed. */
export function showDeclined(step: DeclinedStep): void {
  tabStore.set(declinedKey, JSON.stringify(step));
  isShown = true;
  notify.success(<UndoDecline {...step} />, null);
}

/** Shows the notice on a new page, while the declining can be undone. */
export function showAgain(): void {
  const step = JSON.parse(tabStore.get(declinedKey) ?? 'null') as DeclinedStep | null;
  if (isShown || step === null) return;
  if (step.until > serverNow() && step.email === currentSession()?.email) showDeclined(step);
  else tabStore.remove(declinedKey);
}
