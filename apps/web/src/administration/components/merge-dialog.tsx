import { email, paragraph } from '@wasl/contracts';
import { maxDecisionReason, type PersonView } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { isolated } from '../../lib/format/formats.ts';
import { hasFieldFaults } from '../../lib/http/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { BoundTextArea, BoundTextField, Form } from '../../ui/form/index.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { FormActions } from '../../ui/layout/form-actions.tsx';
import type { DialogProps } from '../../ui/modal.tsx';
import { notify } from '../../ui/notify.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { call } from '../api/client.ts';

const schema = z.object({ email: email(), reason: paragraph(maxDecisionReason) });

interface Props {
  readonly person: Pick<PersonView, 'id' | 'name' | 'email'>;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

function Content({ person, onDone, onClose }: Props) {
  const { t } = useTranslation('administration');
  const form = useSchemaForm(schema, { email: '', reason: '' });
  const [failure, setFailure] = useState<unknown>(null);
  const [refusal, setRefusal] = useState<string>();
  useUnsaved(form.formState.isDirty);
  return (
    <Form
      form={form}
      label={t('merge.title')}
      onSubmit={async (body) => {
        setFailure(null);
        setRefusal(undefined);
        try {
          const answer = await call('startMerge', { params: { id: person.id }, body });
          if (answer.refusal !== null) {
            setRefusal(t(`merge.refusals.${answer.refusal}`));
            return;
          }
          notify.success(t('merge.started'));
          await onDone();
          onClose();
        } catch (error) {
          if (hasFieldFaults(error)) throw error;
          setFailure(error);
        }
      }}
    >
      <p>{t('merge.effect', { email: isolated(person.email) })}</p>
      <BoundTextField
        name="email"
        label={t('merge.other')}
        control={form.control}
        inputMode="email"
        autoComplete="off"
        required
      />
      <BoundTextArea
        name="reason"
        label={t('approvals.reason')}
        hint={t('person.reasonHint')}
        maxLength={maxDecisionReason}
        control={form.control}
        required
      />
      {refusal === undefined ? null : <Banner tone="error">{refusal}</Banner>}
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={t('merge.ask')}
      />
    </Form>
  );
}

/** Asks both addresses of one person to confirm that their accounts become one. */
export function MergeDialog({ opened, ...content }: DialogProps & Props) {
  const { t } = useTranslation('administration');
  return (
    <Dialog opened={opened} onClose={content.onClose} title={t('merge.title')} size="md">
      <Content {...content} />
    </Dialog>
  );
}
