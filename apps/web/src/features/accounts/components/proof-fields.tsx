import { useTranslation } from 'react-i18next';

import { BoundPasswordField } from '../../../ui/form/password-field.tsx';
import { BoundTextField } from '../../../ui/form/index.ts';

/** The password that one has, asked for before what only its owner may do. */
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

/** A code that came to a device, or that the device made. */
export function CodeField(props: { label: string; inputMode?: 'numeric' }) {
  return <BoundTextField {...props} name="code" autoComplete="one-time-code" isLtr required />;
}
