import type { WorklistRow } from '@wasl/contracts';
import { IconArrowBackUp, IconDots, IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import layout from '../../../../ui/layout/layout.module.css';
import { Menu, type MenuEntry } from '../../../../ui/menu.tsx';
import type { StepAction } from './step-more-dialog.tsx';
import { useTakeBack } from './use-take-back.ts';

/** Rare actions on a step: give it up, return its request, or undo its closing. Empty where none is possible. */
export function useRareActions(
  row: WorklistRow,
  onChoose: (action: StepAction) => void,
): readonly MenuEntry[] {
  const { t } = useTranslation('worklist');
  const minutes = useTakeBack(row);
  const { canDecline, canSendBack } = row.abilities;
  if (row.processingStepId === null) return [];
  const choose = (action: StepAction) => () => onChoose(action);
  if (minutes !== null) {
    return [
      {
        key: 'takeBack',
        label: t('takeBack', { count: minutes }),
        icon: <IconArrowBackUp size={18} aria-hidden data-mirrored />,
        onChoose: choose('takeBack'),
      },
    ];
  }
  if (!canDecline && !canSendBack) return [];
  return [
    {
      key: 'sendBack',
      label: t('actions.sendBack'),
      icon: <IconArrowBackUp size={18} aria-hidden data-mirrored />,
      isDisabled: !canSendBack,
      onChoose: choose('sendBack'),
    },
    {
      key: 'decline',
      label: t('actions.decline'),
      icon: <IconHandStop size={18} aria-hidden />,
      tone: 'danger',
      isDisabled: !canDecline,
      onChoose: choose('decline'),
    },
  ];
}

/** Menu of the rare actions on the step's page. The parent owns the dialog, because a menu that goes discards it. */
export function StepMore({
  row,
  first,
  last,
  onChoose,
}: {
  row: WorklistRow;
  /** Entries above the rare actions. */
  first: readonly MenuEntry[];
  /** Entries below them. */
  last: readonly MenuEntry[];
  onChoose: (action: StepAction) => void;
}) {
  const { t } = useTranslation('worklist');
  const entries = [...first, ...useRareActions(row, onChoose), ...last];
  return (
    <Menu
      label={t('actions.of', { action: t('actions.more'), number: row.numRequest })}
      button={{ variant: 'default', size: 'sm', px: 12 }}
      entries={entries}
    >
      <IconDots size={18} aria-hidden />
      <span className={layout['nextToIcon']}>{t('actions.more')}</span>
    </Menu>
  );
}
