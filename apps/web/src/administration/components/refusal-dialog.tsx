import { maxDecisionReason } from '@wasl/contracts/administration';
import { paragraph } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { hasFieldFaults } from '../../lib/http/http.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { BoundTextArea, Form } from '../../ui/form/index.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { FormActions } from '../../ui/layout/form-actions.tsx';
import layout from '../../ui/layout/layout.module.css';
import type { DialogProps } from '../../ui/modal.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import type { Candidate } from '../rules/decisions.ts';

const schema = z.object({ reason: paragraph(maxDecisionReason) });

interface Props {
  readonly rows: readonly Candidate[];
  readonly onRefuse: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

function Content({ rows, onRefuse, onClose }: Props) {
  const { t } = useTranslation('administration');
  const form = useSchemaForm(schema, { reason: '' });
  const [failure, setFailure] = useState<unknown>(null);
  useUnsaved(form.formState.isDirty);
  return (
    <Form
      form={form}
      label={t('approvals.refusalTitle')}
      onSubmit={async ({ reason }) => {
        setFailure(null);
        try {
          await onRefuse(reason);
          onClose();
        } catch (error) {
          if (hasFieldFaults(error)) throw error;
          setFailure(error);
        }
      }}
    >
      <div>
        <p>{t('approvals.refusalWho')}</p>
        <ul className={layout['bullets']}>
          {rows.map(({ kind, id, name }) => (
            <li key={`${kind}:${id}`}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </div>
      <BoundTextArea
        name="reason"
        label={t('approvals.reason')}
        hint={t('approvals.reasonHint')}
        maxLength={maxDecisionReason}
        control={form.control}
        required
      />
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={t('approvals.refuseChosen', { count: rows.length })}
        isSerious
      />
    </Form>
  );
}

/** Asks for the reason of a refusal. */
export function RefusalDialog({ opened, ...content }: DialogProps & Props) {
  const { t } = useTranslation('administration');
  return (
    <Dialog opened={opened} onClose={content.onClose} title={t('approvals.refusalTitle')} size="md">
      <Content {...content} />
    </Dialog>
  );
}
