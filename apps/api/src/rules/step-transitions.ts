import type { ErrorCode, SettableStepStatus, StepStatus } from '@wasl/contracts';

export interface StepState {
  readonly status: StepStatus;
  /** 0 to 100. */
  readonly percent: number;
}

/** Statuses of a step that nobody works on any more. */
export const closedStepStatuses: readonly StepStatus[] = ['PROCESSED', 'REJECTED', 'DECLINED'];

/** Statuses of a step that counts for nothing any more: it will not be done, or not by this organisation. */
export const droppedStepStatuses = [
  'REJECTED',
  'DECLINED',
] as const satisfies readonly StepStatus[];

/** Whether the step still counts. */
export function isLive(status: StepStatus): boolean {
  return !(droppedStepStatuses as readonly StepStatus[]).includes(status);
}

/** Statuses in which a step can be late: a blocked one waits for others. */
export const lateStepStatuses: readonly StepStatus[] = ['ASSIGNED', 'IN_PROGRESS'];

/** Statuses of a step that its organisation has in hand and cannot go on with: it waits for others, and its clock stands still. */
export const blockedStepStatuses: readonly StepStatus[] = ['BLOCKED'];

/** Whether the organisation cannot go on with the step. */
export function isBlocked(status: StepStatus): boolean {
  return blockedStepStatuses.includes(status);
}

/** Statuses of a step that an organisation has in hand: its turn has come, and it is not done. */
export const atWorkStepStatuses: readonly StepStatus[] = [
  ...lateStepStatuses,
  ...blockedStepStatuses,
];

/** Statuses of a step that an organisation still has to do: what "fewest open steps" counts. */
export const openStepStatuses: readonly StepStatus[] = [...atWorkStepStatuses, 'NOT_STARTED'];

/** Whether nobody works on the step any more. */
export function isClosed(status: StepStatus): boolean {
  return closedStepStatuses.includes(status);
}

/** Whether an organisation has the step in hand. */
export function isAtWork(status: StepStatus): boolean {
  return atWorkStepStatuses.includes(status);
}

export type Transition =
  | { readonly next: StepState & { readonly status: SettableStepStatus } }
  | {
      readonly refused: Extract<ErrorCode, 'STEP_FULLY_CLAIMED' | 'STEP_CLOSED' | 'STATE_CONFLICT'>;
    };

/**
 * What a partner's update makes of a step (specification §4, processing step statuses).
 * @param update percent in steps of 5; 100 always means PROCESSED and PROCESSED always means 100
 */
export function stepTransition(
  current: StepState,
  update: { status: SettableStepStatus; percent: number },
): Transition {
  if (current.percent === 100 || current.status === 'PROCESSED')
    return { refused: 'STEP_FULLY_CLAIMED' };
  if (!isLive(current.status)) return { refused: 'STEP_CLOSED' };
  if (current.status === 'NOT_STARTED') return { refused: 'STATE_CONFLICT' };
  const isDone = update.percent === 100 || update.status === 'PROCESSED';
  return { next: isDone ? { status: 'PROCESSED', percent: 100 } : update };
}

/** How long a rating can be changed after it was first given. */
const ratingDays = 7;

/** Whether the owner may rate the step now: once it is PROCESSED, and for 7 days if it was rated already. */
export function canRate(status: StepStatus, ratedAt: Date | null, now: Date): boolean {
  if (status !== 'PROCESSED') return false;
  return ratedAt === null || now.getTime() - ratedAt.getTime() <= ratingDays * 86_400_000;
}
