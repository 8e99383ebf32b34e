import { Box } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { DateStated } from '../../../domain/requests/date-stated.tsx';
import { formatMoment } from '../../../lib/formats.ts';
import { useEndpoint } from '../../../lib/use-endpoint.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import styles from './dialogs.module.css';
import { RequestNeed } from './request-need.tsx';

/** Who asks and what for, to read only: name, surname, email, address, city, province, phone, then the need. */
export default function BeneficiaryDialog({
  row,
  opened,
  onClose,
}: {
  row: RequestView;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('worklist');
  const { data: provinces } = useEndpoint(
    'paramsByParentI18n',
    opened ? { params: { parent: 'PROVINCE' } } : null,
  );
  const { name, nom, prenom, typeBeneficiaire, email, address, city, province, phone } =
    row.beneficiary;
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
      <a key="email" href={`mailto:${email}`}>
        <LtrText>{email}</LtrText>
      </a>,
    ],
    [t('beneficiary.address'), address],
    [t('beneficiary.city'), city],
    [t('beneficiary.province'), provinceText],
    [
      t('beneficiary.phone'),
      phone === null ? null : (
        <a key="phone" href={`tel:${phone}`}>
          <LtrText>{phone}</LtrText>
        </a>
      ),
    ],
  ];
  return (
    <Dialog opened={opened} onClose={onClose} size="md" title={t('beneficiary.title')}>
      <Box component="p" className={layout['muted']} mb="md">
        {t('of', { number: row.numRequest })}
      </Box>
      <div className={styles['sections']}>
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
        <section aria-labelledby="expressed-need">
          <h3 id="expressed-need">{t('need.title')}</h3>
          <p className={layout['note']}>
            {t('need.date', { moment: formatMoment(row.dateRequest) })}
            <DateStated filing={row.filing} />
          </p>
          <RequestNeed row={row} />
        </section>
      </div>
    </Dialog>
  );
}
