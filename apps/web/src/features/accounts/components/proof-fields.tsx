import { useTranslation } from 'react-i18next';

import { BoundPasswordField } from '../../../ui/form/password-field.tsx';
import { BoundTextField } from '../../../ui/form/index.ts';

/** Present password, required before actions of the account's owner. */
export function CurrentPasswordField() {
  const { t } = useTranslation('profile');
  return (
    <BoundPasswordField
      name="currentPassword"
      label={t('password.current')}
      autoComplete="current-password"
      required
    />
  );
}

export function CodeField(props: { label: string; inputMode?: 'numeric' }) {
  return <BoundTextField {...props} name="code" autoComplete="one-time-code" isLtr required />;
}
