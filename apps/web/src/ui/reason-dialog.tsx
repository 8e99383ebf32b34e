import { type ReactNode, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  useWatch,
} from 'react-hook-form';

import { hasFieldFaults } from '../lib/http/http.ts';
import { FailureBanner } from './failure-banner.tsx';
import { Dialog } from './dialog.tsx';
import { BoundRadio, BoundTextArea, type Choice, Form } from './form/index.ts';
import { useFormWithSummary } from './form/use-form-with-summary.ts';
import { FormActions } from './layout/form-actions.tsx';
import { useDialogDraft } from './use-dialog-draft.ts';

interface ContentProps<V extends FieldValues, O> {
  readonly title: string;
  /** Explains the effect before the choice. */
  readonly children: ReactNode;
  /** Reasons, at the form's field `reason`. Without them the text is the only field and is required. */
  readonly reasons?: { readonly label: string; readonly choices: readonly Choice[] };
  /** Additional content for the chosen reason. */
  readonly more?: (reason: unknown) => ReactNode;
  readonly text: {
    readonly label: string;
    readonly hint: string;
    readonly maxLength: number;
    /** Adds controls to the text field. */
    readonly wrap?: (field: ReactNode) => ReactNode;
  };
  readonly resolver: Resolver<V, unknown, O>;
  readonly draftName: string;
  readonly confirmLabel: string;
  /** Whether the effect has loaded. */
  readonly isReady?: boolean;
  /** Sends the form and confirms it; the dialog shows the error that it throws. */
  readonly onSend: (values: O) => Promise<unknown>;
  readonly onClose: () => void;
}

function Content<V extends FieldValues, O>({
  title,
  children,
  reasons,
  more,
  text,
  resolver,
  draftName,
  confirmLabel,
  isReady = true,
  onSend,
  onClose,
  onBusy,
}: ContentProps<V, O> & { readonly onBusy: (isBusy: boolean) => void }) {
  const form = useFormWithSummary<V, unknown, O>({
    defaultValues: {
      ...(reasons === undefined ? {} : { reason: '' }),
      text: '',
    } as DefaultValues<V>,
    resolver,
  });
  const draft = useDialogDraft(form, draftName);
  const reason: unknown = useWatch({ control: form.control, name: 'reason' as Path<V> });
  const [failure, setFailure] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const submit = async (values: O): Promise<void> => {
    setFailure(null);
    setRunning(true);
    onBusy(true);
    try {
      await onSend(values);
      draft.clear();
      onClose();
    } catch (error) {
      if (hasFieldFaults(error)) throw error;
      setFailure(error);
    } finally {
      setRunning(false);
      onBusy(false);
    }
  };
  const field = (
    <BoundTextArea
      name={'text' as Path<V>}
      label={text.label}
      hint={text.hint}
      maxLength={text.maxLength}
      required={reasons === undefined || reason === 'OTHER'}
    />
  );
  return (
    <Form form={form} draft={draft} label={title} onSubmit={submit}>
      {children}
      {reasons === undefined ? null : (
        <BoundRadio
          name={'reason' as Path<V>}
          label={reasons.label}
          choices={reasons.choices}
          required
        />
      )}
      {more?.(reason)}
      {text.wrap?.(field) ?? field}
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={isRunning}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        submitLabel={confirmLabel}
        isReady={isReady}
        isSerious
      />
    </Form>
  );
}

/** Asks for a reason, a text or both before an action that notifies others. The input survives Escape and Back. */
export function ReasonDialog<V extends FieldValues, O>({
  opened,
  ...content
}: ContentProps<V, O> & { readonly opened: boolean }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={content.onClose}
      title={content.title}
      size="md"
      closable={!isBusy}
    >
      <Content {...content} onBusy={setBusy} />
    </Dialog>
  );
}
