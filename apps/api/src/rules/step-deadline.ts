import { dayOf, type RequestStatus, type StepStatus } from '@wasl/contracts';

import { hiddenFromPartners, suspendedStatuses } from '../policies/request-actions.ts';
import { blockedStepStatuses, isAtWork } from './step-transitions.ts';
import { isWorkingDay, plusDays, workingDayAt, type Holidays } from './working-days.ts';

/** A change of status in the history: of the step, or of its request. */
export interface StatusChange {
  readonly of: 'step' | 'request';
  readonly from: string | null;
  readonly to: string | null;
  readonly at: Date;
}

/** What the clock of a step is read from. */
export interface ClockFacts {
  readonly status: StepStatus;
  readonly requestStatus: RequestStatus;
  /** When the organisation got it; null while its turn has not come. */
  readonly assignedAt: Date | null;
  /** Working days that it was given. */
  readonly days: number;
  /** Documents asked of the person; `until` null while one is awaited. */
  readonly documents: readonly { readonly from: Date; readonly until: Date | null }[];
  /** Changes of status since it was assigned, oldest first. */
  readonly changes: readonly StatusChange[];
}

/** How a step stands: its last day while the clock runs, the days that are left while it stands still, neither when nobody has it in hand. */
export interface StepDeadline {
  readonly dueOn: string | null;
  readonly daysLeft: number | null;
}

interface Pause {
  readonly from: string;
  /** The day on which the move came back to the organisation, null while it has not. */
  readonly until: string | null;
}

const none: StepDeadline = { dueOn: null, daysLeft: null };

// A blocked step waits for others: it is no more late than one that waits for a document.
const stillStatuses: Readonly<Record<StatusChange['of'], readonly string[]>> = {
  step: blockedStepStatuses,
  request: suspendedStatuses,
};

/** The pauses that a status made, of the step or of its request. */
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
  // The status itself is the last word, whatever the history lacks.
  if (stillStatuses[of].includes(now))
    pauses.push({ from: dayOf(since ?? assignedAt), until: null });
  return pauses;
}

/**
 * How the clock of a step stands on a day. It counts working days after the day on which the organisation got the step, as
 * days of Morocco. A day counts when the move was the organisation's at its end: neither a document awaited, nor blocked,
 * nor the request on hold or back with its author. What stands still for a while ends as many working days later.
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
