import { Stack } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import layout from '../../../../ui/layout/layout.module.css';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { Deadline } from './deadline.tsx';

/** The status that a row shows: the request's, where the step was closed because that was taken or sent back. */
export function shownStatusOf({ processingStepStatus, status }: WorklistRow) {
  // Then nobody here rejected it.
  const isEndedElsewhere =
    processingStepStatus?.code === 'REJECTED' &&
    (status.code === 'RETIREE' || status.code === 'A_REFOURMULER');
  return isEndedElsewhere ? status : processingStepStatus;
}

/** The status of a step, how long it has been with the organisation, until when, and what it waits for. */
export function StepState({ row }: { row: WorklistRow }) {
  const { t } = useTranslation('worklist');
  const status = shownStatusOf(row);
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
