import type { WorklistRow } from '@wasl/contracts';

import type { DialogProps } from '../../../../ui/modal.tsx';

export type StepEnd = 'decline' | 'sendBack';

/** What the dialog of an action is given. */
export interface StepDialogProps extends DialogProps {
  readonly row: WorklistRow;
  readonly stepId: number;
  /** After it was done, or refused: the list has changed. */
  readonly onDone: () => unknown;
}
