import { boundsOfDay, dayOf, wireDateTime } from '@wasl/contracts';

/** The hours of Morocco's clock between which telephones stay quiet, 0 to 23; the same twice: none. */
export interface Night {
  readonly from: number;
  readonly until: number;
}

const hourMs = 60 * 60 * 1000;

/** Whether people sleep. A code that somebody waits for goes all the same. */
export function isNight(now: Date, { from, until }: Night): boolean {
  const hour = Number(wireDateTime(now).slice(11, 13));
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until;
}

/** When the messages of the day begin to leave, in Morocco. */
export function morningOf(now: Date, { until }: Night): Date {
  return new Date(startOfDay(now).getTime() + until * hourMs);
}

/** When the day began in Morocco. */
export function startOfDay(now: Date): Date {
  return boundsOfDay(dayOf(now)).start;
}
