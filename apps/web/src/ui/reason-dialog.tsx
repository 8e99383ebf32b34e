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
import { useSummedForm } from './form/use-summed-form.ts';
import { FormActions } from './layout/form-actions.tsx';
import { useDialogDraft } from './use-dialog-draft.ts';

interface ContentProps<V extends FieldValues, O> {
  readonly title: string;
  /** What will happen, before it is chosen. */
  readonly children: ReactNode;
  /** Reasons to choose from under `reason`; without them there is the text alone, and it is required. */
  readonly reasons?: { readonly label: string; readonly choices: readonly Choice[] };
  /** What goes with the reason that is chosen. */
  readonly more?: (reason: unknown) => ReactNode;
  readonly text: { readonly label: string; readonly hint: string; readonly maxLength: number };
  readonly resolver: Resolver<V, unknown, O>;
  /** Under which what was typed is kept on this device. */
  readonly draftName: string;
  readonly confirmLabel: string;
  /** Whether what will happen is known. */
  readonly isReady?: boolean;
  /** Sends it and says that it was done; what it throws is said in the dialog. */
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
  const form = useSummedForm<V, unknown, O>({
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
      <BoundTextArea
        name={'text' as Path<V>}
        label={text.label}
        hint={text.hint}
        maxLength={text.maxLength}
        required={reasons === undefined || reason === 'OTHER'}
      />
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

/** Asks why before something that others are told of: a reason, a text, or both. What was typed survives Escape and Back. */
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
