import {
  maxWebhooks,
  webhookDescriptionLength,
  webhookForm,
  webhookKinds,
  webhookUrlLength,
  type WebhookView,
} from '@wasl/contracts/plugins/webhooks';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { BoundCheckboxGroup, BoundTextField } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { kindWords } from '../rules/webhook-words.ts';
import { DecisionForm } from '../../../features/integrations/forms/decision-form.tsx';

export function WebhookFields({
  partnerId,
  webhook,
  onMade,
  onChanged,
  onClose,
}: {
  partnerId: number;
  /** Webhook to change; null for a new one. */
  webhook: WebhookView | null;
  onMade: (made: { webhook: WebhookView; secret: string }) => void;
  onChanged: (webhook: WebhookView) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['webhooks', 'integrations', 'common']);
  const make = useEndpointAction('createWebhook');
  const change = useEndpointAction('updateWebhook');
  const form = useSchemaForm(webhookForm, {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    kinds: webhook?.kinds ?? [...webhookKinds],
  });
  const send = async (body: z.output<typeof webhookForm>): Promise<void> => {
    const params = { id: partnerId };
    if (webhook === null) onMade((await make.run({ params, body })).data);
    else onChanged((await change.run({ params: { ...params, webhookId: webhook.id }, body })).data);
  };
  return (
    <DecisionForm
      form={form}
      draftName={`webhook-${webhook?.id ?? 'new'}`}
      label={t(webhook === null ? 'form' : 'edit.form')}
      submitLabel={t(webhook === null ? 'make' : 'common:actions.save')}
      fullText={t('full', { count: maxWebhooks })}
      isRunning={make.isRunning || change.isRunning}
      onSubmit={send}
      onClose={onClose}
    >
      {webhook === null ? null : <p>{t('edit.text')}</p>}
      <BoundTextField
        name="url"
        control={form.control}
        label={t('url')}
        hint={t('urlHint')}
        maxLength={webhookUrlLength}
        isLtr
        inputMode="url"
        required
      />
      <BoundTextField
        name="description"
        control={form.control}
        label={t('integrations:name')}
        hint={t('nameHint')}
        maxLength={webhookDescriptionLength}
        required
      />
      <BoundCheckboxGroup
        name="kinds"
        control={form.control}
        label={t('kinds')}
        choices={webhookKinds.map((kind) => ({
          value: kind,
          label: t(`kind.${kindWords[kind]}`),
        }))}
        required
      />
    </DecisionForm>
  );
}
