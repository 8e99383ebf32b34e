import { Button, Group, Stack } from '@mantine/core';
import { places } from '@wasl/contracts';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { refresh } from '../../../../lib/http/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { FailureBanner } from '../../../../ui/failure-banner.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import type { DialogProps } from '../../../../ui/modal.tsx';
import { LoadingOrError } from '../../../../ui/states.tsx';
import { useShownAttempt } from '../../../../ui/use-failure.ts';

/** Unanswered messages on the newest page of the conversation. */
function useUnanswered(stepId: number, isAsked: boolean) {
  const { data, error, reload } = useEndpoint(
    'getMessages',
    isAsked ? { params: { stepId } } : null,
    { keepPreviousData: false, dedupingInterval: 0 },
  );
  const { run, isRunning } = useEndpointAction('setAnswerNeeded');
  const since = data?.thread.awaitsAnswerSince ?? null;
  const messages = (data?.messages ?? []).filter(
    ({ author, sentAt }) => since !== null && author.side === 'BENEFICIAIRE' && sentAt >= since,
  );
  const upTo = messages.at(-1)?.id;
  return {
    messages,
    isRead: data !== undefined,
    error,
    reload,
    isWaiving: isRunning,
    waive: async () => {
      if (upTo === undefined) return;
      await run({ params: { stepId }, body: { isNeeded: false, upTo } });
      await Promise.all([reload(), refresh('listThreads', 'getUnread', 'listNotices')]);
    },
  };
}

/** Asks before a step is closed, and first lists open matters: unanswered messages and awaited documents. */
export function ClosingDialog({
  stepId,
  number,
  documents,
  opened,
  isRunning,
  onConfirm,
  onClose,
}: DialogProps & {
  readonly stepId: number;
  readonly number: string;
  /** Labels of the documents that are or would be awaited. */
  readonly documents: readonly string[];
  readonly isRunning: boolean;
  readonly onConfirm: () => unknown;
}) {
  const { t } = useTranslation('closing');
  const { failure, attempt } = useShownAttempt();
  const { messages, isRead, error, reload, isWaiving, waive } = useUnanswered(stepId, opened);
  return (
    <ConfirmDialog
      opened={opened}
      title={t('title', { number })}
      confirmLabel={t('action')}
      isRunning={isRunning}
      isDisabled={!isRead || messages.length > 0}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('text')}</p>
      {documents.length === 0 ? null : (
        <Banner tone="warning">
          {t('awaiting')} <bdi>{documents.join(' · ')}</bdi>
        </Banner>
      )}
      <FailureBanner failure={failure} />
      {isRead ? null : <LoadingOrError error={error} onRetry={reload} />}
      {messages.length === 0 ? null : (
        <Banner tone="warning" title={t('unanswered', { count: messages.length })}>
          <Stack gap="xs">
            {messages.map(({ id, body }) => (
              <blockquote key={id} className={layout['quote']} dir="auto">
                {body}
              </blockquote>
            ))}
            <Group gap="xs">
              <Link to={places.conversation(stepId)} className={layout['tall']}>
                {t('answer')}
              </Link>
              <Button
                variant="default"
                size="sm"
                loading={isWaiving}
                leftSection={<IconCheck size={18} aria-hidden />}
                onClick={() => void attempt(waive)}
              >
                {t('noAnswer')}
              </Button>
            </Group>
          </Stack>
        </Banner>
      )}
    </ConfirmDialog>
  );
}
