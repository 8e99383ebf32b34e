import type { RequestStatus, StepStatus } from '@wasl/contracts';

import { isDuplicate, type Replaceable } from './routing.ts';
import { isClosed, isLive, type StepState } from './step-transitions.ts';

/** The inputs of a step to the request's status and percent. */
type StatusStep = Pick<Replaceable, 'status' | 'duplicateOf'>;

/** Whether other requests of the person do all of the work. */
export function isWhollyDuplicate(steps: readonly StatusStep[]): boolean {
  return steps.some(isDuplicate) && !steps.some((step) => isLive(step.status));
}

/** Statuses of a begun step. A blocked step counts, because it may need an answer of the person. */
const begun: readonly StepStatus[] = ['IN_PROGRESS', 'BLOCKED', 'PROCESSED'];

/**
 * The status of a submitted request from its steps: all processed → DEMANDE_TRAITE; any begun → ENTAME; else NOUVEAU,
 * or EN COURS DE QUALIFICATION while a service has no organisation or an unattended one. REJECTED and DECLINED steps do
 * not count. Without any other step the request waits for the administrator again, unless its steps were closed as
 * duplicates: then it is processed.
 * @param hasUnrouted a chosen service without a step, or an open step of an organisation without an agent who can sign
 * in
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

/** The status after a step changed. EN_ATTENTE stays until the administrator ends it, and a withdrawal is final. */
export function statusAfterChange(
  before: RequestStatus,
  steps: readonly StatusStep[],
  hasUnrouted: boolean,
): RequestStatus {
  return before === 'EN_ATTENTE' || before === 'RETIREE'
    ? before
    : requestStatusFromSteps(steps, hasUnrouted);
}

/**
 * Percent of a request: the mean over its steps without dropped ones, as a whole number. 100 means all processed: 99.7
 * becomes 99. A service without a step counts as 0.
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
  /** It was declined without a replacement, so the following steps wait. */
  readonly isVacant?: boolean;
}

/**
 * Steps to assign now, in order of position: not started, attended, and every earlier step is closed. A parallel step
 * does not wait for earlier ones.
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
