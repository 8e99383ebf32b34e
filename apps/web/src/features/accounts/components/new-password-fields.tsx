import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type FieldValues, type Path, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { BoundPasswordField } from '../../../ui/form/index.ts';
import styles from '../accounts.module.css';
import { passwordRules } from '../forms/password-rules.ts';

function Rules({ password }: { password: string }) {
  const { t } = useTranslation('accounts');
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
}: {
  password: Path<T>;
  confirmation: Path<T>;
}) {
  const { t } = useTranslation('accounts');
  const { control } = useFormContext<T>();
  const typed = useWatch({ control, name: password }) as string | undefined;
  return (
    <>
      <div>
        <BoundPasswordField<T>
          name={password}
          label={t('password.password')}
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
