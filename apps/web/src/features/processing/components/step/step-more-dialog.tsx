import type { WorklistRow } from '@wasl/contracts';
import { Suspense, useState } from 'react';

import { lazyWithRetry } from '../../../../ui/lazy-with-retry.tsx';
import { withWords } from '../../../../ui/slots.ts';
import type { StepEnd } from './step-dialog-props.ts';

const loadStepEnd = withWords(() => import('./step-end-dialog.tsx'), 'step-end');
const StepEndDialog = lazyWithRetry(loadStepEnd);
/** Shows the notice about a declined step again, while that can be undone. */
export async function showUndoAgain(): Promise<void> {
  await loadStepEnd();
  (await import('./step-end-dialog.tsx')).showAgain();
}
const TakeBackDialog = lazyWithRetry(() => import('./take-back-dialog.tsx'));
// Loaded together with the colleagues' names.
const HandOverDialog = lazyWithRetry(withWords(() => import('./hand-over-dialog.tsx'), 'agent'));

export type StepAction = StepEnd | 'takeBack' | 'handOver';

export const isStepAction = (value: string | null): value is StepAction =>
  value === 'decline' || value === 'sendBack' || value === 'takeBack' || value === 'handOver';

/**
 * Dialog of the action chosen in a menu of the step; loaded when first opened. It belongs to the page, because a menu
 * that goes, as on a turned phone, discards its dialogs.
 */
export function StepMoreDialog({
  row,
  action,
  onClose,
  onDone,
}: {
  row: WorklistRow;
  /** Null while closed. */
  action: StepAction | null;
  onClose: () => void;
  /** Called after success, because the list changed. */
  onDone: () => unknown;
}) {
  // Retains the content during the closing animation.
  const [last, setLast] = useState(action);
  if (action !== null && action !== last) setLast(action);
  const stepId = row.processingStepId;
  if (last === null || stepId === null) return null;
  const dialog = { row, stepId, opened: action !== null, onClose, onDone };
  return (
    <Suspense fallback={null}>
      {last === 'takeBack' ? (
        <TakeBackDialog {...dialog} />
      ) : last === 'handOver' ? (
        <HandOverDialog {...dialog} />
      ) : (
        <StepEndDialog end={last} {...dialog} />
      )}
    </Suspense>
  );
}
