import { longestSnooze, snoozeBody } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated, today } from '../../../../lib/format/formats.ts';
import { hasFieldFaults } from '../../../../lib/http/http.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { Dialog, type DialogProps } from '../../../../ui/dialog.tsx';
import { FailureBanner } from '../../../../ui/failure-banner.tsx';
import { BoundDate } from '../../../../ui/form/bound-date.tsx';
import { BoundTextArea, Form } from '../../../../ui/form/index.ts';
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts';
import { FormActions } from '../../../../ui/layout/form-actions.tsx';
import { notify } from '../../../../ui/notify.ts';
import { useDialogDraft } from '../../../../ui/use-dialog-draft.ts';

interface SnoozeProps {
  readonly stepId: number;
  readonly number: string;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

const dayMs = 24 * 60 * 60 * 1000;
const dayAfter = (days: number): string =>
  new Date(Date.parse(today()) + days * dayMs).toISOString().slice(0, 10);

function SnoozeForm({ stepId, title, onClose, onDone }: SnoozeProps & { title: string }) {
  const { t } = useTranslation('agent');
  const form = useSchemaForm(snoozeBody, { until: '', reason: '' });
  const draft = useDialogDraft(form, `snooze-${String(stepId)}`);
  const send = useEndpointAction('snoozeStep');
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <Form
      form={form}
      draft={draft}
      label={title}
      onSubmit={async (body) => {
        setFailure(null);
        try {
          await send.run({ params: { stepId }, body });
          draft.clear();
          await onDone();
          onClose();
          notify.success(t('snooze.done', { day: isolated(formatDay(body.until)) }));
        } catch (error) {
          if (hasFieldFaults(error)) throw error;
          setFailure(error);
        }
      }}
    >
      <p>{t('snooze.lead')}</p>
      <BoundDate
        name="until"
        control={form.control}
        label={t('snooze.day')}
        min={dayAfter(1)}
        max={dayAfter(longestSnooze)}
        required
      />
      <BoundTextArea
        name="reason"
        control={form.control}
        label={t('snooze.reason')}
        hint={t('snooze.reasonHint')}
        rows={2}
        maxLength={300}
        required
      />
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={send.isRunning}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        submitLabel={t('snooze.confirm')}
      />
    </Form>
  );
}

/** Puts a file off until a day. */
export function SnoozeDialog({ opened, ...props }: SnoozeProps & DialogProps) {
  const { t } = useTranslation('agent');
  const title = t('snooze.title', { number: isolated(props.number) });
  return (
    <Dialog opened={opened} onClose={props.onClose} title={title} size="md">
      {opened ? <SnoozeForm {...props} title={title} /> : null}
    </Dialog>
  );
}
