import type { AdministratorView } from '@wasl/contracts/administration';
import { useTranslation } from 'react-i18next';

import layout from '../../ui/layout/layout.module.css';
import { PlainPage } from '../plain-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage(props: {
  administrator: AdministratorView;
  onDone: () => Promise<unknown>;
}) {
  const { t } = useTranslation('administration');
  return (
    <PlainPage title={t('signIn.title')}>
      <div className={layout['card']}>
        <SignInForm {...props} />
      </div>
    </PlainPage>
  );
}
