import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import {
  type DeepPartial,
  type FieldValues,
  type Path,
  useFormContext,
  useWatch,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import styles from './form.module.css';
import { passwordRules } from './new-password-rules.ts';
import { BoundPasswordField } from './password-field.tsx';
import { type PasswordOwner, usePasswordCheck } from './use-password-check.ts';

function Rule({ text, met }: { text: string; met: boolean }) {
  const { t } = useTranslation('accounts');
  const Icon = met ? IconCircleCheck : IconCircleDashed;
  return (
    <li data-met={met ? true : undefined}>
      <Icon size={16} aria-hidden />
      <span>
        {text}
        <VisuallyHidden> ({t(met ? 'password.met' : 'password.unmet')})</VisuallyHidden>
      </span>
    </li>
  );
}

function Rules({ password, owner }: { password: string; owner: PasswordOwner }) {
  const { t } = useTranslation(['accounts', 'words']);
  const fault = usePasswordCheck(password, owner);
  return (
    <ul className={styles['rules']} aria-label={t('password.rules')}>
      {passwordRules.map(({ name, isMet }) => (
        <Rule key={name} text={t(`password.rule.${name}`)} met={isMet(password)} />
      ))}
      <Rule
        text={t(fault ? `words:validation.${fault}` : 'password.rule.uncommon')}
        met={fault === null}
      />
    </ul>
  );
}

/** A new password and its confirmation, with the rules checked during typing. Pasting is allowed. */
export function NewPasswordFields<T extends FieldValues>({
  password,
  confirmation,
  label,
  owner = () => ({}),
  account,
}: {
  password: Path<T>;
  confirmation: Path<T>;
  /** Label where "password" alone could mean the present one. */
  label?: string;
  /** E-mail address of the account, for password managers; absent where the form has a field for it. */
  account?: string | undefined;
  /** Owner of the password, from the form's values; the session's account by default. */
  owner?: (values: DeepPartial<T>) => PasswordOwner;
}) {
  const { t } = useTranslation('accounts');
  const { control } = useFormContext<T>();
  const typed = useWatch({ control, name: password }) as string | undefined;
  const values = useWatch({ control });
  return (
    <>
      {account === undefined ? null : (
        <input type="text" autoComplete="username" value={account} readOnly hidden />
      )}
      <div>
        <BoundPasswordField<T>
          name={password}
          label={label ?? t('password.password')}
          hint={t('password.hint')}
          autoComplete="new-password"
          required
        />
        <Rules password={typed ?? ''} owner={owner(values)} />
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
