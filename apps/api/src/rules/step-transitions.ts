import type { ErrorCode, SettableStepStatus, StepStatus } from '@wasl/contracts';

export interface StepState {
  readonly status: StepStatus;
  /** 0 to 100. */
  readonly percent: number;
}

/** Final statuses of a step. */
export const closedStepStatuses: readonly StepStatus[] = ['PROCESSED', 'REJECTED', 'DECLINED'];

/** Statuses of a step that does not count: it will not be done, or not by this organisation. */
export const droppedStepStatuses = [
  'REJECTED',
  'DECLINED',
] as const satisfies readonly StepStatus[];

export function isLive(status: StepStatus): boolean {
  return !(droppedStepStatuses as readonly StepStatus[]).includes(status);
}

/** Statuses in which a step can be late. A blocked step waits for others. */
export const lateStepStatuses: readonly StepStatus[] = ['ASSIGNED', 'IN_PROGRESS'];

/** Statuses of an assigned step that waits for others, with a stopped clock. */
export const blockedStepStatuses: readonly StepStatus[] = ['BLOCKED'];

export function isBlocked(status: StepStatus): boolean {
  return blockedStepStatuses.includes(status);
}

/** Statuses of a step that an organisation is working on: assigned and not closed. */
export const atWorkStepStatuses: readonly StepStatus[] = [
  ...lateStepStatuses,
  ...blockedStepStatuses,
];

/** Statuses of a step that an organisation still has to do, as counted for "fewest open steps". */
export const openStepStatuses: readonly StepStatus[] = [...atWorkStepStatuses, 'NOT_STARTED'];

export function isClosed(status: StepStatus): boolean {
  return closedStepStatuses.includes(status);
}

export function isAtWork(status: StepStatus): boolean {
  return atWorkStepStatuses.includes(status);
}

export type Transition =
  | { readonly next: StepState & { readonly status: SettableStepStatus } }
  | {
      readonly refused: Extract<ErrorCode, 'STEP_FULLY_CLAIMED' | 'STEP_CLOSED' | 'STATE_CONFLICT'>;
    };

/**
 * The result of a partner's update (specification §4, processing step statuses).
 * @param update percent in steps of 5; PROCESSED and 100 imply each other
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

/** Days in which a rating can be changed after it was first given. */
const ratingDays = 7;

/** Whether the owner may rate the step now: once it is PROCESSED, and for 7 days after a first rating. */
export function canRate(status: StepStatus, ratedAt: Date | null, now: Date): boolean {
  if (status !== 'PROCESSED') return false;
  return ratedAt === null || now.getTime() - ratedAt.getTime() <= ratingDays * 86_400_000;
}
