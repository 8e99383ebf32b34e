import { bulkDocuments } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { Form } from '../../../ui/form/index.ts';
import { BoundMultiSelect } from '../../../ui/form/multi-select-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { FormActions } from '../../../ui/layout/form-actions.tsx';
import { useDialogDraft } from '../../../ui/use-dialog-draft.ts';
import { NewDocumentType } from './new-document-type.tsx';

export function BulkDocuments({
  partnerId,
  isRunning,
  onSend,
  onClose,
}: {
  partnerId: number;
  isRunning: boolean;
  onSend: (action: z.output<typeof bulkDocuments>) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation(['bulk', 'worklist', 'common']);
  const { data = [], reload } = useEndpoint('listDocumentTypes', { params: { partnerId } });
  const form = useSchemaForm(bulkDocuments, { kind: 'askDocuments', documents: [] });
  const draft = useDialogDraft(form, 'bulk-documents');
  return (
    <Form
      form={form}
      draft={draft}
      label={t('action.askDocuments')}
      onSubmit={async (values) => {
        if (await onSend(values)) draft.clear();
      }}
    >
      <BoundMultiSelect
        name="documents"
        control={form.control}
        label={t('worklist:progress.documents')}
        hint={t('documents.hint')}
        choices={data.map(({ document: { code, libelle } }) => ({ value: code, label: libelle }))}
        required
      />
      <NewDocumentType
        partnerId={partnerId}
        onCreated={async (code) => {
          await reload();
          form.setValue('documents', [...form.getValues('documents'), code], {
            shouldDirty: true,
          });
        }}
      />
      <FormActions
        isRunning={isRunning}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        submitLabel={t('documents.send')}
      />
    </Form>
  );
}
