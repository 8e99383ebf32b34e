import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type FieldValues, type Path, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import styles from './form.module.css';
import { passwordRules } from './new-password-rules.ts';
import { BoundPasswordField } from './password-field.tsx';

function Rules({ password }: { password: string }) {
  const { t } = useTranslation();
  return (
    <ul className={styles['rules']} aria-label={t('password.rules')}>
      {passwordRules.map(({ name, isMet }) => {
        const met = isMet(password);
        const Icon = met ? IconCircleCheck : IconCircleDashed;
        return (
          <li key={name} data-met={met ? true : undefined}>
            <Icon size={16} aria-hidden />
            <span>
              {t(`password.rule.${name}`)}
              <VisuallyHidden> ({t(met ? 'password.met' : 'password.unmet')})</VisuallyHidden>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** A new password with its rules, ticked off while one types, and its confirmation. Pasting is welcome. */
export function NewPasswordFields<T extends FieldValues>({
  password,
  confirmation,
  label,
}: {
  password: Path<T>;
  confirmation: Path<T>;
  /** Where "password" alone could be taken for the present one. */
  label?: string;
}) {
  const { t } = useTranslation();
  const { control } = useFormContext<T>();
  const typed = useWatch({ control, name: password }) as string | undefined;
  return (
    <>
      <div>
        <BoundPasswordField<T>
          name={password}
          label={label ?? t('password.password')}
          hint={t('password.hint')}
          autoComplete="new-password"
          required
        />
        <Rules password={typed ?? ''} />
      </div>
      <BoundPasswordField<T>
        name={confirmation}
        label={t('password.confirmation')}
        autoComplete="new-password"
        required
      />
    </>
  );
}
