import { Button, Group, Stack, Textarea } from '@mantine/core';
import type { StepView } from '@wasl/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import { FailureBanner } from '../../../../ui/failure-banner.tsx';
import { directionOf } from '../../../../ui/form/direction.ts';
import { DraftNotice } from '../../../../ui/form/draft-notice.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { notify } from '../../../../ui/notify.ts';
import { useDialogDraft } from '../../../../ui/use-dialog-draft.ts';
import { useShownAttempt } from '../../../../ui/use-failure.ts';
import { StarsField, StarsGiven } from '../step/stars.tsx';

function RatingForm({ step, onDone }: { step: StepView; onDone: () => unknown }) {
  const { t } = useTranslation('follow-up');
  const session = useSession();
  const rate = useEndpointAction('updateStep');
  const form = useForm({
    defaultValues: {
      stars: step.rating?.beneficiaryRating ?? 0,
      text: step.rating?.beneficiaryFeedback ?? '',
    },
  });
  const draft = useDialogDraft(form, `rating-${String(step.id)}`);
  const { stars, text } = form.watch();
  const { failure, attempt } = useShownAttempt();
  const isReady = stars > 0 && text.trim() !== '';

  const send = () =>
    attempt(async () => {
      const rating = {
        processingStepId: step.id,
        beneficiaryRating: stars,
        beneficiaryFeedback: text,
        modifiedBy: session?.email,
      };
      await rate.run({ body: rating });
      draft.clear();
      notify.success(t('rating.done'));
      onDone();
    });

  return (
    <Stack
      component="form"
      className={layout['box']}
      gap="sm"
      aria-label={t('rating.of', { title: step.taskDef.title.libelle })}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send();
      }}
    >
      <DraftNotice draft={draft} />
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
      <Group gap="sm" align="stretch">
        <Button type="submit" disabled={!isReady} loading={rate.isRunning}>
          {t('rating.send')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Rating of a processed step: given once, editable for a week. */
export function StepRating({ step, onChanged }: { step: StepView; onChanged: () => unknown }) {
  const { t } = useTranslation('follow-up');
  const [isChanging, setChanging] = useState(false);
  const { rating } = step;
  if (step.abilities.canRate && (rating === null || isChanging)) {
    return (
      <RatingForm
        step={step}
        onDone={() => {
          setChanging(false);
          onChanged();
        }}
      />
    );
  }
  if (rating === null) return null;
  return (
    <Stack className={layout['box']} gap="sm">
      <Group gap="6px 12px" justify="space-between" mih={32}>
        <strong>{t('rating.yours')}</strong>
        <StarsGiven value={rating.beneficiaryRating} />
      </Group>
      <p dir="auto">{rating.beneficiaryFeedback}</p>
      {step.abilities.canRate ? (
        <Group gap="sm" align="stretch">
          <Button size="sm" variant="default" onClick={() => setChanging(true)}>
            {t('rating.change')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
