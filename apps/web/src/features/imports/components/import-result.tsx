import type { ImportRunView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { StatusTag, type StatusTone } from '../../../ui/status-tag.tsx';
import styles from './imports.module.css';

const tones: Readonly<Record<ImportRunView['status'], StatusTone>> = {
  RUNNING: 'progress',
  DONE: 'done',
  REFUSED: 'danger',
  FAILED: 'danger',
  INTERRUPTED: 'waiting',
};

/** What became of an import, and why. */
export function ImportResult({ run }: { run: ImportRunView }) {
  const { t } = useTranslation('imports');
  const { status, refusal, faults } = run;
  return (
    <span>
      <StatusTag tone={tones[status]} label={t(`list.status.${status}`)} />
      {status === 'REFUSED' && refusal !== null ? (
        <span className={styles['reason']}>{refusal.message}</span>
      ) : null}
      {status === 'REFUSED' && faults > 0 ? (
        <span className={styles['reason']}>{t('list.faults', { count: faults })}</span>
      ) : null}
    </span>
  );
}
