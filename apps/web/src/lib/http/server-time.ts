import { deviceStore } from '../drafts/device-store.ts';

/** Milliseconds that the server's clock is ahead of the device's, as last measured. */
const offsetKey = 'clock-offset';
/** Milliseconds; a smaller difference is not stored. */
const minStoredOffsetMs = 60_000;
/** Milliseconds; the resolution of `Date` headers. Smaller steps do not notify listeners. */
const stepMs = 1000;

const listeners = new Set<() => void>();
/** Server time at which `performance.now()` was zero; null before the first answer. */
let origin: number | null = null;

const storedOffset = (): number => Number(deviceStore.get(offsetKey)) || 0;

/**
 * Server time in milliseconds since 1970. It uses the page's monotonic clock, so changing the device's clock does not
 * affect it. Before the first answer it is the device's clock plus the stored offset.
 */
export function serverNow(): number {
  return origin === null ? Date.now() + storedOffset() : origin + performance.now();
}

/**
 * Learns the server's time from an answer. Delay and caches make answers older, so the latest time is the most
 * accurate.
 * @param date the `Date` header
 */
export function updateServerTime(date: string | null): void {
  const given = Date.parse(date ?? '') - performance.now();
  const before = origin ?? Number.NEGATIVE_INFINITY;
  if (Number.isNaN(given) || given <= before) return;
  origin = given;
  const offset = Math.round(serverNow() - Date.now());
  if (Math.abs(offset - storedOffset()) > minStoredOffsetMs)
    deviceStore.set(offsetKey, String(offset));
  if (given - before > stepMs) for (const listener of listeners) listener();
}

/** Calls back when the estimate of the server's time improves. @returns a function that unsubscribes */
export function subscribeToServerTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
