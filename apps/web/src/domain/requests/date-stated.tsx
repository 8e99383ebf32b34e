import type { RequestFiling } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../lib/formats.ts';
import styles from './date-stated.module.css';

/** Beside a request's date that its beneficiary did not set: who says so. */
export function DateStated({ filing }: { filing: RequestFiling | null }) {
  const { t } = useTranslation();
  if (filing?.isDateStated !== true) return null;
  return (
    <span className={styles['stated']}>
      {t('dateStatedBy', { organisation: isolated(filing.organisation) })}
    </span>
  );
}
