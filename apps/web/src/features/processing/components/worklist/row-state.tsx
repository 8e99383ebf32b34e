import { Box, Group } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { IconAlertTriangle, IconClockPause, IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../../lib/format/formats.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { Deadline, useDeadlineText } from '../step/deadline.tsx';
import { shownStatusOf } from '../step/step-state.tsx';
import styles from './worklist.module.css';

/** Deadline as an icon and a number of days, with the words of it and of the age for screen readers and the tooltip. */
function DeadlineMark({ deadline, age }: Pick<WorklistRow, 'deadline'> & { age: string | null }) {
  const formats = useFormats();
  const left = useDeadlineText(deadline);
  if (deadline === null || left === null) return null;
  const words = age === null ? left : `${left} · ${age}`;
  const { dueOn, daysLeft } = deadline;
  const isLate = dueOn !== null && daysLeft < 0;
  return (
    <Group
      component="span"
      role="img"
      aria-label={words}
      title={words}
      className={layout['wide'] ?? ''}
      gap={2}
      fz={13}
      wrap="nowrap"
      {...(isLate ? { c: 'var(--wasl-danger)', fw: 600 } : { c: 'dimmed' })}
    >
      {dueOn === null ? <IconClockPause size={14} /> : null}
      {isLate ? <IconAlertTriangle size={14} /> : null}
      {dueOn === null ? null : <bdi>{formats.daysNarrow(Math.abs(daysLeft))}</bdi>}
    </Group>
  );
}

/**
 * `StepState` for a row: one line in the table with icons and numbers; with all words on a card. The file shows the
 * words too.
 */
export function RowState({ row, children }: { row: WorklistRow; children: ReactNode }) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const { ageDays, awaitedDocuments, deadline } = row;
  const status = shownStatusOf(row);
  const age =
    ageDays === null ? null : ageDays === 0 ? t('age.today') : t('age.days', { count: ageDays });
  const awaited = t('age.documents', { count: awaitedDocuments });
  return (
    <Group gap="0 6px" className={styles['state'] ?? ''}>
      {status === null ? null : <StatusTag isSmall code={status.code} label={status.libelle} />}
      <DeadlineMark deadline={deadline} age={age} />
      {ageDays !== null && awaitedDocuments > 0 ? (
        <span role="img" aria-label={awaited} title={awaited}>
          <IconFileText size={14} />
          {/* The table has room for the number only, a card for the text. */}
          <span className={layout['wide']}>{formats.number(awaitedDocuments)}</span>
          <span className={layout['word']}>{awaited}</span>
        </span>
      ) : null}
      {children}
      {ageDays === null && deadline === null ? null : (
        <Box component="span" className={layout['narrow'] ?? ''} w="100%" c="dimmed" fz={13}>
          <Deadline isShort deadline={deadline} /> {age}
        </Box>
      )}
    </Group>
  );
}
