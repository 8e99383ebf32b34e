import { Button, Stack } from '@mantine/core';
import type { BodyInputOf, Endpoints } from '@wasl/contracts';
import {
  phoneChannels,
  phoneChoiceBody,
  phoneCodeBody,
  phoneMessageKinds,
  phoneNumberBody,
  type PhoneMessagesView,
} from '@wasl/contracts/plugins/phones';
import { useTranslation } from 'react-i18next';

import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { BoundCheckboxGroup, BoundRadio, BoundTextField, Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { useFormAttempt } from '../../../ui/use-failure.ts';
import { CodeField } from '../../../features/accounts/components/proof-fields.tsx';

type NumberValues = BodyInputOf<Endpoints['savePhoneNumber']>;
type CodeValues = BodyInputOf<Endpoints['verifyPhoneNumber']>;
type ChoiceValues = BodyInputOf<Endpoints['savePhoneMessages']>;

function useSending() {
  const attempt = useFormAttempt();
  return (send: () => Promise<unknown>, done: string) =>
    attempt(async () => {
      await send();
      await refresh('getPhoneMessages');
      notify.success(done);
    });
}

function ChannelField() {
  const { t } = useTranslation('phones');
  return (
    <BoundRadio
      name="channel"
      label={t('channel')}
      choices={phoneChannels.map((value) => ({ value, label: t(value) }))}
      required
    />
  );
}

/** Phone number, to which a code is sent. `onCancel` is null when there is no earlier number. */
export function PhoneNumberForm({
  onNamed,
  onCancel,
}: {
  onNamed: () => void;
  onCancel: (() => void) | null;
}) {
  const { t } = useTranslation('phones');
  const sending = useSending();
  const save = useEndpointAction('savePhoneNumber');
  const form = useSchemaForm(phoneNumberBody, { number: '', channel: 'SMS' });
  const draft = useFormDraft(form, 'phone-number');
  const submit = async (body: NumberValues) => {
    await sending(async () => {
      await save.run({ body });
      draft.clear();
      onNamed();
    }, t('sent'));
  };
  return (
    <Form form={form} draft={draft} label={t('title')} onSubmit={submit}>
      <fieldset disabled={save.isRunning}>
        <Stack maw={480}>
          <BoundTextField<NumberValues>
            name="number"
            label={t('number')}
            hint={t('numberHint')}
            type="tel"
            autoComplete="tel"
            required
          />
          <ChannelField />
        </Stack>
      </fieldset>
      <Actions>
        <Button type="submit" variant="default" loading={save.isRunning}>
          {t('send')}
        </Button>
        {onCancel === null ? null : (
          <Button
            variant="default"
            onClick={() => {
              draft.discard();
              onCancel();
            }}
          >
            {t('cancel')}
          </Button>
        )}
      </Actions>
    </Form>
  );
}

export function PhoneCodeForm() {
  const { t } = useTranslation('phones');
  const sending = useSending();
  const verify = useEndpointAction('verifyPhoneNumber');
  const form = useSchemaForm(phoneCodeBody, { code: '' });
  const submit = async (body: CodeValues) => {
    await sending(() => verify.run({ body }), t('verified'));
  };
  return (
    <Form form={form} label={t('verify')} onSubmit={submit}>
      <Stack maw={480}>
        <CodeField label={t('code')} inputMode="numeric" />
      </Stack>
      <Actions>
        <Button type="submit" variant="default" loading={verify.isRunning}>
          {t('verify')}
        </Button>
      </Actions>
    </Form>
  );
}

export function PhoneChoiceForm({
  view,
  phone,
}: {
  view: PhoneMessagesView;
  phone: NonNullable<PhoneMessagesView['phone']>;
}) {
  const { t } = useTranslation('phones');
  const sending = useSending();
  const save = useEndpointAction('savePhoneMessages');
  const form = useSchemaForm(phoneChoiceBody, { wanted: view.wanted, channel: phone.channel });
  const draft = useFormDraft(form, 'phone-messages');
  const submit = async (body: ChoiceValues) => {
    await sending(async () => {
      await save.run({ body });
      draft.discard();
      form.reset(body);
    }, t('saved'));
  };
  return (
    <Form form={form} draft={draft} label={t('title')} onSubmit={submit}>
      <fieldset disabled={save.isRunning}>
        <Stack>
          <BoundCheckboxGroup<ChoiceValues>
            name="wanted"
            label={t('kinds')}
            hint={t('none')}
            choices={phoneMessageKinds.map((value) => ({
              value,
              label: t(`kind.${value}`),
            }))}
          />
          <ChannelField />
        </Stack>
      </fieldset>
      <p className={layout['small']}>{t('most', { most: view.mostPerDay })}</p>
      <Actions>
        <Button type="submit" variant="default" loading={save.isRunning}>
          {t('save')}
        </Button>
      </Actions>
    </Form>
  );
}
