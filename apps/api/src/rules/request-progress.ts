import type { RequestStatus, StepStatus } from '@wasl/contracts';

import { isDuplicate, type Replaceable } from './routing.ts';
import { isClosed, isLive, type StepState } from './step-transitions.ts';

/** A step as the request's status and percent follow from it. */
type StatusStep = Pick<Replaceable, 'status' | 'duplicateOf'>;

/** Whether nothing is left to do because other requests of the person do it. */
export function isWhollyDuplicate(steps: readonly StatusStep[]): boolean {
  return steps.some(isDuplicate) && !steps.some((step) => isLive(step.status));
}

/** Steps on which work has begun: a blocked one too, because it may ask something of the person, who must reach it. */
const begun: readonly StepStatus[] = ['IN_PROGRESS', 'BLOCKED', 'PROCESSED'];

/**
 * The status of a submitted request, from its steps: all done → DEMANDE_TRAITE; any begun → ENTAME;
 * else NOUVEAU, or EN COURS DE QUALIFICATION while a service has no organisation, or one where nobody is.
 * A REJECTED or DECLINED step counts for nothing; a request without any other waits for the
 * administrator again, unless its steps were closed as duplicates: then it is done.
 * @param hasUnrouted a chosen service without a step, or an open step of an organisation without an agent who can sign in
 */
export function requestStatusFromSteps(
  steps: readonly StatusStep[],
  hasUnrouted: boolean,
): RequestStatus {
  if (!hasUnrouted && isWhollyDuplicate(steps)) return 'DEMANDE_TRAITE';
  const live = steps.filter((step) => isLive(step.status));
  if (live.length > 0 && !hasUnrouted && live.every((step) => step.status === 'PROCESSED'))
    return 'DEMANDE_TRAITE';
  if (live.some((step) => begun.includes(step.status))) return 'ENTAME';
  return live.length === 0 || hasUnrouted ? 'EN COURS DE QUALIFICATION' : 'NOUVEAU';
}

/**
 * The status after one of the steps changed. EN_ATTENTE is the administrator's word: it stays whatever the steps do,
 * until the administrator takes it back. What its owner has withdrawn stays so for good.
 */
export function settledStatus(
  before: RequestStatus,
  steps: readonly StatusStep[],
  hasUnrouted: boolean,
): RequestStatus {
  return before === 'EN_ATTENTE' || before === 'RETIREE'
    ? before
    : requestStatusFromSteps(steps, hasUnrouted);
}

/**
 * Percent of a request: the mean over its steps, rejected ones aside, rounded to a whole number.
 * 100 is kept for "all done": 99.7 is shown as 99. A service without a step yet counts as 0.
 */
export function requestPercent(
  steps: readonly (StepState & StatusStep)[],
  unroutedServices: number,
): number {
  const live = steps.filter((step) => isLive(step.status));
  const count = live.length + unroutedServices;
  if (count === 0) return isWhollyDuplicate(steps) ? 100 : 0;
  const sum = live.reduce((total, step) => total + step.percent, 0);
  const mean = Math.round(sum / count);
  return mean === 100 && sum < 100 * count ? 99 : mean;
}

export interface OrderedStep {
  readonly id: number;
  readonly position: number;
  readonly status: StepStatus;
  readonly runsInParallel: boolean;
  /** Its organisation has an agent who can sign in. */
  readonly isAttended: boolean;
  /** It was declined and nobody is in its place yet: what follows it waits. */
  readonly isVacant?: boolean;
}

/**
 * Steps whose turn has come: not started, every step before them closed (a parallel one waits
 * for nobody), and somebody there. In order of position.
 */
export function stepsToAssign(steps: readonly OrderedStep[]): OrderedStep[] {
  const ordered = [...steps].sort((a, b) => a.position - b.position);
  return ordered.filter(
    (step, index) =>
      step.status === 'NOT_STARTED' &&
      step.isAttended &&
      (step.runsInParallel ||
        ordered
          .slice(0, index)
          .every((before) => isClosed(before.status) && before.isVacant !== true)),
  );
}
