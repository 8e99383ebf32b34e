import { Button, Stack } from '@mantine/core';
import {
  beginSecondFactorBody,
  confirmSecondFactorBody,
  type Endpoints,
  type BodyInputOf,
  removeSecondFactorBody,
  type ResponseOf,
} from '@wasl/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { AuthenticatorSecret } from '../../../ui/second-factor.tsx';
import { useFormAttempt } from '../../../ui/use-failure.ts';
import { BoundTextField, Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { CodeField, CurrentPasswordField } from './proof-fields.tsx';

type Setup = ResponseOf<Endpoints['beginSecondFactor']>;
type Confirmed = ResponseOf<Endpoints['confirmSecondFactor']>;
type Begin = BodyInputOf<Endpoints['beginSecondFactor']>;
type Confirm = BodyInputOf<Endpoints['confirmSecondFactor']>;
type Change = BodyInputOf<Endpoints['removeSecondFactor']>;

/**
 * Requires the password, so that an open session alone cannot set up a second factor. With a code of the present device
 * or a recovery code, it starts the move to a new device.
 */
export function BeginForm({
  isMove,
  onBegun,
}: {
  isMove: boolean;
  onBegun: (setup: Setup) => void;
}) {
  const { t } = useTranslation('second-factor');
  const attempt = useFormAttempt();
  const begin = useEndpointAction('beginSecondFactor');
  const form = useSchemaForm(
    beginSecondFactorBody,
    isMove ? { currentPassword: '', code: '' } : { currentPassword: '' },
  );
  const title = t(isMove ? 'move.title' : 'begin.title');
  const submit = (body: Begin) =>
    attempt(async () => {
      onBegun((await begin.run({ body })).data);
    });
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{title}</h2>
      {isMove ? <p className={layout['lead']}>{t('move.lead')}</p> : null}
      <Form form={form} label={title} onSubmit={submit}>
        <CurrentPasswordField />
        {isMove ? <CodeField label={t('manage.code')} /> : null}
        <Actions>
          <Button type="submit" loading={begin.isRunning}>
            {t('begin.submit')}
          </Button>
        </Actions>
      </Form>
    </Stack>
  );
}

/** QR code, the key as text, and the first code, which proves the set-up. */
export function ConfirmForm({
  setup,
  onConfirmed,
}: {
  setup: Setup;
  onConfirmed: (confirmed: Confirmed) => void;
}) {
  const { t } = useTranslation('second-factor');
  const attempt = useFormAttempt();
  const confirm = useEndpointAction('confirmSecondFactor');
  const form = useSchemaForm(
    confirmSecondFactorBody,
    setup.isMailed ? { code: '', mailedCode: '' } : { code: '' },
  );
  const submit = (body: Confirm) =>
    attempt(async () => {
      onConfirmed((await confirm.run({ body })).data);
    });
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('scan.title')}</h2>
      <AuthenticatorSecret setup={setup} />
      <Form form={form} label={t('scan.title')} onSubmit={submit}>
        <CodeField label={t('scan.code')} inputMode="numeric" />
        {setup.isMailed ? (
          <BoundTextField<Confirm>
            name="mailedCode"
            label={t('scan.mailed')}
            hint={t('scan.mailedHint')}
            autoComplete="off"
            isLtr
            required
          />
        ) : null}
        <Actions>
          <Button type="submit" loading={confirm.isRunning}>
            {t('scan.submit')}
          </Button>
        </Actions>
      </Form>
    </Stack>
  );
}

/** New recovery codes, or removal of the second factor; both need the password and a code. */
export function ChangeForm({
  canRemove,
  onCodes,
  onRemoved,
}: {
  canRemove: boolean;
  onCodes: (codes: readonly string[]) => void;
  onRemoved: () => void;
}) {
  const { t } = useTranslation('second-factor');
  const attempt = useFormAttempt();
  const renew = useEndpointAction('renewRecoveryCodes');
  const remove = useEndpointAction('removeSecondFactor');
  const isRunning = renew.isRunning || remove.isRunning;
  const form = useSchemaForm(removeSecondFactorBody, { currentPassword: '', code: '' });
  const isRemoving = useRef(false);
  const submit = (body: Change) =>
    attempt(async () => {
      if (isRemoving.current) {
        await remove.run({ body });
        onRemoved();
      } else {
        onCodes((await renew.run({ body })).data.recoveryCodes);
      }
    });
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('manage.title')}</h2>
      <p className={layout['lead']}>{t('manage.lead')}</p>
      <Form form={form} label={t('manage.title')} onSubmit={submit}>
        <CurrentPasswordField />
        <CodeField label={t('manage.code')} />
        <Actions>
          {canRemove ? (
            <Button
              variant="default"
              disabled={isRunning}
              onClick={(event) => {
                isRemoving.current = true;
                submitForm(event.currentTarget.form);
              }}
            >
              {t('manage.remove')}
            </Button>
          ) : null}
          <Button
            type="submit"
            disabled={isRunning}
            loading={renew.isRunning}
            // Enter in a field triggers this button.
            onClick={() => {
              isRemoving.current = false;
            }}
          >
            {t('manage.renew')}
          </Button>
        </Actions>
      </Form>
    </Stack>
  );
}
