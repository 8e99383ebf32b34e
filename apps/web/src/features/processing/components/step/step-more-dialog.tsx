import type { WorklistRow } from '@wasl/contracts';
import { Suspense, useState } from 'react';

import { late } from '../../../../ui/late.tsx';
import type { StepEnd } from './step-dialog-props.ts';

const StepEndDialog = late(() => import('./step-end-dialog.tsx'));
const TakeBackDialog = late(() => import('./take-back-dialog.tsx'));

/** What the menu of `StepMore` offers. */
export type StepAction = StepEnd | 'takeBack';

export const isStepAction = (value: string | null): value is StepAction =>
  value === 'decline' || value === 'sendBack' || value === 'takeBack';

/** The dialog of what was chosen in `StepMore`; fetched when it first opens. */
export function StepMoreDialog({
  row,
  action,
  onClose,
  onDone,
}: {
  row: WorklistRow;
  /** Null: none is open. */
  action: StepAction | null;
  onClose: () => void;
  /** After it was done: the list has changed. */
  onDone: () => unknown;
}) {
  // The dialog stays while it closes, with its words.
  const [last, setLast] = useState(action);
  if (action !== null && action !== last) setLast(action);
  const stepId = row.processingStepId;
  if (last === null || stepId === null) return null;
  const dialog = { row, stepId, opened: action !== null, onClose, onDone };
  return (
    <Suspense fallback={null}>
      {last === 'takeBack' ? (
        <TakeBackDialog {...dialog} />
      ) : (
        <StepEndDialog end={last} {...dialog} />
      )}
    </Suspense>
  );
}
