import { PasswordInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/PasswordInput.css';

import { type BoundProps, useBoundField } from './form-context.ts';

export function BoundPasswordField<T extends FieldValues>({
  autoComplete,
  ...props
}: BoundProps<T> & { autoComplete: 'current-password' | 'new-password' }) {
  const { t } = useTranslation();
  const { field, shared } = useBoundField(props);
  return (
    <PasswordInput
      {...shared}
      {...field}
      value={field.value ?? ''}
      disabled={shared.disabled}
      autoComplete={autoComplete}
      // In this component the library also passes `dir` to the control.
      dir="ltr"
      visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword'), tabIndex: 0 }}
    />
  );
}
