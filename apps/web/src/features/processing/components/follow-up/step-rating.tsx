import { Button, Group, Stack } from '@mantine/core';
import type { StepView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import RatingForm from '../../../../domain/requests/rating-form.tsx';
import { StarsGiven } from '../../../../domain/requests/stars.tsx';
import layout from '../../../../ui/layout/layout.module.css';

/** The rating of a processed step; it is editable for a week. */
export function StepRating({ step, onChanged }: { step: StepView; onChanged: () => unknown }) {
  const { t } = useTranslation('follow-up');
  const [isChanging, setChanging] = useState(false);
  const { id, rating, abilities } = step;
  if (rating === null) return null;
  return (
    <Stack className={layout['box']} gap="sm">
      {abilities.canRate && isChanging ? (
        <RatingForm
          stepId={id}
          task={step.taskDef.title.libelle}
          rating={rating}
          onDone={() => {
            setChanging(false);
            onChanged();
          }}
        />
      ) : (
        <>
          <Group gap="6px 12px" justify="space-between" mih={32}>
            <strong>{t('rating.yours')}</strong>
            <StarsGiven value={rating.beneficiaryRating} />
          </Group>
          <p dir="auto">{rating.beneficiaryFeedback}</p>
          {abilities.canRate ? (
            <Group gap="sm" align="stretch">
              <Button size="sm" variant="default" onClick={() => setChanging(true)}>
                {t('rating.change')}
              </Button>
            </Group>
          ) : null}
        </>
      )}
    </Stack>
  );
}
