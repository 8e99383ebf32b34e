import { Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';

import { loadConfig, type RuntimeConfig } from '../../../lib/http/config.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LoadingOrError } from '../../../ui/states.tsx';
import { useSignUpLists } from '../api/use-sign-up-lists.ts';
import { SignUpForm } from '../components/sign-up-form.tsx';
import { signUpKinds } from '../forms/sign-up-rules.ts';

/** Sign-up of a beneficiary, or with `pAuth` of an agent (docs/specification.md, portal §2). */
export default function SignUpPage() {
  const { t } = useTranslation('accounts');
  const [params] = useSearchParams();
  const kind = signUpKinds.find((known) => known === params.get('pAuth')) ?? 'ben';
  const { lists, error, reload } = useSignUpLists();
  const [config, setConfig] = useState<RuntimeConfig | null>(null);
  useEffect(() => {
    void loadConfig().then(setConfig);
  }, []);

  const isBeneficiary = kind === 'ben';
  return (
    <Stack className={layout['text'] ?? ''}>
      <p className={layout['lead']}>{t(`signUp.lead.${kind}`)}</p>
      <Group component="p" gap="4px 24px">
        <Link to={isBeneficiary ? '/signUp?pAuth=par' : '/signUp?pAuth=ben'}>
          {t(isBeneficiary ? 'signUp.asPartner' : 'signUp.asBeneficiary')}
        </Link>
        <Link to="/login">{t('signUp.haveAccount')}</Link>
      </Group>
      {lists === null || config === null ? (
        <LoadingOrError error={error} onRetry={reload} height={640} />
      ) : (
        <SignUpForm
          key={kind}
          kind={kind}
          lists={lists}
          lockedPartnerId={kind === 'men' ? config.defaultPartnerId : null}
        />
      )}
    </Stack>
  );
}
