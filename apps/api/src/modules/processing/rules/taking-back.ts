import { takeBackSeconds, type RequestStatus, type StepStatus } from '@wasl/contracts';

/** A step that started because another step was closed. */
export interface OpenedStep {
  readonly status: StepStatus;
  readonly hasOwner: boolean;
  /** It has a message, note or requested document since then. */
  readonly isTouched: boolean;
}

/** The inputs of the rule whether a closing can be undone. */
export interface ClosingFacts {
  readonly requestStatus: RequestStatus;
  /** The status before the closing; null when unknown. */
  readonly from: StepStatus | null;
  /** By the database's clock; null when unknown. */
  readonly closedForSeconds: number | null;
  readonly isRated: boolean;
  readonly opened: readonly OpenedStep[];
}

/**
 * Why a closing is final: its time is over, the request is stopped or gone, the person has rated it, or others act on
 * the started steps.
 */
export type FinalClosingReason = 'late' | 'request' | 'rated' | 'others';

// The statuses after a closing. On hold, sent back or withdrawn, the closing is final.
const openStatuses: readonly RequestStatus[] = ['ENTAME', 'DEMANDE_TRAITE'];

/** Returns why the closing of a step is final; null while it can be undone. */
export function finalClosingReason(facts: ClosingFacts): FinalClosingReason | null {
  const { from, closedForSeconds: seconds } = facts;
  if (from === null || seconds === null || seconds >= takeBackSeconds) return 'late';
  if (!openStatuses.includes(facts.requestStatus)) return 'request';
  if (facts.isRated) return 'rated';
  const isActedOn = ({ status, hasOwner, isTouched }: OpenedStep) =>
    status !== 'ASSIGNED' || hasOwner || isTouched;
  return facts.opened.some(isActedOn) ? 'others' : null;
}

/**
 * Seconds in which a closing can still be undone by the clock, for a button; null when it is not closed or the time is
 * over.
 */
export function secondsToTakeBack(
  step: {
    readonly status: StepStatus;
    readonly closedFromStatus: StepStatus | null;
    readonly processedAt: Date | null;
  },
  now: Date,
): number | null {
  if (step.status !== 'PROCESSED' || step.closedFromStatus === null || step.processedAt === null)
    return null;
  const left = takeBackSeconds - Math.floor((now.getTime() - step.processedAt.getTime()) / 1000);
  return left > 0 ? Math.min(left, takeBackSeconds) : null;
}
