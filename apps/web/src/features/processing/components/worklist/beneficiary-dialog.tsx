import { Box, Stack } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { DateStated } from '../../../../domain/requests/date-stated.tsx';
import { formatMoment } from '../../../../lib/format/formats.ts';
import { Dialog, type DialogProps } from '../../../../ui/dialog.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { BeneficiaryFacts } from '../step/beneficiary-facts.tsx';
import { NeverSignedIn } from '../step/never-signed-in.tsx';
import { RequestNeed } from '../step/request-need.tsx';

/** Beneficiary and need, read-only: name, surname, email, address, city, province, phone, then the need. */
export default function BeneficiaryDialog({
  row,
  opened,
  onClose,
}: DialogProps & { row: RequestView }) {
  const { t } = useTranslation('worklist');
  return (
    <Dialog opened={opened} onClose={onClose} size="md" title={t('beneficiary.title')}>
      <Box component="p" className={layout['muted']} mb="md">
        {t('of', { number: row.numRequest })}
      </Box>
      <Stack gap="lg">
        {row.beneficiary.invitation === null || row.processingStepId === null ? null : (
          <NeverSignedIn stepId={row.processingStepId} invitation={row.beneficiary.invitation} />
        )}
        {opened ? <BeneficiaryFacts beneficiary={row.beneficiary} /> : null}
        <section aria-labelledby="expressed-need">
          <Box component="h3" id="expressed-need" mb={8}>
            {t('need.title')}
          </Box>
          <p className={layout['small']}>
            {t('need.date', { moment: formatMoment(row.dateRequest) })}
            <DateStated filing={row.filing} />
          </p>
          <RequestNeed row={row} isWhole={false} />
        </section>
      </Stack>
    </Dialog>
  );
}
