import {
  type RequestView,
  type StepNow,
  type StepProgress,
  stepProgressBody,
} from '@wasl/contracts';
import { useEffect } from 'react';
import { type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { percentFor, startingStatus, statusFor } from '../rules/progress-rules.ts';
import { entriesOf } from '../rules/step-conflict.ts';

export type ProgressValues = z.input<typeof stepProgressBody>;
export type ProgressFormState = UseFormReturn<ProgressValues, unknown, StepProgress>;

/** Form values of a step. Percent and status follow each other: 100 means processed. */
export function useProgressValues(
  { processingId }: RequestView,
  stepId: number,
  step: StepNow,
): ProgressFormState {
  const { percent: startPercent, status } = entriesOf(step);
  const form = useSchemaForm(stepProgressBody, {
    ...(processingId === null ? {} : { processingId }),
    processingStepId: stepId,
    version: step.version,
    status,
    percent: startPercent,
    // The previous feedback is shown above the field and is not sent again.
    partnerFeedback: '',
    loweredBecause: '',
    blockedBecause: '',
    documents: [],
  });
  const { subscribe, setValue } = form;
  useEffect(
    () =>
      subscribe({
        name: ['percent', 'status'],
        formState: { values: true },
        callback: ({ values, name }) => {
          const now = startingStatus(typeof values.status === 'string' ? values.status : undefined);
          if (name === 'percent') {
            const next = statusFor(values.percent, now);
            if (next !== now) setValue('status', next);
          }
          if (name === 'status') {
            const next = percentFor(now, values.percent, startPercent);
            if (next !== values.percent) setValue('percent', next);
          }
        },
      }),
    [subscribe, setValue, startPercent],
  );
  return form;
}
