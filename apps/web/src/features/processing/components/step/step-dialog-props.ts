import type { WorklistRow } from '@wasl/contracts';

import type { DialogProps } from '../../../../ui/modal.tsx';

export type StepEnd = 'decline' | 'sendBack';

export interface StepDialogProps extends DialogProps {
  readonly row: WorklistRow;
  readonly stepId: number;
  /** Called after success or refusal, because the list changed. */
  readonly onDone: () => unknown;
}
