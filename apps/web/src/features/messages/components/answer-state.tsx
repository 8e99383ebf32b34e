import { Button, Group } from '@mantine/core';
import { IconCheck, IconCornerUpLeft } from '@tabler/icons-react';
import type { MessageView, ThreadHead } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { formatMoment, isolated } from '../../../lib/format/formats.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useShownAttempt } from '../../../ui/use-failure.ts';
import styles from './messages.module.css';

/**
 * For agents: whether the beneficiary expects an answer, independent of who has read. An agent can mark the
 * conversation as needing no answer, and undo that.
 */
export function AnswerState({
  thread,
  last,
  onChange,
}: {
  thread: ThreadHead;
  last: MessageView | undefined;
  onChange: (isNeeded: boolean) => Promise<unknown>;
}) {
  const { t } = useTranslation('messages');
  const { failure, attempt } = useShownAttempt();
  const { run, isRunning } = useEndpointAction('setAnswerNeeded');
  const since = thread.awaitsAnswerSince;
  if (!thread.canWrite || last?.author.side !== 'BENEFICIAIRE') return null;
  const isNeeded = since !== null;
  const change = () =>
    attempt(async () => {
      await run({
        params: { stepId: thread.stepId },
        body: { isNeeded: !isNeeded, upTo: last.id },
      });
      await Promise.all([onChange(!isNeeded), refresh('listThreads', 'getUnread', 'listNotices')]);
    });
  return (
    <>
      <FailureBanner failure={failure} />
      <Group justify="space-between" gap="xs" className={styles['answer']} role="status">
        <p>
          {isNeeded
            ? t('thread.waiting', { at: isolated(formatMoment(since)) })
            : t('thread.waived')}
        </p>
        <Button
          variant="default"
          size="sm"
          loading={isRunning}
          leftSection={
            isNeeded ? (
              <IconCheck size={18} aria-hidden />
            ) : (
              <IconCornerUpLeft size={18} aria-hidden data-mirrored />
            )
          }
          onClick={() => void change()}
        >
          {isNeeded ? t('thread.noAnswer') : t('thread.answerAfterAll')}
        </Button>
      </Group>
    </>
  );
}
