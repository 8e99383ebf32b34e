import { Stack } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import layout from '../../../ui/layout/layout.module.css';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { Deadline } from './deadline.tsx';

/** The status of a step, how long it has been with the organisation, until when, and what it waits for. */
export function StepState({ row }: { row: WorklistRow }) {
  const { t } = useTranslation('worklist');
  // A step is also closed because its request was taken back or sent back: then nobody here rejected it.
  const isEndedElsewhere =
    row.processingStepStatus?.code === 'REJECTED' &&
    (row.status.code === 'RETIREE' || row.status.code === 'A_REFOURMULER');
  const status = isEndedElsewhere ? row.status : row.processingStepStatus;
  const { ageDays, awaitedDocuments } = row;
  if (status === null) return null;
  return (
    <Stack gap={4} align="flex-start">
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
    </Stack>
  );
}
