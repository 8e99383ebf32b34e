import { boundsOfDay, type ClockChanges, offsetAt, offsetIn, setTimeSource } from '@wasl/contracts';

import { serverNow } from '../http/server-time.ts';

// The rules for days are shared with the server, and so is its clock.
setTimeSource(serverNow);

let changes: ClockChanges | null = null;

/** Takes the server's list of changes: a phone's zone data may be another, and lists and mails must agree. */
export function setClock(given: ClockChanges): void {
  changes = given;
}

/** Minutes that Morocco's clock is ahead of UTC; by the browser's own data until the server's are known. */
const offset = (instant: Date): number =>
  changes === null ? offsetAt(instant) : offsetIn(changes, instant);

/** What Morocco's clock shows at an instant, `YYYY-MM-DDTHH:mm`. */
export function onTheWall(instant: Date): string {
  return new Date(instant.getTime() + offset(instant) * 60_000).toISOString().slice(0, 16);
}

/** The first and the last instant of a day `YYYY-MM-DD` in Morocco. */
export function dayBounds(day: string): { start: Date; end: Date } {
  return boundsOfDay(day, offset);
}
