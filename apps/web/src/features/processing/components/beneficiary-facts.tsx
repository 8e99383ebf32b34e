import type { BeneficiaryView } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useEndpoint } from '../../../lib/use-endpoint.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import styles from './dialogs.module.css';

/** What an organisation sees of a person: name, surname, email, address, city, province, phone. */
export function BeneficiaryFacts({ beneficiary }: { beneficiary: BeneficiaryView }) {
  const { t } = useTranslation('worklist');
  const { data: provinces } = useEndpoint('paramsByParentI18n', { params: { parent: 'PROVINCE' } });
  const { name, nom, prenom, typeBeneficiaire, email, address, city, province, phone } =
    beneficiary;
  const isCompany = name !== `${prenom} ${nom}` && name !== `${nom} ${prenom}`;
  // A province is kept by its code where it is one of ours, else in the person's own words.
  const provinceText = provinces?.find((item) => item.code === province)?.libelle ?? province;
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    ...(isCompany ? [[t('beneficiary.company'), name] as const] : []),
    ...(typeBeneficiaire === null
      ? []
      : [[t('need.whole'), t(`need.${typeBeneficiaire}`)] as const]),
    [t('beneficiary.nom'), nom],
    [t('beneficiary.prenom'), prenom],
    [
      t('beneficiary.email'),
      <span key="email" className={styles['dialled']}>
        <a href={`mailto:${email}`}>
          <LtrText>{email}</LtrText>
        </a>
        <CopyButton value={email} label={t('beneficiary.email')} />
      </span>,
    ],
    [t('beneficiary.address'), address],
    [t('beneficiary.city'), city],
    [t('beneficiary.province'), provinceText],
    [
      t('beneficiary.phone'),
      phone === null ? null : (
        <span key="phone" className={styles['dialled']}>
          <a href={`tel:${phone}`}>
            <LtrText>{phone}</LtrText>
          </a>
          <CopyButton value={phone} label={t('beneficiary.phone')} />
        </span>
      ),
    ],
  ];
  return (
    <dl className={styles['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value === null ? (
              <span className={layout['note']}>{t('none')}</span>
            ) : (
              <bdi>{value}</bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
