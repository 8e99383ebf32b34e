import { Button, Stack } from '@mantine/core';
import { forgotPasswordParams } from '@wasl/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';

import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { BoundTextField, Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { noticeDuration, notify } from '../../../ui/notify.ts';
import { useFormAttempt } from '../../../ui/use-failure.ts';
import { Outcome } from '../components/outcome.tsx';
import { useLeaveForLogin } from '../components/use-leave-for-login.ts';

type Values = z.input<typeof forgotPasswordParams>;

export default function ForgotPasswordPage() {
  const { t } = useTranslation(['accounts', 'common']);
  const attempt = useFormAttempt();
  const navigate = useNavigate();
  const form = useSchemaForm(forgotPasswordParams, { email: '' });
  const ask = useEndpointAction('forgotPassword');
  const [isDone, setDone] = useState(false);
  useLeaveForLogin(isDone);

  const submit = (values: Values) =>
    attempt(async () => {
      await ask.run({ params: values });
      setDone(true);
      notify.success(t('forgot.done'), noticeDuration.account);
    });

  if (isDone) return <Outcome tone="success" text={t('forgot.done')} next={t('forgot.next')} />;
  return (
    <Stack className={layout['text'] ?? ''}>
      <p className={layout['lead']}>{t('forgot.lead')}</p>
      <Stack className={layout['card']} gap="lg">
        <Form form={form} label={t('forgot.form')} onSubmit={submit}>
          <BoundTextField<Values>
            name="email"
            label={t('person.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            disabled={ask.isRunning}
            required
          />
          <Actions justify="space-between">
            <Button
              variant="default"
              disabled={ask.isRunning}
              onClick={() => {
                void navigate('/login');
              }}
            >
              {t('common:actions.cancel')}
            </Button>
            <Button
              type="submit"
              loading={ask.isRunning}
              leftSection={<IconSearch size={18} aria-hidden />}
            >
              {t('common:actions.search')}
            </Button>
          </Actions>
        </Form>
      </Stack>
    </Stack>
  );
}
