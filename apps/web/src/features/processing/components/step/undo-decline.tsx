import { Button } from '@mantine/core';
import { takeBackSeconds } from '@wasl/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { refreshAll } from '../../../../lib/http/refresh.ts';
import { LtrText } from '../../../../ui/ltr-text.tsx';
import { notify } from '../../../../ui/notify.ts';
import { useAttempt } from '../../../../ui/use-failure.ts';

/** Text of the notice about a declined step, with a button that undoes it while there is time. */
export function UndoDecline({
  text,
  stepId,
  number,
}: {
  text: string;
  stepId: number;
  number: string;
}) {
  const { t } = useTranslation('step-end');
  const attempt = useAttempt();
  const takeBack = useEndpointAction('takeBackDecline');
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(false), takeBackSeconds * 1000);
    return () => clearTimeout(timer);
  }, []);
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
            await refreshAll();
          }}
        >
          {t('decline.undo')}
        </Button>
      ) : null}
    </>
  );
}
