import { Box } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { IconArrowsExchange, IconHandStop, IconUserOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import layout from '../../../../ui/layout/layout.module.css';
import type { MenuEntry } from '../../../../ui/menu.tsx';
import { lazyDialog, withWords } from '../../../../ui/slots.ts';
import { useOwnerChange } from './use-owner-change.ts';

// Loaded together with the colleagues' names.
const HandOverDialog = lazyDialog(withWords(() => import('./hand-over-dialog.tsx'), 'agent'));

/** A closed step cannot be taken. */
const isClosedStep = ({ processingStepStatus: status }: WorklistRow) =>
  status?.code === 'PROCESSED' || status?.code === 'REJECTED';

/** Owner of a step; nothing for a closed step without one. */
export function StepOwner({ row, isShort = false }: { row: WorklistRow; isShort?: boolean }) {
  const { t } = useTranslation('worklist');
  const { owner } = row;
  if (row.processingStepId === null || (owner === null && isClosedStep(row))) return null;
  const name = owner === null ? t('owner.nobody') : owner.isMe ? t('owner.me') : owner.name;
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

/** Menu entries to take a step, hand it over, or release it, and their dialog. */
export function useOwnerEntries(
  row: WorklistRow,
  onChanged: () => unknown,
): { readonly entries: readonly MenuEntry[]; readonly dialog: ReactNode } {
  const { t } = useTranslation('worklist');
  const { me, give: change, isRunning } = useOwnerChange();
  const [isHanding, setHanding] = useState(false);
  const { numRequest, owner, processingStepId: stepId, idPartner } = row;
  if (stepId === null || idPartner === null || isClosedStep(row))
    return { entries: [], dialog: null };
  const give = async (to: string | null, reason = '') => {
    const isGiven = await change(stepId, row, to, reason);
    await onChanged();
    return isGiven;
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
    onChoose: () => setHanding(true),
  };
  const release = {
    key: 'release',
    label: t('owner.release'),
    icon: <IconUserOff size={18} aria-hidden />,
    isDisabled: isRunning,
    onChoose: () => give(null),
  };
  return {
    entries: [
      ...(owner?.isMe === true ? [] : [take]),
      handOver,
      ...(owner === null ? [] : [release]),
    ],
    dialog: (
      <HandOverDialog
        opened={isHanding}
        onClose={() => setHanding(false)}
        numRequest={numRequest}
        partnerId={idPartner}
        owner={owner}
        onChoose={async (id, reason) => {
          const isGiven = await give(id, reason);
          setHanding(false);
          return isGiven;
        }}
      />
    ),
  };
}
