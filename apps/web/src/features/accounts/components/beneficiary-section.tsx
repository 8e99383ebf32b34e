import { Stack } from '@mantine/core';
import { asciiDigits, beneficiaryTypes, isIceChecked } from '@wasl/contracts';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { usePersonField } from '../../../domain/accounts/use-person-field.ts';
import { combineLists, useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { Banner } from '../../../ui/banner.tsx';
import { BoundRadio, BoundSelect, BoundTextField, type Choice } from '../../../ui/form/index.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LoadingOrError } from '../../../ui/states.tsx';
import styles from '../accounts.module.css';
import { storeType, type SignUpValues } from '../forms/sign-up-rules.ts';
import { IdentityFields } from './identity-fields.tsx';

type Lists = Readonly<Record<'profiles' | 'areas', readonly Choice[]>>;

type Hinted =
  | `individualDto.${'numCin' | 'profil' | 'area'}`
  | `organizationDto.${'numCin' | 'ice' | 'ifu' | 'area'}`;

/** A field with a hint about the format of its code or the use of its list. */
function useHintedField() {
  const { t } = useTranslation('accounts');
  const field = usePersonField();
  return <N extends Hinted>(name: N) => {
    const word = name.replace(/^.*\./, '') as 'numCin' | 'profil' | 'area' | 'ice' | 'ifu';
    return { ...field(name), hint: t(`profile.${word}Hint`) };
  };
}

function IndividualFields({ lists }: { lists: Lists }) {
  const field = useHintedField();
  return (
    <Columns min={260}>
      <BoundTextField<SignUpValues> {...field('individualDto.numCin')} isLtr />
      <BoundSelect<SignUpValues> {...field('individualDto.profil')} choices={lists.profiles} />
      <BoundSelect<SignUpValues> {...field('individualDto.area')} choices={lists.areas} />
    </Columns>
  );
}

/** The ICE. A wrong check digit causes only a warning. */
function IceField() {
  const { t } = useTranslation('accounts');
  const field = useHintedField();
  const { watch } = useFormContext<SignUpValues>();
  const ice = asciiDigits(watch('organizationDto.ice')).replace(/\s/g, '');
  const isDoubtful = /^\d{15}$/.test(ice) && !isIceChecked(ice);
  return (
    <div>
      <BoundTextField<SignUpValues> {...field('organizationDto.ice')} inputMode="numeric" isLtr />
      <div role="status">
        {isDoubtful ? <Banner tone="warning">{t('profile.iceWarning')}</Banner> : null}
      </div>
    </div>
  );
}

function CompanyFields({ lists }: { lists: Lists }) {
  const { t } = useTranslation('accounts');
  const field = usePersonField();
  const hinted = useHintedField();
  return (
    <Columns min={260}>
      <BoundTextField<SignUpValues>
        {...field('organizationDto.companyName')}
        autoComplete="organization"
        maxLength={150}
      />
      <BoundTextField<SignUpValues> {...field('organizationDto.headquarter')} maxLength={250} />
      <BoundTextField<SignUpValues>
        {...hinted('organizationDto.numCin')}
        label={t('profile.representativeCin')}
        isLtr
      />
      <IceField />
      <BoundTextField<SignUpValues> {...hinted('organizationDto.ifu')} inputMode="numeric" isLtr />
      <BoundSelect<SignUpValues> {...hinted('organizationDto.area')} choices={lists.areas} />
    </Columns>
  );
}

/** Identity paper; it can also be uploaded later in the profile. */
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
export default function BeneficiarySection() {
  const { t } = useTranslation('accounts');
  const { watch, clearErrors } = useFormContext<SignUpValues>();
  const type = watch('type');
  const {
    choices: lists,
    error,
    reload,
  } = combineLists({
    profiles: useReferenceChoices('PROFIL'),
    areas: useReferenceChoices('SECTEUR_ACTIVITE'),
  });
  useEffect(() => {
    storeType(type);
    // The fields of the other type are gone, so their errors go too.
    clearErrors(['individualDto', 'organizationDto']);
  }, [type, clearErrors]);
  if (lists === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  return (
    <>
      <Stack component="section">
        <BoundRadio<SignUpValues>
          name="type"
          label={t('profile.type')}
          choices={beneficiaryTypes.map((value) => ({ value, label: t(`profile.${value}`) }))}
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
