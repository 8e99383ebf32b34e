import { Button, Stack } from '@mantine/core';
import { IconCheck, IconCornerUpLeft } from '@tabler/icons-react';
import type { BulkResult, ThreadView } from '@wasl/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { randomUuid } from '../../../lib/drafts/random-uuid.ts';
import { isolated } from '../../../lib/format/formats.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useAttempt } from '../../../ui/use-failure.ts';

interface Outcome {
  readonly thread: ThreadView;
  readonly refusal: BulkResult['refusal'];
}

/** Marks the chosen conversations as needing no answer, each with its own result; this can be undone. */
export function NoAnswerBar({
  chosen,
  onDone,
}: {
  chosen: readonly ThreadView[];
  onDone: () => void;
}) {
  const { t } = useTranslation(['agent', 'common']);
  const attempt = useAttempt();
  const { run, isRunning } = useEndpointAction('changeSteps');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const place = useRef<HTMLDivElement>(null);
  const setNeeded = (threads: readonly ThreadView[], isNeeded: boolean) =>
    attempt(async () => {
      const { data } = await run({
        query: {},
        body: {
          action: { kind: 'answerNeeded', isNeeded },
          key: randomUuid(),
          steps: threads.map(({ stepId, lastMessage }) => ({ stepId, upTo: lastMessage?.id })),
        },
      });
      const refusals = new Map(data.results.map(({ stepId, refusal }) => [stepId, refusal]));
      const results = threads.map((thread) => ({
        thread,
        refusal: refusals.get(thread.stepId) ?? null,
      }));
      setOutcomes(isNeeded ? results.filter(({ refusal }) => refusal !== null) : results);
      onDone();
      await refresh('listThreads', 'getUnread', 'listNotices', 'getMessages', 'getToday');
      place.current?.focus();
    });
  const done = outcomes.filter(({ refusal }) => refusal === null).map(({ thread }) => thread);
  const failed = outcomes.filter(({ refusal }) => refusal !== null);
  return (
    <>
      <div ref={place} tabIndex={-1}>
        {outcomes.length === 0 ? null : (
          <Banner
            live
            tone={failed.length === 0 ? 'success' : 'warning'}
            title={t('inbox.settled', { count: done.length })}
          >
            <Stack gap={8} align="flex-start">
              {failed.length === 0 ? null : (
                <>
                  <p>{t('inbox.failed')}</p>
                  <ul className={layout['bullets']}>
                    {failed.map(({ thread, refusal }) => (
                      <li key={thread.stepId}>
                        {t('common:labelled', {
                          label: isolated(thread.beneficiary),
                          value: refusal?.message,
                        })}
                      </li>
                    ))}
                  </ul>
                </>
              )}
              {done.length === 0 ? null : (
                <Button
                  variant="default"
                  size="sm"
                  loading={isRunning}
                  leftSection={<IconCornerUpLeft size={18} aria-hidden data-mirrored />}
                  onClick={() => void setNeeded(done, true)}
                >
                  {t('inbox.undo')}
                </Button>
              )}
            </Stack>
          </Banner>
        )}
      </div>
      {chosen.length === 0 ? null : (
        <div className={layout['onward']}>
          <Button variant="default" disabled={isRunning} onClick={onDone}>
            {t('inbox.leave')}
          </Button>
          <Button
            loading={isRunning}
            leftSection={<IconCheck size={18} aria-hidden />}
            onClick={() => void setNeeded(chosen, false)}
          >
            {t('inbox.noAnswer', { count: chosen.length })}
          </Button>
        </div>
      )}
    </>
  );
}
