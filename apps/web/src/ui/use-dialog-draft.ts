import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { type FormDraft, useFormDraft } from '../lib/drafts/draft.ts';
import { useUnsaved } from './dialog.tsx';

/** The draft of a form that stands in a dialog, or may: closing the dialog asks first, and then lets go of the draft. */
export function useDialogDraft<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: string,
): FormDraft {
  const draft = useFormDraft(form, name);
  useUnsaved(form.formState.isDirty, draft.discard);
  return draft;
}
