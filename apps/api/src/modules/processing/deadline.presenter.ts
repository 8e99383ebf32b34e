import { dayOf, type StepDeadlineView } from '@wasl/contracts';

import { workingDaysBetween, type Holidays } from '../../rules/working-days.ts';

/** What turns a stored day into days left. */
export interface ReadingDays {
  readonly now: Date;
  readonly holidays: Holidays;
}

/** The last day of a step as it is stored, as text. */
export function dayText(dueOn: Date | null): string | null {
  return dueOn === null ? null : dueOn.toISOString().slice(0, 10);
}

/** How the clock of a step stands, as it is stored; null where nobody has the step in hand. */
export function presentDeadline(
  stored: { readonly dueOn: Date | null; readonly daysLeft: number | null },
  { now, holidays }: ReadingDays,
): StepDeadlineView | null {
  const dueOn = dayText(stored.dueOn);
  if (dueOn !== null) return { dueOn, daysLeft: workingDaysBetween(dayOf(now), dueOn, holidays) };
  return stored.daysLeft === null ? null : { dueOn: null, daysLeft: stored.daysLeft };
}
