import type { WorklistRow } from '@wasl/contracts';
import { IconArrowBackUp, IconDots, IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import layout from '../../../../ui/layout/layout.module.css';
import { Menu } from '../../../../ui/menu.tsx';
import type { StepAction } from './step-more-dialog.tsx';
import { useTakeBack } from './use-take-back.ts';

/**
 * Menu of rare actions on a step: give it up, return its request, or undo its closing. Nothing without a possible
 * action. The parent owns the dialog, because a row that leaves the list or becomes a card would discard the input.
 */
export function StepMore({
  row,
  isOnPage = false,
  onChoose,
}: {
  row: WorklistRow;
  /** Shows a label, as on the step's page; a row of the list shows only the icon. */
  isOnPage?: boolean;
  onChoose: (action: StepAction) => void;
}) {
  const { t } = useTranslation('worklist');
  const minutes = useTakeBack(row);
  const { canDecline, canSendBack } = row.abilities;
  if (row.processingStepId === null || !(canDecline || canSendBack || minutes !== null))
    return null;
  const choose = (action: StepAction) => () => onChoose(action);
  return (
    <Menu
      label={t('actions.of', { action: t('actions.more'), number: row.numRequest })}
      button={{ variant: 'default', size: 'sm', px: isOnPage ? 12 : 4 }}
      entries={
        minutes === null
          ? [
              {
                key: 'sendBack',
                label: t('actions.sendBack'),
                icon: <IconArrowBackUp size={18} aria-hidden data-turns />,
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
            ]
          : [
              {
                key: 'takeBack',
                label: t('takeBack', { count: minutes }),
                icon: <IconArrowBackUp size={18} aria-hidden data-turns />,
                onChoose: choose('takeBack'),
              },
            ]
      }
    >
      <IconDots size={18} aria-hidden />
      <span className={isOnPage ? layout['beside'] : layout['word']}>{t('actions.more')}</span>
    </Menu>
  );
}
