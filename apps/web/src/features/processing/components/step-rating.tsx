import { Button, Group, Stack, Textarea } from '@mantine/core';
import type { StepView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useDraftState } from '../../../lib/drafts/draft.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { directionOf } from '../../../ui/form/direction.ts';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { useShownAttempt } from '../../../ui/use-failure.ts';
import { StarsField, StarsGiven } from './stars.tsx';

function RatingForm({ step, onDone }: { step: StepView; onDone: () => unknown }) {
  const { t } = useTranslation('follow-up');
  const session = useSession();
  const rate = useEndpointAction('updateStep');
  const [{ stars, text }, change, clear] = useDraftState(`rating-${String(step.id)}`, {
    stars: step.rating?.beneficiaryRating ?? 0,
    text: step.rating?.beneficiaryFeedback ?? '',
  });
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
      clear();
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
      <StarsField value={stars} onChange={(next) => change({ stars: next, text })} />
      <Textarea
        label={t('rating.text')}
        value={text}
        rows={3}
        maxLength={2000}
        {...directionOf(text)}
        onChange={(event) => change({ stars, text: event.currentTarget.value })}
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

/** The rating of a processed step: given once, and changed for a week. */
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
