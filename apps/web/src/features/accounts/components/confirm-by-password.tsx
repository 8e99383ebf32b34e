import { Button, Group, Stack } from '@mantine/core';
import {
  type BodyInputOf,
  confirmByPasswordBody,
  type Endpoints,
  type ResponseOf,
} from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { ApiError } from '../../../lib/http/http.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Form } from '../../../ui/form/index.ts';
import { BoundPasswordField } from '../../../ui/form/password-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useFormFailure } from '../../../ui/use-failure.ts';

type Values = BodyInputOf<Endpoints['confirmEmailByPassword']>;

const places = { codes: { TOKEN_INVALID: 'password' } } as const;

/**
 * In a browser that did not sign up, the link alone confirms nothing: the password of the sign-up proves ownership of
 * the account. A person who never signed up is advised to ignore the mail.
 */
export function ConfirmByPassword({
  token,
  onDone,
}: {
  token: string;
  onDone: (answer: ResponseOf<Endpoints['confirmEmailByPassword']>) => void;
}) {
  const { t } = useTranslation('accounts');
  const failInForm = useFormFailure();
  const confirm = useEndpointAction('confirmEmailByPassword');
  const form = useSchemaForm(confirmByPasswordBody, { password: '' });
  const submit = async (body: Values): Promise<void> => {
    try {
      onDone((await confirm.run({ params: { token }, body })).data);
    } catch (error) {
      // The server does not reveal whether the link or the password was wrong.
      if (error instanceof ApiError && error.code === 'TOKEN_INVALID')
        throw new ApiError(error.status, { code: error.code, message: t('confirmation.mismatch') });
      failInForm(error);
    }
  };
  return (
    <Stack maw={480}>
      <p className={layout['lead']}>{t('confirmation.ask')}</p>
      <Stack className={layout['card']} gap="lg">
        <Form form={form} label={t('confirmation.form')} places={places} onSubmit={submit}>
          <BoundPasswordField<Values>
            name="password"
            label={t('confirmation.password')}
            autoComplete="current-password"
            required
          />
          <Actions>
            <Button type="submit" loading={confirm.isRunning}>
              {t('confirmation.form')}
            </Button>
          </Actions>
        </Form>
        <p className={layout['lead']}>{t('confirmation.notYours')}</p>
      </Stack>
      <Group component="p" gap="4px 24px">
        <Link to="/forgotPassword">{t('confirmation.forgotten')}</Link>
        <Link to="/login">{t('outcome.signIn')}</Link>
      </Group>
    </Stack>
  );
}
