import { Group } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../../lib/format/formats.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { Deadline } from '../step/deadline.tsx';
import { shownStatusOf } from '../step/step-state.tsx';
import styles from './worklist.module.css';

/** `StepState` in two lines: status and owner, then deadline, age and awaited items. */
export function RowState({ row, children }: { row: WorklistRow; children: ReactNode }) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const { ageDays, awaitedDocuments, deadline } = row;
  const status = shownStatusOf(row);
  const awaited = t('age.documents', { count: awaitedDocuments });
  return (
    <Group gap="0 2px" className={styles['state'] ?? ''}>
      {status === null ? null : <StatusTag isSmall code={status.code} label={status.libelle} />}
      {children}
      {ageDays !== null && awaitedDocuments > 0 ? (
        <span role="img" aria-label={awaited} title={awaited}>
          <IconFileText size={14} />
          {/* The table has room for the number only, a card for the text. */}
          <span className={layout['wide']}>{formats.number(awaitedDocuments)}</span>
          <span className={layout['word']}>{awaited}</span>
        </span>
      ) : null}
      {ageDays === null && deadline === null ? null : (
        <Group component="span" gap="0 6px" w="100%" c="dimmed" fz={13} lh={1.25}>
          <Deadline isShort deadline={deadline} />
          {ageDays === null ? null : (
            <span>{ageDays === 0 ? t('age.today') : t('age.days', { count: ageDays })}</span>
          )}
        </Group>
      )}
    </Group>
  );
}
