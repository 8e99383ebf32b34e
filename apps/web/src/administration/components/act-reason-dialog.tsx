import { paragraph } from '@wasl/contracts';
import { maxDecisionReason } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { isolated } from '../../lib/format/formats.ts';
import { hasFieldFaults } from '../../lib/http/http.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { BoundTextArea, Form } from '../../ui/form/index.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { FormActions } from '../../ui/layout/form-actions.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';

const schema = z.object({ reason: paragraph(maxDecisionReason) });
type ReasonedAct = 'suspend' | 'reopen';

interface Props {
  readonly act: ReasonedAct;
  readonly name: string;
  readonly onSend: (act: ReasonedAct, reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

function Content({ act, name, onSend, onClose }: Props) {
  const { t } = useTranslation('administration');
  const form = useSchemaForm(schema, { reason: '' });
  const [failure, setFailure] = useState<unknown>(null);
  useUnsaved(form.formState.isDirty);
  return (
    <Form
      form={form}
      label={t(`person.do.${act}`)}
      onSubmit={async ({ reason }) => {
        setFailure(null);
        try {
          await onSend(act, reason);
          onClose();
        } catch (error) {
          if (hasFieldFaults(error)) throw error;
          setFailure(error);
        }
      }}
    >
      <p>{t(`person.effect.${act}`, { name: isolated(name) })}</p>
      <BoundTextArea
        name="reason"
        label={t('approvals.reason')}
        hint={t('person.reasonHint')}
        maxLength={maxDecisionReason}
        control={form.control}
        required
      />
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={t(`person.do.${act}`)}
        isSerious={act === 'suspend'}
      />
    </Form>
  );
}

/** Asks for the reason before an access is closed or opened. */
export function ActReasonDialog({
  act,
  ...content
}: Omit<Props, 'act'> & { readonly act: ReasonedAct | undefined }) {
  const { t } = useTranslation('administration');
  return (
    <Dialog
      opened={act !== undefined}
      onClose={content.onClose}
      title={act === undefined ? '' : t(`person.do.${act}`)}
      size="md"
    >
      {act === undefined ? null : <Content act={act} {...content} />}
    </Dialog>
  );
}
