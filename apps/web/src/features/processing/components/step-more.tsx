import type { WorklistRow } from '@wasl/contracts';
import { IconArrowBackUp, IconDots, IconHandStop } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Menu } from '../../../ui/menu.tsx';
import styles from './worklist.module.css';

const StepEndDialog = lazy(() => import('./step-end-dialog.tsx'));

export type StepEnd = 'decline' | 'sendBack';

/** What is rarely done with a step: give it up, or send its request back. Nothing where neither is possible. */
export function StepMore({
  row,
  onDone,
}: {
  row: WorklistRow;
  /** After it was done: the list has changed. */
  onDone: () => unknown;
}) {
  const { t } = useTranslation('worklist');
  const [open, setOpen] = useState<StepEnd | null>(null);
  // The dialog stays while it closes, with its words; it is fetched when it first opens.
  const [last, setLast] = useState<StepEnd | null>(null);
  const { canDecline, canSendBack } = row.abilities;
  const stepId = row.processingStepId;
  if (stepId === null || (!canDecline && !canSendBack && open === null)) return null;
  const choose = (end: StepEnd) => () => {
    setLast(end);
    setOpen(end);
  };
  return (
    <>
      <Menu
        label={t('actions.of', { action: t('actions.more'), number: row.numRequest })}
        button={{ variant: 'default', size: 'sm', px: 4 }}
        entries={[
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
        ]}
      >
        <IconDots size={18} aria-hidden />
        <span className={styles['word']}>{t('actions.more')}</span>
      </Menu>
      {last === null ? null : (
        <Suspense fallback={null}>
          <StepEndDialog
            end={last}
            row={row}
            stepId={stepId}
            opened={open !== null}
            onClose={() => {
              setOpen(null);
            }}
            onDone={onDone}
          />
        </Suspense>
      )}
    </>
  );
}
