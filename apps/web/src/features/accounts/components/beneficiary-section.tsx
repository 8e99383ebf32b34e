import { Stack } from '@mantine/core';
import { asciiDigits, isIceChecked } from '@wasl/contracts';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { Banner } from '../../../ui/banner.tsx';
import { BoundRadio, BoundSelect, BoundTextField } from '../../../ui/form/index.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';
import styles from '../accounts.module.css';
import type { SignUpLists } from '../api/use-sign-up-lists.ts';
import { rememberType, type SignUpValues } from '../forms/sign-up-rules.ts';
import { IdentityFields } from './identity-fields.tsx';

function IndividualFields({ lists }: { lists: SignUpLists }) {
  const { t } = useTranslation(['accounts', 'words']);
  return (
    <Columns min={260}>
      <BoundTextField<SignUpValues>
        name="individualDto.numCin"
        label={t('words:person.numCin')}
        hint={t('profile.numCinHint')}
        isLtr
        required
      />
      <BoundSelect<SignUpValues>
        name="individualDto.profil"
        label={t('words:person.profil')}
        hint={t('profile.profilHint')}
        choices={lists.profiles}
        required
      />
      <BoundSelect<SignUpValues>
        name="individualDto.area"
        label={t('words:person.area')}
        hint={t('profile.areaHint')}
        choices={lists.areas}
        required
      />
    </Columns>
  );
}

/** The ICE, with a warning that blocks nothing where its control digits do not fit. */
function IceField() {
  const { t } = useTranslation(['accounts', 'words']);
  const { watch } = useFormContext<SignUpValues>();
  const ice = asciiDigits(watch('organizationDto.ice')).replace(/\s/g, '');
  const isDoubtful = /^\d{15}$/.test(ice) && !isIceChecked(ice);
  return (
    <div>
      <BoundTextField<SignUpValues>
        name="organizationDto.ice"
        label={t('words:person.ice')}
        hint={t('profile.iceHint')}
        inputMode="numeric"
        isLtr
        required
      />
      <div role="status">
        {isDoubtful ? <Banner tone="warning">{t('profile.iceWarning')}</Banner> : null}
      </div>
    </div>
  );
}

function CompanyFields({ lists }: { lists: SignUpLists }) {
  const { t } = useTranslation(['accounts', 'words']);
  return (
    <Columns min={260}>
      <BoundTextField<SignUpValues>
        name="organizationDto.companyName"
        label={t('words:person.companyName')}
        autoComplete="organization"
        maxLength={150}
        required
      />
      <BoundTextField<SignUpValues>
        name="organizationDto.headquarter"
        label={t('words:person.headquarter')}
        maxLength={250}
        required
      />
      <BoundTextField<SignUpValues>
        name="organizationDto.numCin"
        label={t('profile.representativeCin')}
        hint={t('profile.numCinHint')}
        isLtr
        required
      />
      <IceField />
      <BoundTextField<SignUpValues>
        name="organizationDto.ifu"
        label={t('words:person.ifu')}
        hint={t('profile.ifuHint')}
        inputMode="numeric"
        isLtr
        required
      />
      <BoundSelect<SignUpValues>
        name="organizationDto.area"
        label={t('words:person.area')}
        hint={t('profile.areaHint')}
        choices={lists.areas}
        required
      />
    </Columns>
  );
}

/** The identity paper, which can also be handed in later: from the profile. */
function IdentityPaper() {
  const { t } = useTranslation('accounts');
  return (
    <Stack component="section">
      <h3 className={styles['subheading']}>{t('identity.title')}</h3>
      <p className={layout['lead']}>{t('identity.lead')}</p>
      <IdentityFields isOptional />
    </Stack>
  );
}

/** Step 2 of a beneficiary's sign-up: a person or a company, and the identity paper. */
export function BeneficiarySection({ lists }: { lists: SignUpLists }) {
  const { t } = useTranslation('accounts');
  const { watch, clearErrors } = useFormContext<SignUpValues>();
  const type = watch('type');
  useEffect(() => {
    rememberType(type);
    // The faults of the other type's fields went with the fields.
    clearErrors(['individualDto', 'organizationDto']);
  }, [type, clearErrors]);
  return (
    <>
      <Stack component="section">
        <BoundRadio<SignUpValues>
          name="type"
          label={t('profile.type')}
          choices={[
            { value: 'particulier', label: t('profile.particulier') },
            { value: 'entreprise', label: t('profile.entreprise') },
          ]}
          required
        />
        {type === 'particulier' ? (
          <IndividualFields lists={lists} />
        ) : (
          <CompanyFields lists={lists} />
        )}
      </Stack>
      <IdentityPaper />
    </>
  );
}
