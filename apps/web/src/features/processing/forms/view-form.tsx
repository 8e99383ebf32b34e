import { maxViews, type SavedView, viewForm, type ViewForm, viewNameLength } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { useErrorText } from '../../../i18n/error-text.ts';
import { isolated } from '../../../lib/format/formats.ts';
import { ApiError, currentOf, hasFieldFaults } from '../../../lib/http/http.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { BoundRadio, BoundTextField, Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { useDialogDraft } from '../../../ui/use-dialog-draft.ts';
import { useMissingRecord } from '../../../ui/use-missing-record.ts';
import { FormActions } from '../../../ui/layout/form-actions.tsx';

const whose = z.enum(['own', 'shared']);
const fields = viewForm.omit({ isShared: true }).extend({ whose });

export function ViewFields({
  label,
  view,
  query,
  onSaved,
  onClose,
}: {
  label: string;
  /** Null for a new one. */
  view: SavedView | null;
  /** Query that a new view stores. */
  query: string;
  onSaved: (view: SavedView) => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation(['views', 'common']);
  const errorText = useErrorText();
  const add = useEndpointAction('createView');
  const change = useEndpointAction('changeView');
  const [failure, setFailure] = useState<unknown>(null);
  useMissingRecord(failure);
  // After seeing a colleague's version, the user may overwrite it.
  const [seen, setSeen] = useState(view);
  const form = useSchemaForm(fields, { name: view?.name ?? '', whose: 'own' });
  const draft = useDialogDraft(form, `view-${String(view?.id ?? 'new')}`);
  const send = async ({ name, whose: chosen }: z.output<typeof fields>): Promise<void> => {
    setFailure(null);
    try {
      const body: ViewForm = { name, isShared: chosen === 'shared' };
      const { data } =
        seen === null
          ? await add.run({ body: { ...body, query } })
          : await change.run({ params: { id: seen.id }, body: { name, version: seen.version } });
      draft.clear();
      await onSaved(data);
    } catch (error) {
      if (hasFieldFaults(error)) throw error;
      setSeen((before) => currentOf(error, 'VIEW_CHANGED') ?? before);
      setFailure(error);
    }
  };
  const changed = currentOf(failure, 'VIEW_CHANGED');
  const isRunning = add.isRunning || change.isRunning;
  const isFull = failure instanceof ApiError && failure.code === 'QUOTA_EXCEEDED';
  return (
    <Form form={form} draft={draft} label={label} onSubmit={send}>
      <BoundTextField
        name="name"
        control={form.control}
        label={t('name')}
        maxLength={viewNameLength}
        required
      />
      {view === null ? (
        <BoundRadio
          name="whose"
          control={form.control}
          label={t('for')}
          hint={t('sharedHint')}
          choices={[
            { value: 'own', label: t('forOwn') },
            { value: 'shared', label: t('forShared') },
          ]}
          required
        />
      ) : null}
      {failure === null ? null : (
        <Banner tone="error" live>
          {changed !== undefined
            ? t('meanwhile', { name: isolated(changed.name) })
            : isFull
              ? t('full', { count: maxViews })
              : errorText(failure)}
        </Banner>
      )}
      <FormActions
        isRunning={isRunning}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        submitLabel={t('common:actions.save')}
      />
    </Form>
  );
}
