import { Group } from '@mantine/core';
import type { BeneficiaryView, PersonBehind } from '@wasl/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { LtrText } from '../../../../ui/ltr-text.tsx';

/** Facts that only the step's page has; missing ones are left out. */
function moreFacts(t: TFunction<['worklist', 'words']>, person: PersonBehind) {
  const { profil, area, company } = person;
  const ice = company?.ice ?? null;
  const facts = [
    [t('words:person.profil'), profil?.libelle ?? null],
    [t('words:person.area'), area?.libelle ?? null],
    [t('words:person.headquarter'), company?.headquarter ?? null],
    [
      t('words:person.ice'),
      ice === null ? null : (
        <Group component="span" key="ice" gap={4}>
          <LtrText>{ice}</LtrText>
          <CopyButton value={ice} label={t('words:person.ice')} />
        </Group>
      ),
    ],
  ] as const;
  return facts.filter(([, value]) => value !== null);
}

/**
 * Data of a person that an organisation may see: name, surname, email, address, city, province, phone. After a
 * rejection the contact details are hidden.
 * @param person additional data for organisations, where the page has them
 */
export function BeneficiaryFacts({
  beneficiary,
  person,
}: {
  beneficiary: BeneficiaryView;
  person?: PersonBehind;
}) {
  const { t } = useTranslation(['worklist', 'words']);
  const { data: provinces } = useEndpoint('paramsByParentI18n', { params: { parent: 'PROVINCE' } });
  const { name, nom, prenom, typeBeneficiaire, email, address, city, province, phone } =
    beneficiary;
  const isCompany = name !== `${prenom} ${nom}` && name !== `${nom} ${prenom}`;
  // The value is a code for provinces of Morocco, otherwise free text.
  const provinceText = provinces?.find((item) => item.code === province)?.libelle ?? province;
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    ...(isCompany ? [[t('beneficiary.company'), name] as const] : []),
    ...(typeBeneficiaire === null
      ? []
      : [[t('need.whole'), t(`need.${typeBeneficiaire}`)] as const]),
    [t('beneficiary.nom'), nom],
    [t('beneficiary.prenom'), prenom],
    ...(email === null
      ? [[t('beneficiary.contact'), t('beneficiary.noContact')] as const]
      : ([
          [
            t('beneficiary.email'),
            <Group component="span" key="email" gap={4}>
              <a href={`mailto:${email}`}>
                <LtrText>{email}</LtrText>
              </a>
              <CopyButton value={email} label={t('beneficiary.email')} />
            </Group>,
          ],
          [t('beneficiary.address'), address],
        ] as const)),
    [t('beneficiary.city'), city],
    [t('beneficiary.province'), provinceText],
    ...(email === null
      ? []
      : [
          [
            t('beneficiary.phone'),
            phone === null ? null : (
              <Group component="span" key="phone" gap={4}>
                <a href={`tel:${phone}`}>
                  <LtrText>{phone}</LtrText>
                </a>
                <CopyButton value={phone} label={t('beneficiary.phone')} />
              </Group>
            ),
          ] as const,
        ]),
    ...(person === undefined ? [] : moreFacts(t, person)),
  ];
  return (
    <dl className={layout['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value === null ? (
              <span className={layout['small']}>{t('none')}</span>
            ) : (
              <bdi>{value}</bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
