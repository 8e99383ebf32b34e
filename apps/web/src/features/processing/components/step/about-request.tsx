import { Stack } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { DateStated } from '../../../../domain/requests/date-stated.tsx';
import { formatMoment } from '../../../../lib/format/formats.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { RequestNeed } from './request-need.tsx';

export function AboutRequest({
  row,
  isWhole = false,
}: {
  row: RequestView;
  /** On a page of its own: shows a long need without folding it. */
  isWhole?: boolean;
}) {
  const { t } = useTranslation('worklist');
  const { name, typeBeneficiaire } = row.beneficiary;
  return (
    <Stack
      component="section"
      className={layout['sunken']}
      gap={4}
      mb={isWhole ? 0 : 'lg'}
      aria-labelledby="about-request"
    >
      <h3 id="about-request">
        <bdi>{name}</bdi>
        {typeBeneficiaire === null ? null : (
          <span className={layout['small']}> · {t(`need.${typeBeneficiaire}`)}</span>
        )}
      </h3>
      <p className={layout['small']}>
        {t('need.date', { moment: formatMoment(row.dateRequest) })}
        {row.service === null ? null : (
          <>
            {' · '}
            <bdi>{row.service}</bdi>
          </>
        )}
        <DateStated filing={row.filing} />
      </p>
      <RequestNeed row={row} isWhole={isWhole} />
    </Stack>
  );
}
