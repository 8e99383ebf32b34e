import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay } from '../../lib/format/formats.ts';
import { startSession } from '../../lib/session/session.ts';
import { useEndpointAction } from '../../lib/http/use-endpoint.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Actions } from '../../ui/layout/actions.tsx';
import layout from '../../ui/layout/layout.module.css';
import { notify } from '../../ui/notify.ts';
import { useAttempt } from '../../ui/use-failure.ts';
import styles from './layout.module.css';

/** Asks a person who signs in during the erasure delay whether to keep the account. */
export default function KeepAccount({ dueOn }: { dueOn: string }) {
  const { t } = useTranslation('profile');
  const attempt = useAttempt();
  const keep = useEndpointAction('keepAccount');
  const [isAsking, setAsking] = useState(true);
  const run = () =>
    attempt(async () => {
      const { data } = await keep.run({});
      notify.success(t('deletion.cancelled'));
      // The new token has no erasure date, which removes this question.
      startSession(data.token);
    });
  // Bidi isolates keep a date left to right in Arabic.
  const due = t('deletion.due', { day: `\u2066${formatDay(dueOn)}\u2069` });
  return (
    <>
      <div className={styles['ending']}>
        <p>{due}</p>
        <button
          type="button"
          className={`${layout['outlined'] ?? ''} ${layout['strong'] ?? ''}`}
          disabled={keep.isRunning}
          onClick={() => void run()}
        >
          {t('deletion.keep')}
        </button>
      </div>
      <Dialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('deletion.title')}
        size="md"
        isSmall
        isFirst
      >
        <Stack gap="sm">
          <p>{due}</p>
          <p>{t('deletion.explain')}</p>
        </Stack>
        <Actions mt="lg">
          <Button variant="default" disabled={keep.isRunning} onClick={() => setAsking(false)}>
            {t('deletion.later')}
          </Button>
          <Button loading={keep.isRunning} onClick={() => void run()} data-autofocus>
            {t('deletion.keep')}
          </Button>
        </Actions>
      </Dialog>
    </>
  );
}
