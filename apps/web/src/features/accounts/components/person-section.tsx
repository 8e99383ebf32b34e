import { Stack } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  AddressFields,
  NameFields,
  PhoneFields,
} from '../../../domain/accounts/contact-fields.tsx';
import { usePersonField } from '../../../domain/accounts/use-person-field.ts';
import { useOtherNames } from '../../../domain/reference/reference-choices.ts';
import { today } from '../../../lib/format/formats.ts';
import { serverNow } from '../../../lib/http/server-time.ts';
import { BoundDate } from '../../../ui/form/bound-date.tsx';
import { BoundRadio, BoundSelect, BoundTextField } from '../../../ui/form/index.ts';
import { NewPasswordFields } from '../../../ui/form/new-password-fields.tsx';
import { Columns } from '../../../ui/layout/columns.tsx';
import styles from '../accounts.module.css';
import type { SignUpLists } from '../api/use-sign-up-lists.ts';
import { passwordOwner, type SignUpValues } from '../forms/sign-up-rules.ts';

function Identity({ lists }: { lists: SignUpLists }) {
  const { t } = useTranslation('accounts');
  const field = usePersonField();
  const countryNames = useOtherNames('PAYS');
  const [yesterday] = useState(() => today(new Date(serverNow() - 86_400_000)));
  return (
    <Stack component="section">
      <h3 className={styles['subheading']}>{t('person.identity')}</h3>
      <Columns min={260}>
        <NameFields />
        <BoundDate<SignUpValues>
          {...field('birthDate')}
          max={yesterday}
          around={`${String(Number(yesterday.slice(0, 4)) - 25)}-01-01`}
        />
        <BoundRadio<SignUpValues>
          {...field('sex')}
          choices={(['FEMININ', 'MASCULIN'] as const).map((value) => ({
            value,
            label: t(`person.${value}`),
          }))}
        />
        <BoundSelect<SignUpValues>
          {...field('nationality')}
          hint={t('person.nationalityHint')}
          choices={lists.countries}
          otherNames={countryNames}
        />
        <BoundSelect<SignUpValues>
          {...field('levelOfStudy')}
          hint={t('person.levelOfStudyHint')}
          choices={lists.levels}
        />
      </Columns>
    </Stack>
  );
}

function Contact({ lists }: { lists: SignUpLists }) {
  const { t } = useTranslation('accounts');
  const field = usePersonField();
  const { watch } = useFormContext<SignUpValues>();
  const countryNames = useOtherNames('PAYS');
  const [country, province, prefix] = watch(['countryOfResidence', 'province', 'codeCountry']);
  return (
    <Stack component="section">
      <h3 className={styles['subheading']}>{t('person.contact')}</h3>
      <Columns min={260}>
        <BoundSelect<SignUpValues>
          {...field('countryOfResidence')}
          choices={lists.countries}
          otherNames={countryNames}
        />
        <AddressFields isInMorocco={country === 'MA'} province={province} />
        <PhoneFields prefixes={lists.prefixes} prefix={prefix} />
      </Columns>
    </Stack>
  );
}

/** Step 1 of every sign-up: identity, contact details and credentials. */
export function PersonSection({ lists }: { lists: SignUpLists }) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <Identity lists={lists} />
      <Contact lists={lists} />
      <Stack component="section">
        <h3 className={styles['subheading']}>{t('person.access')}</h3>
        <BoundTextField<SignUpValues>
          name="email"
          label={t('person.email')}
          hint={t('person.emailHint')}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          required
        />
        <NewPasswordFields<SignUpValues>
          password="password"
          confirmation="confirmedPassword"
          owner={passwordOwner}
        />
      </Stack>
    </>
  );
}
