import { Stack, TextInput } from '@mantine/core';
import type { UserView } from '@wasl/contracts';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import {
  AddressFields,
  NameFields,
  PhoneFields,
} from '../../../domain/accounts/contact-fields.tsx';
import { useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { prefixChoices } from '../../../lib/dialling-prefixes.ts';
import { ltrControl } from '../../../ui/form/direction.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';
import type { ProfileValues } from '../../../domain/accounts/profile-rules.ts';
import styles from '../profile.module.css';

/** One's own details. The e-mail is the key of the account and stays. */
export function PersonFields({ user }: { user: UserView }) {
  const { t } = useTranslation('profile');
  const { watch } = useFormContext<ProfileValues>();
  const { choices: countries = [] } = useReferenceChoices('PAYS');
  const [province, prefix] = watch(['province', 'codeCountry']);
  const isInMorocco = (user.countryOfResidence ?? 'MA') === 'MA';
  const prefixes = prefixChoices(countries);
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('person.title')}</h2>
      <Columns min={280}>
        <NameFields />
      </Columns>
      <TextInput
        label={t('person.email')}
        description={t('person.emailHint')}
        value={user.email}
        readOnly
        {...ltrControl}
        classNames={{ input: styles['fixed'] ?? '' }}
      />
      <Columns min={280}>
        <AddressFields isInMorocco={isInMorocco} province={province} />
        <PhoneFields
          prefixes={
            prefixes.some(({ value }) => value === prefix)
              ? prefixes
              : [{ value: prefix, label: prefix }, ...prefixes]
          }
          prefix={prefix}
        />
      </Columns>
    </Stack>
  );
}
