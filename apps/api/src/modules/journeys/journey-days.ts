import { dayOf } from '@wasl/contracts';

/** A day of the database (midnight UTC, or text of JSON) as `YYYY-MM-DD`. */
export function dayText(day: Date | string | null): string | null {
  return day === null ? null : new Date(day).toISOString().slice(0, 10);
}

/**
 * Whether the journey can be chosen at this instant: active, and the day in Morocco is from `startDate` to `endDate`,
 * both included.
 */
export function isJourneyOpen(
  journey: { active: boolean; startDate: Date | string | null; endDate: Date | string | null },
  now: Date,
): boolean {
  const today = dayOf(now);
  const from = dayText(journey.startDate);
  const to = dayText(journey.endDate);
  return journey.active && (from === null || from <= today) && (to === null || today <= to);
}
