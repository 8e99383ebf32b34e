import { Box } from '@mantine/core';
import type { RequestFiling } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';

/** Names the author of a request's date that its beneficiary did not set. */
export function DateStated({ filing }: { filing: RequestFiling | null }) {
  const { t } = useTranslation();
  if (filing?.isDateStated !== true) return null;
  return (
    <Box component="span" className={layout['small']} display="block" maw="28ch">
      {t('dateStatedBy', { organisation: isolated(filing.organisation) })}
    </Box>
  );
}
