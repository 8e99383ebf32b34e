import { boundsOfDay, type ClockChanges, offsetAt, offsetIn, setTimeSource } from '@wasl/contracts';

import { serverNow } from '../http/server-time.ts';

let changes: ClockChanges | null = null;

/** Uses the server's list of clock changes: a phone may have other zone data, and lists and mails must agree. */
export function setClockChanges(given: ClockChanges): void {
  changes = given;
}

/** Minutes that Morocco is ahead of UTC; from the browser's zone data until the server's are known. */
const offset = (instant: Date): number =>
  changes === null ? offsetAt(instant) : offsetIn(changes, instant);

// The day rules shared with the server use the server's clock.
setTimeSource(serverNow, offset);

/** Local time in Morocco at an instant, `YYYY-MM-DDTHH:mm`. */
export function toLocalTime(instant: Date): string {
  return new Date(instant.getTime() + offset(instant) * 60_000).toISOString().slice(0, 16);
}

/** First and last instant of a day `YYYY-MM-DD` in Morocco. */
export function dayBounds(day: string): { start: Date; end: Date } {
  return boundsOfDay(day, offset);
}
