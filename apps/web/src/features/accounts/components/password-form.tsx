import { Button, Stack } from '@mantine/core';
import { type BodyInputOf, changePasswordBody, type Endpoints, places } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { hasFieldFaults, isFieldFault } from '../../../lib/http/http.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { currentSession, startSession } from '../../../lib/session/session.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Form } from '../../../ui/form/index.ts';
import { NewPasswordFields } from '../../../ui/form/new-password-fields.tsx';
import { formResolver } from '../../../ui/form/rules.ts';
import { useFormWithSummary } from '../../../ui/form/use-form-with-summary.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { noticeDuration, notify } from '../../../ui/notify.ts';
import { useFailure } from '../../../ui/use-failure.ts';
import { CodeField, CurrentPasswordField } from './proof-fields.tsx';

type Values = BodyInputOf<Endpoints['changePassword']>;

const empty: Values = { currentPassword: '', password: '', confirmPassword: '' };
const resolver = formResolver<Values>(changePasswordBody);

/** Changes the password. It requires the present one and ends all other sessions. */
export function PasswordForm() {
  const { t } = useTranslation(['profile', 'common']);
  const fail = useFailure();
  const form = useFormWithSummary<Values, unknown, Values>({
    defaultValues: empty,
    resolver,
  });
  const change = useEndpointAction('changePassword');
  // Set when the server requires a code of the second factor; other people see no field for it.
  const [needsCode, setNeedsCode] = useState(false);
  const submit = async (values: Values): Promise<void> => {
    try {
      const { data } = await change.run({ body: values });
      // All earlier tokens are invalid; this tab and the others of this browser continue with the new one.
      startSession(data.token);
      form.reset(empty);
      setNeedsCode(false);
      notify.success(t('password.done'), noticeDuration.account);
      await refresh('listSessions');
    } catch (error) {
      fail(error);
      if (isFieldFault(error, 'code')) setNeedsCode(true);
      if (hasFieldFaults(error)) throw error;
    }
  };
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('password.title')}</h2>
      <p className={layout['lead']}>{t('password.lead')}</p>
      <Form form={form} label={t('password.title')} onSubmit={submit}>
        <fieldset disabled={change.isRunning}>
          <Stack maw={480}>
            <CurrentPasswordField />
            {needsCode ? <CodeField label={t('password.code')} /> : null}
            <NewPasswordFields<Values>
              password="password"
              confirmation="confirmPassword"
              label={t('password.next')}
              account={currentSession()?.email}
            />
          </Stack>
        </fieldset>
        <Stack maw={480}>
          <Actions align="center">
            <Button type="submit" loading={change.isRunning}>
              {t('password.submit')}
            </Button>
          </Actions>
        </Stack>
      </Form>
    </Stack>
  );
}

export function SecondFactorLink() {
  const { t } = useTranslation('profile');
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('secondFactor.title')}</h2>
      <p className={layout['lead']}>{t('secondFactor.lead')}</p>
      <p>
        <Link to={places.secondFactor()}>{t('secondFactor.open')}</Link>
      </p>
    </Stack>
  );
}
