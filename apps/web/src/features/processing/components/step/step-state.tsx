import { Group } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import layout from '../../../../ui/layout/layout.module.css';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { Deadline } from './deadline.tsx';

/** Status of a row: that of the request when the request was withdrawn or returned, which closed the step. */
export function shownStatusOf({ processingStepStatus, status }: WorklistRow) {
  // In these cases the organisation did not reject the step.
  const isEndedElsewhere =
    processingStepStatus?.code === 'REJECTED' &&
    (status.code === 'RETIREE' || status.code === 'A_REFOURMULER');
  return isEndedElsewhere ? status : processingStepStatus;
}

export function StepState({ row }: { row: WorklistRow }) {
  const { t } = useTranslation('worklist');
  const status = shownStatusOf(row);
  const { ageDays, awaitedDocuments } = row;
  if (status === null) return null;
  return (
    <Group gap="4px 12px">
      <StatusTag code={status.code} label={status.libelle} />
      <Deadline deadline={row.deadline} />
      {ageDays === null ? null : (
        <span className={layout['small']}>
          {ageDays === 0 ? t('age.today') : t('age.days', { count: ageDays })}
        </span>
      )}
      {ageDays !== null && awaitedDocuments > 0 ? (
        <span className={layout['small']}>{t('age.documents', { count: awaitedDocuments })}</span>
      ) : null}
    </Group>
  );
}
