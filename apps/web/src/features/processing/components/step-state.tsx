import type { WorklistRow } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../ui/status-tag.tsx';
import styles from './worklist.module.css';

/** The status of a step, how long it has been with the organisation, and what it waits for. */
export function StepState({ row }: { row: WorklistRow }) {
  const { t } = useTranslation('worklist');
  const { processingStepStatus: status, ageDays, awaitedDocuments, isLate } = row;
  if (status === null) return null;
  return (
    <div className={styles['state']}>
      <StatusTag code={status.code} label={status.libelle} />
      {isLate ? <StatusTag tone="danger" label={t('age.late')} /> : null}
      {ageDays === null ? null : (
        <span className={styles['age']}>
          {ageDays === 0 ? t('age.today') : t('age.days', { count: ageDays })}
        </span>
      )}
      {ageDays !== null && awaitedDocuments > 0 ? (
        <span className={styles['age']}>{t('age.documents', { count: awaitedDocuments })}</span>
      ) : null}
    </div>
  );
}
