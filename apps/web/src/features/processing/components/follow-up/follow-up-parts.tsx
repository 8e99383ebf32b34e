import { Stack } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { RegionalContact } from '../../../../domain/requests/regional-contact.tsx';
import { StepTaskCard } from '../../../../domain/requests/task-card.tsx';
import { useMoveText } from '../../../../domain/requests/use-move-text.ts';
import {
  keyOfTask,
  moveOfSteps,
  tasksOfStep,
  toneOfMove,
} from '../../../../domain/requests/whose-move.ts';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../../ui/banner.tsx';
import type { FollowUpPartsProps } from '../../../../ui/slots.ts';
import { LoadingOrError, EmptyState } from '../../../../ui/states.tsx';
import { UsualDelay } from '../../../../ui/usual-delay.tsx';
import { summaryOf } from '../../rules/step-summary.ts';
import { History } from '../step/history.tsx';
import { ExpectedBy, Timeline } from './timeline.tsx';

/** Page size for steps (docs/specification.md, portal §9). */
const pageSize = 200;

/** What a task needs. */
const abilities = { HAND_IN: 'canUpload', ANSWER: 'canMessage', RATE: 'canRate' } as const;

/** Follow-up of a request: whose move it is and by when, what is asked of the person, steps, and history. */
export default function FollowUpParts({ requestId, viewer }: FollowUpPartsProps) {
  const { t } = useTranslation('follow-up');
  const moveText = useMoveText();
  const state = useRef<HTMLDivElement>(null);
  const { data, error, reload } = useEndpoint(
    'listSteps',
    { body: { requestId, pageNumber: 0, pageSize } },
    { keepPreviousData: false },
  );
  // Optional: the steps are shown even if the history fails to load.
  const story = useEndpoint(
    'requestHistory',
    { params: { id: requestId } },
    { keepPreviousData: false },
  );
  const isWithdrawn = story.data?.items.some(({ what }) => what === 'withdrawn') === true;
  const onChanged = () => {
    // The control of the done task disappears, so the new state takes the focus.
    state.current?.focus();
    void Promise.all([reload(), story.reload()]);
  };
  const isBeneficiary = viewer === 'BENEFICIAIRE';
  const foot = (
    <>
      <History items={story.data?.items ?? []} isOwn={isBeneficiary} />
      {isBeneficiary ? <RegionalContact /> : null}
    </>
  );
  if (data === undefined) {
    return <LoadingOrError error={error} onRetry={reload} />;
  }
  const steps = data.results[0]?.journeyInstanceProcessingSteps ?? [];
  if (steps.length === 0) {
    return (
      <Stack>
        <EmptyState
          icon={<IconHourglass size={44} stroke={1.4} aria-hidden />}
          title={t('empty.title')}
          reason={t(isWithdrawn ? `moves.withdrawn.${viewer}` : 'empty.reason')}
        />
        <UsualDelay delay={story.data?.usualDelay} />
        {foot}
      </Stack>
    );
  }
  const move = moveOfSteps(steps.map(summaryOf));
  const deciding = steps.find(({ id }) => id === move.step?.id);
  const isOpen = deciding !== undefined && deciding.deadline !== null;
  const tasks = steps.flatMap((step) =>
    tasksOfStep(summaryOf(step)).filter(
      ({ kind }) => isBeneficiary && step.abilities[abilities[kind]],
    ),
  );
  const ratings = tasks.filter(({ kind }) => kind === 'RATE');
  const required = tasks.filter(({ kind }) => kind !== 'RATE');
  const words = isWithdrawn
    ? t(`moves.withdrawn.${viewer}`)
    : !isBeneficiary && move.kind === 'handIn'
      ? t('moves.beneficiary')
      : moveText(move);
  const tone = toneOfMove(move);
  return (
    <Stack>
      <div ref={state} tabIndex={-1}>
        <Banner
          tone={
            isWithdrawn
              ? 'info'
              : tone === 'yours'
                ? 'warning'
                : tone === 'done'
                  ? 'success'
                  : 'info'
          }
          title={words}
        >
          {isBeneficiary && move.reason !== null ? <p dir="auto">{move.reason}</p> : null}
          {/* Next to a question the organisation's deadline would look like the person's. */}
          {isOpen && move.kind !== 'answer' ? (
            <>
              <ExpectedBy step={deciding} />
              <UsualDelay delay={story.data?.usualDelay} />
            </>
          ) : null}
        </Banner>
      </div>
      {tasks.length === 0 ? null : (
        <Stack component="ul" aria-label={t('tasks')}>
          {/* Ratings last, so that the primary button is in view on a phone. */}
          {[...required, ...ratings].map((task) => (
            <StepTaskCard
              key={keyOfTask(task)}
              task={task}
              isFolded={task.kind === 'RATE' && required.length > 0}
              isPrimary={task === required[0]}
              onDone={onChanged}
            />
          ))}
        </Stack>
      )}
      <h3>{t('steps')}</h3>
      <Timeline
        steps={steps}
        decidingId={isOpen ? deciding.id : null}
        role={viewer}
        onChanged={onChanged}
      />
      {foot}
    </Stack>
  );
}
