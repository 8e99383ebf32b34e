import { dayOf, type RequestStatus, type StepStatus } from '@wasl/contracts';

import { hiddenFromPartners, suspendedStatuses } from '../policies/request-actions.ts';
import { blockedStepStatuses, isAtWork } from './step-transitions.ts';
import { isWorkingDay, plusDays, workingDayAt, type Holidays } from './working-days.ts';

/** A status change of the step or its request in the history. */
export interface StatusChange {
  readonly of: 'step' | 'request';
  readonly from: string | null;
  readonly to: string | null;
  readonly at: Date;
}

export interface ClockFacts {
  readonly status: StepStatus;
  readonly requestStatus: RequestStatus;
  /** When the step was assigned; null for a step that has not started. */
  readonly assignedAt: Date | null;
  /** Working days for the step. */
  readonly days: number;
  /** Documents asked of the person; `until` is null while one is awaited. */
  readonly documents: readonly { readonly from: Date; readonly until: Date | null }[];
  /** Changes of status since the assignment, oldest first. */
  readonly changes: readonly StatusChange[];
}

/**
 * The last day while the clock runs, or the days left while it is stopped. Both are null when no organisation is
 * working on the step.
 */
export interface StepDeadline {
  readonly dueOn: string | null;
  readonly daysLeft: number | null;
}

interface Pause {
  readonly from: string;
  /** The day on which the pause ended; null while it lasts. */
  readonly until: string | null;
}

const none: StepDeadline = { dueOn: null, daysLeft: null };

// A blocked step waits for others, so it is never late, like a step that awaits a document.
const stillStatuses: Readonly<Record<StatusChange['of'], readonly string[]>> = {
  step: blockedStepStatuses,
  request: suspendedStatuses,
};

/** The pauses from a status of the step or its request. */
function statusPauses(
  of: StatusChange['of'],
  changes: readonly StatusChange[],
  now: string,
  assignedAt: Date,
): Pause[] {
  const pauses: Pause[] = [];
  let since: Date | null = null;
  for (const change of changes.filter((one) => one.of === of && one.to !== null)) {
    if (stillStatuses[of].includes(change.to ?? '')) since ??= change.at;
    else if (since !== null) {
      pauses.push({ from: dayOf(since), until: dayOf(change.at) });
      since = null;
    }
  }
  // The current status decides, even when the history is incomplete.
  if (stillStatuses[of].includes(now))
    pauses.push({ from: dayOf(since ?? assignedAt), until: null });
  return pauses;
}

/**
 * The deadline of a step on a day. It counts working days in Morocco after the day of the assignment. A day counts
 * unless a pause covers its end: a document is awaited, the step is blocked, or the request is on hold or back with its
 * author. A pause moves the deadline by its working days.
 */
export function stepDeadline(facts: ClockFacts, holidays: Holidays, today: string): StepDeadline {
  const { assignedAt, status, requestStatus, changes } = facts;
  const isGone = (hiddenFromPartners as readonly string[]).includes(requestStatus);
  if (assignedAt === null || isGone || !isAtWork(status)) return none;
  const pauses = [
    ...facts.documents.map(({ from, until }) => ({
      from: dayOf(from),
      until: until === null ? null : dayOf(until),
    })),
    ...statusPauses('step', changes, status, assignedAt),
    ...statusPauses('request', changes, requestStatus, assignedAt),
  ];
  const isPaused = (day: string): boolean =>
    pauses.some(({ from, until }) => from <= day && (until === null || day < until));
  let left = facts.days;
  for (let day = dayOf(assignedAt); day < today;) {
    day = plusDays(day, 1);
    if (isWorkingDay(day, holidays) && !isPaused(day)) left -= 1;
  }
  return pauses.some(({ until }) => until === null)
    ? { dueOn: null, daysLeft: left }
    : { dueOn: workingDayAt(today, left, holidays), daysLeft: null };
}
