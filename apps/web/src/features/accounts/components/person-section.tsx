import { dayOf } from '@wasl/contracts';
import { useFormContext } from 'react-hook-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  BoundDate,
  BoundRadio,
  BoundSelect,
  BoundTextField,
  CityField,
  PhoneField,
  ProvinceField,
} from '../../../ui/form/index.ts';
import styles from '../accounts.module.css';
import type { SignUpLists } from '../api/use-sign-up-lists.ts';
import type { SignUpValues } from '../forms/sign-up-rules.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

function Identity({ lists }: { lists: SignUpLists }) {
  const { t } = useTranslation('accounts');
  const [yesterday] = useState(() => dayOf(new Date(Date.now() - 86_400_000)));
  return (
    <section className={styles['section']}>
      <h3 className={styles['subheading']}>{t('person.identity')}</h3>
      <div className={styles['pair']}>
        <BoundTextField<SignUpValues>
          name="nom"
          label={t('person.nom')}
          autoComplete="family-name"
          maxLength={80}
          required
        />
        <BoundTextField<SignUpValues>
          name="prenom"
          label={t('person.prenom')}
          autoComplete="given-name"
          maxLength={80}
          required
        />
        <BoundDate<SignUpValues>
          name="birthDate"
          label={t('person.birthDate')}
          max={yesterday}
          around={`${String(Number(yesterday.slice(0, 4)) - 25)}-01-01`}
          required
        />
        <BoundRadio<SignUpValues>
          name="sex"
          label={t('person.sex')}
          choices={[
            { value: 'FEMININ', label: t('person.FEMININ') },
            { value: 'MASCULIN', label: t('person.MASCULIN') },
          ]}
          required
        />
        <BoundSelect<SignUpValues>
          name="nationality"
          label={t('person.nationality')}
          hint={t('person.nationalityHint')}
          choices={lists.countries}
          required
        />
        <BoundSelect<SignUpValues>
          name="levelOfStudy"
          label={t('person.levelOfStudy')}
          hint={t('person.levelOfStudyHint')}
          choices={lists.levels}
          required
        />
      </div>
    </section>
  );
}

function Contact({ lists }: { lists: SignUpLists }) {
  const { t } = useTranslation('accounts');
  const { watch } = useFormContext<SignUpValues>();
  const [country, province, prefix] = watch(['countryOfResidence', 'province', 'codeCountry']);
  return (
    <section className={styles['section']}>
      <h3 className={styles['subheading']}>{t('person.contact')}</h3>
      <div className={styles['pair']}>
        <BoundSelect<SignUpValues>
          name="countryOfResidence"
          label={t('person.countryOfResidence')}
          choices={lists.countries}
          required
        />
        <ProvinceField<SignUpValues>
          // Another kind of value: the field of the other country must not keep it.
          key={country === 'MA' ? 'list' : 'text'}
          name="province"
          label={t('person.province')}
          isInMorocco={country === 'MA'}
          required
        />
        <CityField<SignUpValues>
          name="city"
          label={t('person.city')}
          province={country === 'MA' ? province : null}
          required
        />
        <BoundTextField<SignUpValues>
          name="address"
          label={t('person.address')}
          autoComplete="street-address"
          maxLength={250}
          required
        />
      </div>
      <div className={styles['phone']}>
        <BoundSelect<SignUpValues>
          name="codeCountry"
          label={t('person.codeCountry')}
          choices={lists.prefixes}
          searchable
          required
        />
        <PhoneField<SignUpValues>
          name="phone"
          label={t('person.phone')}
          prefix={prefix ?? '+212'}
          required
        />
      </div>
    </section>
  );
}

/** Step 1 of every sign-up: who one is, where one can be reached, and how one will sign in. */
export function PersonSection({ lists }: { lists: SignUpLists }) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <Identity lists={lists} />
      <Contact lists={lists} />
      <section className={styles['section']}>
        <h3 className={styles['subheading']}>{t('person.access')}</h3>
        <BoundTextField<SignUpValues>
          name="email"
          label={t('person.email')}
          hint={t('person.emailHint')}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          required
        />
        <NewPasswordFields<SignUpValues> password="password" confirmation="confirmedPassword" />
      </section>
    </>
  );
}
