import type { WorklistRow } from '@wasl/contracts';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/formats.ts';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { Deadline } from './deadline.tsx';
import { shownStatusOf } from './step-state.tsx';
import styles from './worklist.module.css';

/** What `StepState` says, on two lines of a row: the status with whose it is, then its clock, its age and what it waits for. */
export function RowState({ row, children }: { row: WorklistRow; children: ReactNode }) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const { ageDays, awaitedDocuments, deadline } = row;
  const status = shownStatusOf(row);
  return (
    <div className={styles['state']}>
      {status === null ? null : <StatusTag isSmall code={status.code} label={status.libelle} />}
      {children}
      {ageDays !== null && awaitedDocuments > 0 ? (
        <span className={styles['awaited']} title={t('age.documents', { count: awaitedDocuments })}>
          <IconFileText size={14} aria-hidden />
          {/* Beside the table's clock and age there is room for the figure, on a card for the words. */}
          <span aria-hidden>{formats.number(awaitedDocuments)}</span>
          <span>{t('age.documents', { count: awaitedDocuments })}</span>
        </span>
      ) : null}
      {ageDays === null && deadline === null ? null : (
        <span className={styles['age']}>
          <Deadline isShort deadline={deadline} />
          {ageDays === null ? null : (
            <span>{ageDays === 0 ? t('age.today') : t('age.days', { count: ageDays })}</span>
          )}
        </span>
      )}
    </div>
  );
}
