import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { keyDays, keyForm, keyNameLength, keyScopes, maxKeys, type KeyView } from '@wasl/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { useErrorText } from '../../../i18n/error-text.ts';
import { ApiError } from '../../../lib/http.ts';
import { useEndpointAction } from '../../../lib/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useUnsaved } from '../../../ui/dialog.tsx';
import { BoundCheckboxGroup, BoundRadio, BoundTextField, Form } from '../../../ui/form/index.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import { scopeWords } from '../rules/scope-words.ts';

const durations = ['30', '90', '365'] as const satisfies readonly `${(typeof keyDays)[number]}`[];
// Radio buttons hold text.
const fields = keyForm.extend({ days: z.enum(durations) });

/** What a new key is called, what it allows and how long. */
export function KeyFields({
  partnerId,
  onMade,
  onClose,
}: {
  partnerId: number;
  onMade: (made: { key: KeyView; secret: string }) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['integrations', 'common']);
  const errorText = useErrorText();
  const make = useEndpointAction('createKey');
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<z.input<typeof fields>, unknown, z.output<typeof fields>>({
    // The summary of errors takes the focus.
    shouldFocusError: false,
    resolver: zodResolver(fields),
    defaultValues: { name: '', scopes: ['requests:read'], days: '90' },
  });
  useUnsaved(form.formState.isDirty);
  const send = async ({ days, ...key }: z.output<typeof fields>): Promise<void> => {
    setFailure(null);
    try {
      const chosen = keyDays.find((one) => String(one) === days) ?? keyDays[0];
      const { data } = await make.run({
        params: { id: partnerId },
        body: { ...key, days: chosen },
      });
      onMade(data);
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0) throw error;
      setFailure(error);
    }
  };
  const isFull = failure instanceof ApiError && failure.code === 'QUOTA_EXCEEDED';
  return (
    <Form form={form} label={t('form')} onSubmit={send}>
      <BoundTextField
        name="name"
        control={form.control}
        label={t('name')}
        hint={t('nameHint')}
        maxLength={keyNameLength}
        required
      />
      <BoundCheckboxGroup
        name="scopes"
        control={form.control}
        label={t('scopes')}
        choices={keyScopes.map((scope) => ({
          value: scope,
          label: t(`scope.${scopeWords[scope]}`),
        }))}
        required
      />
      <BoundRadio
        name="days"
        control={form.control}
        label={t('days')}
        choices={durations.map((days) => ({ value: days, label: t(`duration.${days}`) }))}
        required
      />
      {failure === null ? null : (
        <Banner tone="error" live>
          {isFull ? t('full', { count: maxKeys }) : errorText(failure)}
        </Banner>
      )}
      <Actions>
        <Button variant="default" disabled={make.isRunning} onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={make.isRunning}>
          {t('make')}
        </Button>
      </Actions>
    </Form>
  );
}
