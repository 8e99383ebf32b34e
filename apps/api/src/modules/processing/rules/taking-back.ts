import { takeBackSeconds, type RequestStatus, type StepStatus } from '@wasl/contracts';

/** A step whose turn came by the closing of another. */
export interface OpenedStep {
  readonly status: StepStatus;
  readonly hasOwner: boolean;
  /** Somebody wrote on it since, or a document was asked for. */
  readonly isTouched: boolean;
}

/** What decides whether a closing can be taken back. */
export interface ClosingFacts {
  readonly requestStatus: RequestStatus;
  /** How the step stood before; null where nobody knows. */
  readonly from: StepStatus | null;
  /** By the database's clock; null where nobody knows. */
  readonly closedForSeconds: number | null;
  readonly isRated: boolean;
  readonly opened: readonly OpenedStep[];
}

/** Why a closing stands: its time is over, the request stands still or is gone, the person has rated it, or somebody acts on what it opened. */
export type StandsBecause = 'late' | 'request' | 'rated' | 'others';

// What a closing leads to. On hold, sent back or withdrawn, the request is in other hands.
const openStatuses: readonly RequestStatus[] = ['ENTAME', 'DEMANDE_TRAITE'];

/** Why the closing of a step stands for good; null while it can be taken back. */
export function whyClosingStands(facts: ClosingFacts): StandsBecause | null {
  const { from, closedForSeconds: seconds } = facts;
  if (from === null || seconds === null || seconds >= takeBackSeconds) return 'late';
  if (!openStatuses.includes(facts.requestStatus)) return 'request';
  if (facts.isRated) return 'rated';
  const isActedOn = ({ status, hasOwner, isTouched }: OpenedStep) =>
    status !== 'ASSIGNED' || hasOwner || isTouched;
  return facts.opened.some(isActedOn) ? 'others' : null;
}

/** Seconds for which a closing can be taken back as far as the clock says, for a button; null where there is none, or no more. */
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
