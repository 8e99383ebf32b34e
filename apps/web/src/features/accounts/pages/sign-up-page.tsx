import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';

import { loadConfig, type RuntimeConfig } from '../../../lib/config.ts';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import styles from '../accounts.module.css';
import { useSignUpLists } from '../api/use-sign-up-lists.ts';
import { SignUpForm } from '../components/sign-up-form.tsx';
import { signUpKinds } from '../forms/sign-up-rules.ts';

/** The sign-up of a beneficiary, or with `pAuth` of an agent (docs/specification.md, portal §2). */
export default function SignUpPage() {
  const { t } = useTranslation('accounts');
  const [params] = useSearchParams();
  const kind = signUpKinds.find((known) => known === params.get('pAuth')) ?? 'ben';
  const { lists, error, reload } = useSignUpLists();
  const [config, setConfig] = useState<RuntimeConfig | null>(null);
  useEffect(() => {
    void loadConfig().then(setConfig);
  }, []);

  if (lists === null || config === null) {
    return error === undefined ? <PageSkeleton /> : <ErrorState error={error} onRetry={reload} />;
  }
  const isBeneficiary = kind === 'ben';
  return (
    <div className={styles['page']}>
      <p className={styles['lead']}>{t(`signUp.lead.${kind}`)}</p>
      <p className={styles['ways']}>
        <Link to={isBeneficiary ? '/signUp?pAuth=par' : '/signUp?pAuth=ben'}>
          {t(isBeneficiary ? 'signUp.asPartner' : 'signUp.asBeneficiary')}
        </Link>
        <Link to="/login">{t('signUp.haveAccount')}</Link>
      </p>
      <SignUpForm
        key={kind}
        kind={kind}
        lists={lists}
        lockedPartnerId={kind === 'men' ? config.defaultPartnerId : null}
      />
    </div>
  );
}
