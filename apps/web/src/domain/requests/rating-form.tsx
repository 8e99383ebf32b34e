import { Button, Stack, Textarea } from '@mantine/core';
import type { StepView } from '@wasl/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useEndpointAction } from '../../lib/http/use-endpoint.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { directionOf } from '../../ui/form/direction.ts';
import { DraftNotice } from '../../ui/form/draft-notice.tsx';
import layout from '../../ui/layout/layout.module.css';
import { notify } from '../../ui/notify.ts';
import { useDialogDraft } from '../../ui/use-dialog-draft.ts';
import { useShownAttempt } from '../../ui/use-failure.ts';
import { StarsField } from './stars.tsx';

/** Stars and an opinion on a processed step; both are needed to send. */
export default function RatingForm({
  stepId,
  task,
  rating,
  onDone,
}: {
  stepId: number;
  /** Title of the step's task. */
  task: string;
  rating: StepView['rating'];
  onDone: () => unknown;
}) {
  const { t } = useTranslation('follow-up');
  const session = useSession();
  const rate = useEndpointAction('updateStep');
  const form = useForm({
    defaultValues: {
      stars: rating?.beneficiaryRating ?? 0,
      text: rating?.beneficiaryFeedback ?? '',
    },
  });
  const draft = useDialogDraft(form, `rating-${String(stepId)}`);
  const { stars, text } = form.watch();
  const { failure, attempt } = useShownAttempt();
  const isReady = stars > 0 && text.trim() !== '';

  const send = () =>
    attempt(async () => {
      const body = {
        processingStepId: stepId,
        beneficiaryRating: stars,
        beneficiaryFeedback: text,
        modifiedBy: session?.email,
      };
      await rate.run({ body });
      draft.clear();
      notify.success(t('rating.done'));
      onDone();
    });

  return (
    <Stack
      component="form"
      gap="sm"
      aria-label={t('rating.of', { title: task })}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send();
      }}
    >
      <DraftNotice draft={draft} part="question" />
      <StarsField
        value={stars}
        onChange={(next) => form.setValue('stars', next, { shouldDirty: true })}
      />
      <Textarea
        label={t('rating.text')}
        value={text}
        rows={3}
        maxLength={2000}
        {...directionOf(text)}
        onChange={({ currentTarget }) =>
          form.setValue('text', currentTarget.value, { shouldDirty: true })
        }
      />
      <FailureBanner failure={failure} />
      <div className={layout['onward']}>
        <Button type="submit" disabled={!isReady} loading={rate.isRunning}>
          {t('rating.send')}
        </Button>
      </div>
      <DraftNotice draft={draft} part="saved" />
    </Stack>
  );
}
