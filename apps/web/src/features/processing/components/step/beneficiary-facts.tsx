import { Group } from '@mantine/core';
import type { BeneficiaryView, PersonBehind } from '@wasl/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { LtrText } from '../../../../ui/ltr-text.tsx';

/** What the page of a file knows beyond the list; a fact that was not given is left out. */
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
 * What an organisation sees of a person: name, surname, email, address, city, province, phone.
 * An organisation whose step was rejected sees how to reach them no more.
 * @param person what they wrote for the organisations beside it, where the page has it
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
  // A province is kept by its code where it is one of ours, else in the person's own words.
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
