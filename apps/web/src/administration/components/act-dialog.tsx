import { maxDecisionReason } from '@wasl/contracts/administration';
import { type ReactNode, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { hasFieldFaults } from '../../lib/http/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { BoundTextArea, Form } from '../../ui/form/index.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { FormActions } from '../../ui/layout/form-actions.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';

interface ContentProps<V extends FieldValues, O extends FieldValues> {
  readonly title: string;
  readonly schema: z.ZodType<O, V>;
  readonly defaults: DefaultValues<V>;
  readonly submitLabel: string;
  readonly isSerious?: boolean;
  /** @returns why the act was refused; null when it was done */
  readonly onSend: (body: O) => Promise<string | null>;
  readonly onClose: () => void;
  /** What the act does, and its fields. */
  readonly children: ReactNode;
}

function Content<V extends FieldValues, O extends FieldValues>({
  title,
  schema,
  defaults,
  submitLabel,
  isSerious = false,
  onSend,
  onClose,
  children,
}: ContentProps<V, O>) {
  const form = useSchemaForm(schema, defaults);
  const [failure, setFailure] = useState<unknown>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useUnsaved(form.formState.isDirty);
  return (
    <Form
      form={form}
      label={title}
      onSubmit={async (body) => {
        setFailure(null);
        setRefusal(null);
        try {
          const refused = await onSend(body);
          setRefusal(refused);
          if (refused === null) onClose();
        } catch (error) {
          if (hasFieldFaults(error)) throw error;
          setFailure(error);
        }
      }}
    >
      {children}
      {refusal === null ? null : <Banner tone="error">{refusal}</Banner>}
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={submitLabel}
        isSerious={isSerious}
      />
    </Form>
  );
}

/** Asks for what an act needs, and does it. A refused act keeps the dialog open. */
export function ActDialog<V extends FieldValues, O extends FieldValues>({
  opened,
  ...content
}: ContentProps<V, O> & { readonly opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={content.onClose} title={content.title} size="md">
      <Content {...content} />
    </Dialog>
  );
}

/** The reason of an act, which its history shows. */
export function ReasonField({ hint }: { hint: string }) {
  const { t } = useTranslation('administration');
  return (
    <BoundTextArea
      name="reason"
      label={t('approvals.reason')}
      hint={hint}
      maxLength={maxDecisionReason}
      required
    />
  );
}
