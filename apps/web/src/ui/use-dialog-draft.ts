import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { type FormDraft, useFormDraft } from '../lib/drafts/draft.ts';
import { useUnsaved } from './use-unsaved.ts';

/** Draft of a form that may be in a dialog. Closing the dialog asks first and then deletes the draft. */
export function useDialogDraft<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: string,
): FormDraft {
  const draft = useFormDraft(form, name);
  useUnsaved(form.formState.isDirty, draft.discard);
  return draft;
}
