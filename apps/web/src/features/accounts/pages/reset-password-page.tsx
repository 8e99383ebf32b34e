import { Button, Stack } from '@mantine/core';
import { type BodyInputOf, savePasswordBody, type Endpoints } from '@wasl/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';

import { ApiError } from '../../../lib/http/http.ts';
import { removeToken } from '../../../lib/session/session.ts';
import { isTransient, useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Form } from '../../../ui/form/index.ts';
import { NewPasswordFields } from '../../../ui/form/new-password-fields.tsx';
import { formResolver } from '../../../ui/form/rules.ts';
import { useFormWithSummary } from '../../../ui/form/use-form-with-summary.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { noticeDuration, notify } from '../../../ui/notify.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { useFormFailure } from '../../../ui/use-failure.ts';
import { Outcome } from '../components/outcome.tsx';
import { useLeaveForLogin } from '../components/use-leave-for-login.ts';

type Values = BodyInputOf<Endpoints['savePassword']>;

const resolver = formResolver<Values>(savePasswordBody);

function NewPasswordForm({
  token,
  account,
  onDone,
  onRefused,
}: {
  token: string;
  account: string;
  onDone: () => void;
  onRefused: () => void;
}) {
  const { t } = useTranslation(['accounts', 'common']);
  const failInForm = useFormFailure();
  const form = useFormWithSummary<Values, unknown, Values>({
    defaultValues: { password: '', confirmPassword: '' },
    resolver,
  });
  const save = useEndpointAction('savePassword');
  const submit = async (values: Values): Promise<void> => {
    try {
      await save.run({ params: { token }, body: values });
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TOKEN_INVALID') {
        onRefused();
        return;
      }
      failInForm(error);
    }
  };
  return (
    <Stack className={layout['text'] ?? ''}>
      <p className={layout['lead']}>{t('reset.lead')}</p>
      <Stack className={layout['card']} gap="lg">
        <Form form={form} label={t('reset.form')} onSubmit={submit}>
          <fieldset disabled={save.isRunning}>
            <Stack>
              <NewPasswordFields<Values>
                password="password"
                confirmation="confirmPassword"
                owner={() => ({ token })}
                account={account}
              />
            </Stack>
          </fieldset>
          <Actions>
            <Button type="submit" loading={save.isRunning}>
              {t('common:actions.save')}
            </Button>
          </Actions>
        </Form>
      </Stack>
    </Stack>
  );
}

/** Page of a reset or invitation link: verifies it, then asks for a new password. */
export default function ResetPasswordPage() {
  const { t } = useTranslation('accounts');
  const { token = '' } = useParams();
  const check = useEndpoint(
    'checkResetToken',
    { query: { token } },
    {
      revalidateOnReconnect: false,
      revalidateIfStale: false,
    },
  );
  const [outcome, setOutcome] = useState<'done' | 'refused' | null>(null);
  const isRefused =
    outcome === 'refused' ||
    (outcome === null && check.error !== undefined && !isTransient(check.error));
  const isDone = outcome === 'done';

  useEffect(() => {
    if (isDone) notify.success(t('reset.done'), noticeDuration.account);
    if (isRefused) notify.error(t('reset.expired'));
  }, [isDone, isRefused, t]);
  // The new password ended all sessions, including one on this device; its drafts wait for the next sign-in.
  useLeaveForLogin(isDone || isRefused, isDone ? removeToken : undefined);

  if (isDone) return <Outcome tone="success" text={t('reset.done')} next={t('reset.next')} />;
  if (isRefused) {
    return (
      <Outcome
        tone="error"
        text={t('reset.expired')}
        again={{ to: '/forgotPassword', label: t('reset.again') }}
      />
    );
  }
  if (check.data === undefined) {
    return <LoadingOrError error={check.error} onRetry={check.reload} />;
  }
  return (
    <NewPasswordForm
      token={token}
      account={check.data.email}
      onDone={() => setOutcome('done')}
      onRefused={() => setOutcome('refused')}
    />
  );
}
