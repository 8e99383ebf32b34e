import { dayOf, type StepDeadlineView } from '@wasl/contracts';

import { workingDaysBetween, type Holidays } from '../../rules/working-days.ts';

export interface ReadingDays {
  readonly now: Date;
  readonly holidays: Holidays;
}

export function dayText(dueOn: Date | null): string | null {
  return dueOn === null ? null : dueOn.toISOString().slice(0, 10);
}

/** Presents the stored deadline of a step; null when no organisation is working on it. */
export function presentDeadline(
  stored: { readonly dueOn: Date | null; readonly daysLeft: number | null },
  { now, holidays }: ReadingDays,
): StepDeadlineView | null {
  const dueOn = dayText(stored.dueOn);
  if (dueOn !== null) return { dueOn, daysLeft: workingDaysBetween(dayOf(now), dueOn, holidays) };
  return stored.daysLeft === null ? null : { dueOn: null, daysLeft: stored.daysLeft };
}
