import { Box, Button } from '@mantine/core';
import { administrationCalls, type AdministratorView } from '@wasl/contracts/administration';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { ApiError, hasFieldFaults } from '../../lib/http/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { BoundTextField, Form } from '../../ui/form/index.ts';
import { BoundPasswordField } from '../../ui/form/password-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { LtrText } from '../../ui/ltr-text.tsx';
import { useShownAttempt } from '../../ui/use-failure.ts';
import { call } from '../api/client.ts';

/** Password and code of this browser’s administrator. */
export function SignInForm({
  administrator: { name, email },
  onDone,
}: {
  administrator: AdministratorView;
  onDone: () => Promise<unknown>;
}) {
  const { t } = useTranslation('administration');
  const form = useSchemaForm(administrationCalls.signIn.body, { password: '', code: '' });
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  const { failure, isRunning, attempt } = useShownAttempt();
  const isRefused = failure instanceof ApiError && failure.code === 'INVALID_CREDENTIALS';
  return (
    <Form
      form={form}
      label={t('signIn.title')}
      onSubmit={(body) =>
        attempt(async () => {
          await call('signIn', { body });
          await onDone();
        })
      }
    >
      <Box component="p">
        <Box component="strong" display="block">
          <bdi>{name}</bdi>
        </Box>
        <LtrText>{email}</LtrText>
      </Box>
      {isRefused ? (
        <Banner tone="error" live>
          {t('signIn.refused')}
        </Banner>
      ) : (
        <FailureBanner failure={hasFieldFaults(failure) ? null : failure} />
      )}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <BoundPasswordField
        name="password"
        label={t('signIn.password')}
        autoComplete="current-password"
        required
      />
      <BoundTextField
        name="code"
        label={t('signIn.code')}
        hint={t('signIn.codeHint')}
        autoComplete="one-time-code"
        isLtr
        required
      />
      <Button type="submit" fullWidth loading={isRunning}>
        {t('signIn.submit')}
      </Button>
    </Form>
  );
}
