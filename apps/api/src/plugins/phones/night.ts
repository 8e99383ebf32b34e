import { boundsOfDay, dayOf, wireDateTime } from '@wasl/contracts';

/** Quiet hours for phone messages in Morocco's time, 0 to 23; equal values mean none. */
export interface Night {
  readonly from: number;
  readonly until: number;
}

const hourMs = 60 * 60 * 1000;

/** Whether it is night. Codes are sent all the same, because a user waits for them. */
export function isNight(now: Date, { from, until }: Night): boolean {
  const hour = Number(wireDateTime(now).slice(11, 13));
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until;
}

/** Instant at which the day's messages begin to be sent, in Morocco. */
export function morningOf(now: Date, { until }: Night): Date {
  return new Date(startOfDay(now).getTime() + until * hourMs);
}

export function startOfDay(now: Date): Date {
  return boundsOfDay(dayOf(now)).start;
}
