import type { WorklistRow } from '@wasl/contracts';
import { IconArrowBackUp, IconDots, IconHandStop } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Menu } from '../../../ui/menu.tsx';
import { useTakeBack } from './use-take-back.ts';
import styles from './worklist.module.css';

const StepEndDialog = lazy(() => import('./step-end-dialog.tsx'));
const TakeBackDialog = lazy(() => import('./take-back-dialog.tsx'));

export type StepEnd = 'decline' | 'sendBack';

/** What is rarely done with a step: give it up, send its request back, or take its closing back. Nothing where none is possible. */
export function StepMore({
  row,
  isOnPage = false,
  onDone,
}: {
  row: WorklistRow;
  /** With room for its word, as on the page of the step; in a row of the list it is one icon among others. */
  isOnPage?: boolean;
  /** After it was done: the list has changed. */
  onDone: () => unknown;
}) {
  const { t } = useTranslation('worklist');
  const [open, setOpen] = useState<StepEnd | 'takeBack' | null>(null);
  // The dialog stays while it closes, with its words; it is fetched when it first opens.
  const [last, setLast] = useState<StepEnd | 'takeBack' | null>(null);
  const minutes = useTakeBack(row);
  const { canDecline, canSendBack } = row.abilities;
  const stepId = row.processingStepId;
  const isPossible = canDecline || canSendBack || minutes !== null;
  if (stepId === null || (!isPossible && open === null)) return null;
  const choose = (end: StepEnd | 'takeBack') => () => {
    setLast(end);
    setOpen(end);
  };
  const dialog = {
    row,
    stepId,
    opened: open !== null,
    onClose: () => {
      setOpen(null);
    },
    onDone,
  };
  return (
    <>
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
        <span className={isOnPage ? styles['beside'] : styles['word']}>{t('actions.more')}</span>
      </Menu>
      {last === null ? null : (
        <Suspense fallback={null}>
          {last === 'takeBack' ? (
            <TakeBackDialog {...dialog} />
          ) : (
            <StepEndDialog end={last} {...dialog} />
          )}
        </Suspense>
      )}
    </>
  );
}
