import { Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import useSWR from 'swr';

import { loadConfig } from '../../../lib/http/config.ts';
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
  // Only `men` has a fixed organisation; waiting for it would render the page twice.
  const { data: config } = useSWR(kind === 'men' ? 'config' : null, loadConfig);

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
      {lists === null || (kind === 'men' && config === undefined) ? (
        <LoadingOrError error={error} onRetry={reload} height={640} />
      ) : (
        <SignUpForm
          key={kind}
          kind={kind}
          lists={lists}
          lockedPartnerId={config?.defaultPartnerId ?? null}
        />
      )}
    </Stack>
  );
}
