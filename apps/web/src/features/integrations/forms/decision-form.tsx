import { useState, type ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { useErrorText } from '../../../i18n/error-text.ts';
import { ApiError, hasFieldFaults } from '../../../lib/http/http.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Form } from '../../../ui/form/index.ts';
import { FormActions } from '../../../ui/layout/form-actions.tsx';
import { useDialogDraft } from '../../../ui/use-dialog-draft.ts';
import { useMissingRecord } from '../../../ui/use-missing-record.ts';

/** Form for a decision about another system, in a dialog. Errors without a field are shown above the buttons. */
export function DecisionForm<T extends FieldValues, C, O>({
  form,
  draftName,
  label,
  submitLabel,
  fullText,
  isRunning,
  onSubmit,
  onClose,
  children,
}: {
  form: UseFormReturn<T, C, O>;
  draftName: string;
  label: string;
  submitLabel: string;
  /** Text for an organisation that has reached the limit. */
  fullText: string;
  isRunning: boolean;
  onSubmit: (values: O) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const errorText = useErrorText();
  const [failure, setFailure] = useState<unknown>(null);
  useMissingRecord(failure);
  const draft = useDialogDraft(form, draftName);
  const send = async (values: O): Promise<void> => {
    setFailure(null);
    try {
      await onSubmit(values);
      draft.clear();
    } catch (error) {
      if (hasFieldFaults(error)) throw error;
      setFailure(error);
    }
  };
  const isFull = failure instanceof ApiError && failure.code === 'QUOTA_EXCEEDED';
  return (
    <Form form={form} draft={draft} label={label} onSubmit={send}>
      {children}
      {failure === null ? null : (
        <Banner tone="error" live>
          {isFull ? fullText : errorText(failure)}
        </Banner>
      )}
      <FormActions
        isRunning={isRunning}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        submitLabel={submitLabel}
      />
    </Form>
  );
}
