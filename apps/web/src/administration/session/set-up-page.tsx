import { Button, Stack } from '@mantine/core';
import { savePasswordBody } from '@wasl/contracts';
import { administrationCalls, type AdministratorView } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ApiError, hasFieldFaults } from '../../lib/http/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { BoundTextField, Form } from '../../ui/form/index.ts';
import { NewPasswordFields } from '../../ui/form/new-password-fields.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Actions } from '../../ui/layout/actions.tsx';
import layout from '../../ui/layout/layout.module.css';
import { AuthenticatorSecret, RecoveryCodes } from '../../ui/second-factor.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { call, type CallResponse } from '../api/client.ts';
import { PlainPage } from '../plain-page.tsx';

type Secret = CallResponse<'beginSetUp'>;

/** Keeps an error for the page; errors of fields go to the form. */
function useFailureOfForm() {
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (hasFieldFaults(error)) throw error;
      setFailure(error);
    }
  };
  return { failure, attempt };
}

function Failure({ failure }: { failure: unknown }) {
  const { t } = useTranslation('administration');
  return failure instanceof ApiError && failure.code === 'STATE_CONFLICT' ? (
    <Banner tone="error" live>
      {t('setUp.expired')}
    </Banner>
  ) : (
    <FailureBanner failure={failure} />
  );
}

function PasswordStep({
  administrator: { email, name },
  onBegun,
}: {
  administrator: AdministratorView;
  onBegun: (secret: Secret) => void;
}) {
  const { t } = useTranslation('administration');
  const form = useSchemaForm(savePasswordBody, { password: '', confirmPassword: '' });
  const { failure, attempt } = useFailureOfForm();
  return (
    <Form
      form={form}
      label={t('setUp.password')}
      onSubmit={({ password }) =>
        attempt(async () => onBegun(await call('beginSetUp', { body: { password } })))
      }
    >
      <Failure failure={failure} />
      <NewPasswordFields
        password="password"
        confirmation="confirmPassword"
        account={email}
        owner={() => ({ email, nom: name })}
      />
      <Actions>
        <Button type="submit" loading={form.formState.isSubmitting}>
          {t('setUp.continue')}
        </Button>
      </Actions>
    </Form>
  );
}

function FactorStep({
  secret,
  onConfirmed,
}: {
  secret: Secret;
  onConfirmed: (codes: readonly string[]) => void;
}) {
  const { t } = useTranslation('second-factor');
  const form = useSchemaForm(administrationCalls.confirmSetUp.body, { code: '' });
  const { failure, attempt } = useFailureOfForm();
  return (
    <Stack>
      <h2 className={layout['title']}>{t('scan.title')}</h2>
      <AuthenticatorSecret setup={secret} />
      <Form
        form={form}
        label={t('scan.title')}
        onSubmit={(body) =>
          attempt(async () => onConfirmed((await call('confirmSetUp', { body })).recoveryCodes))
        }
      >
        <Failure failure={failure} />
        <BoundTextField
          name="code"
          label={t('scan.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          isLtr
          required
        />
        <Actions>
          <Button type="submit" loading={form.formState.isSubmitting}>
            {t('scan.submit')}
          </Button>
        </Actions>
      </Form>
    </Stack>
  );
}

/** Password and authenticator app of an administrator who opened a link; the recovery codes are shown once. */
export function SetUpPage({
  administrator,
  onConfirmed,
  onDone,
}: {
  administrator: AdministratorView;
  /** The codes are shown, and the set-up is over. */
  onConfirmed: () => void;
  onDone: () => unknown;
}) {
  const { t } = useTranslation(['administration', 'second-factor']);
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) {
    const title = t('second-factor:codes.title');
    return (
      <PlainPage title={t('setUp.done')}>
        <RecoveryCodes codes={codes} onDone={onDone}>
          <CopyButton value={codes.join('\n')} label={title} named={title} />
        </RecoveryCodes>
      </PlainPage>
    );
  }
  return (
    <PlainPage title={t('setUp.title')}>
      <Stack>
        <Stepper
          current={secret === null ? 0 : 1}
          steps={[
            { label: t('setUp.password'), isDone: secret !== null },
            { label: t('setUp.factor'), isDone: false },
          ]}
          onGo={() => setSecret(null)}
        />
        <div className={layout['card']}>
          {secret === null ? (
            <PasswordStep administrator={administrator} onBegun={setSecret} />
          ) : (
            <FactorStep
              secret={secret}
              onConfirmed={(given) => {
                setCodes(given);
                onConfirmed();
              }}
            />
          )}
        </div>
      </Stack>
    </PlainPage>
  );
}
