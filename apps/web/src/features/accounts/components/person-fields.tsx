import { Stack, TextInput } from '@mantine/core';
import type { CodeLibelle, UserView } from '@wasl/contracts';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import {
  AddressFields,
  NameFields,
  PhoneFields,
} from '../../../domain/accounts/contact-fields.tsx';
import { useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { prefixChoices } from '../../../lib/format/dialling-prefixes.ts';
import { BoundSelect, type Choice } from '../../../ui/form/index.ts';
import { ltrControl } from '../../../ui/form/direction.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';
import type { ProfileValues } from '../../../domain/accounts/profile-rules.ts';

function ActivityFields({ user }: { user: UserView }) {
  const { t } = useTranslation(['accounts', 'words']);
  const { choices: profiles = [] } = useReferenceChoices('PROFIL');
  const { choices: areas = [] } = useReferenceChoices('SECTEUR_ACTIVITE');
  return (
    <Columns min={280}>
      {user.typeBeneficiaire === 'entreprise' ? null : (
        <BoundSelect<ProfileValues>
          name="profil"
          label={t('words:person.profil')}
          hint={t('profile.profilHint')}
          choices={withCurrent(profiles, user.profil)}
          required={user.profil !== null}
        />
      )}
      <BoundSelect<ProfileValues>
        name="area"
        label={t('words:person.area')}
        hint={t('profile.areaHint')}
        choices={withCurrent(areas, user.area)}
        required={user.area !== null}
      />
    </Columns>
  );
}

/** Choices with the present value added, because the list may not be loaded or may have dropped it. */
function withCurrent(choices: readonly Choice[], current: CodeLibelle | null): readonly Choice[] {
  if (current === null || choices.some(({ value }) => value === current.code)) return choices;
  return [{ value: current.code, label: current.libelle }, ...choices];
}

/** Personal details. The e-mail is the key of the account and is read-only. */
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
        variant="filled"
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
      {user.role === 'BENEFICIAIRE' ? <ActivityFields user={user} /> : null}
    </Stack>
  );
}
