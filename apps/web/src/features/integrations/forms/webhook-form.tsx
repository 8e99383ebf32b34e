import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import {
  maxWebhooks,
  webhookDescriptionLength,
  webhookForm,
  webhookKinds,
  webhookUrlLength,
  type WebhookView,
} from '@wasl/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { useErrorText } from '../../../i18n/error-text.ts';
import { ApiError } from '../../../lib/http.ts';
import { useEndpointAction } from '../../../lib/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useUnsaved } from '../../../ui/dialog.tsx';
import { BoundCheckboxGroup, BoundTextField, Form } from '../../../ui/form/index.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import { kindWords } from '../rules/webhook-words.ts';

type Values = z.input<typeof webhookForm>;

/** Which address is told, and of what. */
export function WebhookFields({
  partnerId,
  onMade,
  onClose,
}: {
  partnerId: number;
  onMade: (made: { webhook: WebhookView; secret: string }) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['integrations', 'common']);
  const errorText = useErrorText();
  const make = useEndpointAction('createWebhook');
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Values, unknown, z.output<typeof webhookForm>>({
    // The summary of errors takes the focus.
    shouldFocusError: false,
    resolver: zodResolver(webhookForm),
    defaultValues: { url: '', description: '', kinds: [...webhookKinds] },
  });
  useUnsaved(form.formState.isDirty);
  const send = async (body: z.output<typeof webhookForm>): Promise<void> => {
    setFailure(null);
    try {
      onMade((await make.run({ params: { id: partnerId }, body })).data);
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0) throw error;
      setFailure(error);
    }
  };
  const isFull = failure instanceof ApiError && failure.code === 'QUOTA_EXCEEDED';
  return (
    <Form form={form} label={t('webhooks.form')} onSubmit={send}>
      <BoundTextField
        name="url"
        control={form.control}
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        maxLength={webhookUrlLength}
        isLtr
        inputMode="url"
        required
      />
      <BoundTextField
        name="description"
        control={form.control}
        label={t('name')}
        hint={t('webhooks.nameHint')}
        maxLength={webhookDescriptionLength}
        required
      />
      <BoundCheckboxGroup
        name="kinds"
        control={form.control}
        label={t('webhooks.kinds')}
        choices={webhookKinds.map((kind) => ({
          value: kind,
          label: t(`webhooks.kind.${kindWords[kind]}`),
        }))}
        required
      />
      {failure === null ? null : (
        <Banner tone="error" live>
          {isFull ? t('webhooks.full', { count: maxWebhooks }) : errorText(failure)}
        </Banner>
      )}
      <Actions>
        <Button variant="default" disabled={make.isRunning} onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={make.isRunning}>
          {t('webhooks.make')}
        </Button>
      </Actions>
    </Form>
  );
}
