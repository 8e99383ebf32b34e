import { keyDays, keyForm, keyNameLength, keyScopes, maxKeys, type KeyView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { BoundCheckboxGroup, BoundRadio, BoundTextField } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { scopeWords } from '../rules/scope-words.ts';
import { DecisionForm } from './decision-form.tsx';

const durations = ['30', '90', '365'] as const satisfies readonly `${(typeof keyDays)[number]}`[];
// Radio buttons store text.
const fields = keyForm.extend({ days: z.enum(durations) });

export function KeyFields({
  partnerId,
  onMade,
  onClose,
}: {
  partnerId: number;
  onMade: (made: { key: KeyView; secret: string }) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('integrations');
  const make = useEndpointAction('createKey');
  const form = useSchemaForm(fields, { name: '', scopes: ['requests:read'], days: '90' });
  const send = async ({ days, ...key }: z.output<typeof fields>): Promise<void> => {
    const chosen = keyDays.find((one) => String(one) === days) ?? keyDays[0];
    const { data } = await make.run({ params: { id: partnerId }, body: { ...key, days: chosen } });
    onMade(data);
  };
  return (
    <DecisionForm
      form={form}
      draftName="key"
      label={t('form')}
      submitLabel={t('make')}
      fullText={t('full', { count: maxKeys })}
      isRunning={make.isRunning}
      onSubmit={send}
      onClose={onClose}
    >
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
    </DecisionForm>
  );
}
