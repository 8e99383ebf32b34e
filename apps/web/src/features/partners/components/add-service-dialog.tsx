import { newItemBody, type ResponseOf, type Endpoints } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx';
import { BoundTextArea, BoundTextField, Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { FormActions } from '../../../ui/layout/form-actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { useDialogDraft } from '../../../ui/use-dialog-draft.ts';
import { useFormAttempt } from '../../../ui/use-failure.ts';

const schema = newItemBody.pick({ libelle: true, description: true });
type Values = z.input<typeof schema>;
/** The service, and the organisation's new version. */
export type AddedService = ResponseOf<Endpoints['addService']>;

function AddServiceForm({
  onClose,
  onAdded,
}: {
  onClose: () => void;
  onAdded: (service: AddedService) => void;
}) {
  const { t } = useTranslation(['profile', 'common']);
  const attempt = useFormAttempt();
  const form = useSchemaForm(schema, { libelle: '', description: '' });
  const draft = useDialogDraft(form, 'service');
  const add = useEndpointAction('addService');
  const submit = (values: z.output<typeof schema>) =>
    attempt(async () => {
      const { data } = await add.run({ body: values });
      draft.clear();
      notify.success(t('service.added'));
      onAdded(data);
      onClose();
    });
  return (
    <Form form={form} draft={draft} label={t('service.add')} onSubmit={submit}>
      <p className={layout['lead']}>{t('service.lead')}</p>
      <BoundTextField<Values>
        name="libelle"
        label={t('service.label')}
        hint={t('service.labelHint')}
        maxLength={150}
        required
      />
      <BoundTextArea<Values>
        name="description"
        label={t('service.description')}
        rows={3}
        maxLength={500}
      />
      <FormActions
        isRunning={add.isRunning}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        submitLabel={t('service.add')}
      />
    </Form>
  );
}

/** Creates a service outside the lists; the organisation then offers it. */
export function AddServiceDialog({
  opened,
  onClose,
  onAdded,
}: DialogProps & { onAdded: (service: AddedService) => void }) {
  const { t } = useTranslation('profile');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('service.add')} size="md">
      <AddServiceForm onClose={onClose} onAdded={onAdded} />
    </Dialog>
  );
}
