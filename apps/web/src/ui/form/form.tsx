import { Stack } from '@mantine/core';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';

import type { FormDraft } from '../../lib/drafts/draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import { FormIdsContext } from './form-context.ts';
import { FormErrorSummary } from './form-error-summary.tsx';
import { applyServerErrors, type FaultPlaces } from './server-faults.ts';

/**
 * A form with an error summary on top after a refused submit; errors do not clear the input. `onSubmit` receives the
 * parsed values. Errors of the server at fields are shown there; the caller handles all others.
 */
export function Form<T extends FieldValues, C, O>({
  form,
  onSubmit,
  label,
  places,
  draft,
  children,
}: {
  form: UseFormReturn<T, C, O>;
  onSubmit: (values: O) => Promise<unknown>;
  label?: string;
  /** Fields of the server's errors, where the names differ. */
  places?: FaultPlaces;
  /** Stores the input: the form begins with its question and ends with its notice. */
  draft?: FormDraft;
  children: ReactNode;
}) {
  const prefix = useId();
  const ids = useMemo(() => ({ prefix, labels: new Map<string, string>() }), [prefix]);
  const [attempt, setAttempt] = useState(0);
  const submit = form.handleSubmit(
    async (values) => {
      try {
        await onSubmit(values);
      } catch (error) {
        if (!applyServerErrors(form, error, places)) throw error;
        setAttempt((count) => count + 1);
      }
    },
    () => setAttempt((count) => count + 1),
  );
  return (
    <FormIdsContext value={ids}>
      <FormProvider {...(form as unknown as UseFormReturn<T>)}>
        <form
          noValidate
          aria-label={label}
          onSubmit={(event) => {
            void submit(event);
          }}
        >
          <Stack>
            {draft === undefined ? null : <DraftNotice draft={draft} part="question" />}
            <FormErrorSummary attempt={attempt} />
            {children}
            {draft === undefined ? null : <DraftNotice draft={draft} part="saved" />}
          </Stack>
        </form>
      </FormProvider>
    </FormIdsContext>
  );
}
