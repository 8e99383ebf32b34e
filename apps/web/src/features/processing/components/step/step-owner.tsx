import { Box } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { IconArrowsExchange, IconHandStop, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import layout from '../../../../ui/layout/layout.module.css';
import type { MenuEntry } from '../../../../ui/menu.tsx';
import type { StepAction } from './step-more-dialog.tsx';
import { useOwnerChange } from './use-owner-change.ts';

/** A closed step cannot be taken. */
const isClosedStep = ({ processingStepStatus: status }: WorklistRow) =>
  status?.code === 'PROCESSED' || status?.code === 'REJECTED';

/** Owner of a step; nothing for a closed step without one. */
export function StepOwner({ row, isShort = false }: { row: WorklistRow; isShort?: boolean }) {
  const { t } = useTranslation('worklist');
  const { owner } = row;
  if (row.processingStepId === null || (owner === null && isClosedStep(row))) return null;
  const name = owner === null ? t('owner.unassigned') : owner.isMe ? t('owner.me') : owner.name;
  return (
    <Box
      component="span"
      className={`${layout['cut'] ?? ''} ${layout['small'] ?? ''}`}
      title={isShort ? `${t('owner.label')} ${name}` : undefined}
      {...(owner?.isMe === true ? { fw: 600, c: 'var(--wasl-link)' } : {})}
    >
      {isShort ? null : t('owner.label')} <bdi>{name}</bdi>
    </Box>
  );
}

/** Menu entries to take a step, hand it over, or release it. */
export function useOwnerEntries(
  row: WorklistRow,
  { onChanged, onChoose }: { onChanged: () => unknown; onChoose: (action: StepAction) => void },
): readonly MenuEntry[] {
  const { t } = useTranslation('worklist');
  const { me, give: change, isRunning } = useOwnerChange();
  const { owner, processingStepId: stepId } = row;
  if (stepId === null || row.idPartner === null || isClosedStep(row)) return [];
  const give = async (to: string | null) => {
    await change(stepId, row, to);
    await onChanged();
  };
  const take = {
    key: 'take',
    label: t('owner.take'),
    icon: <IconHandStop size={18} aria-hidden />,
    isDisabled: me === undefined || isRunning,
    onChoose: () => give(me ?? null),
  };
  const handOver = {
    key: 'handOver',
    label: t('owner.handOver'),
    icon: <IconArrowsExchange size={18} aria-hidden />,
    isDisabled: isRunning,
    onChoose: () => onChoose('handOver'),
  };
  const release = {
    key: 'release',
    label: t('owner.release'),
    icon: <IconUserOff size={18} aria-hidden />,
    isDisabled: isRunning,
    onChoose: () => give(null),
  };
  return [...(owner?.isMe === true ? [] : [take]), handOver, ...(owner === null ? [] : [release])];
}
