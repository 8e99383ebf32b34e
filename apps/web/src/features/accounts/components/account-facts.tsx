import { Stack } from '@mantine/core';
import type { UserView } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay } from '../../../lib/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import styles from '../profile.module.css';

/** What was given at the sign-up and cannot be changed here. */
export function AccountFacts({ user }: { user: UserView }) {
  const { t } = useTranslation('profile');
  const ltr = (value: string | null) => (value === null ? null : <LtrText>{value}</LtrText>);
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('facts.type'), user.typeBeneficiaire === null ? null : t(`facts.${user.typeBeneficiaire}`)],
    [t('facts.birthDate'), user.birthDate === null ? null : ltr(formatDay(user.birthDate))],
    [t('facts.levelOfStudy'), user.levelOfStudy?.libelle],
    [t('facts.numCin'), ltr(user.numCin)],
    [t('facts.profil'), user.profil?.libelle],
    [t('facts.companyName'), user.companyName],
    [t('facts.headquarter'), user.headquarter],
    [t('facts.ice'), ltr(user.ice)],
    [t('facts.ifu'), ltr(user.ifu)],
    [t('facts.area'), user.area?.libelle],
  ];
  const known = facts.filter(([, value]) => value !== null && value !== undefined);
  if (known.length === 0) return null;
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={styles['heading']}>{t('facts.title')}</h2>
      <p className={layout['lead']}>{t('facts.lead')}</p>
      <dl className={layout['facts']}>
        {known.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}
