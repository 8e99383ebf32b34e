import { deviceStore } from '../drafts/device-store.ts';

/** Milliseconds that the server's clock is ahead of the device's, as last seen. */
const offsetKey = 'clock-offset';
/** Smaller differences are not stored, in milliseconds. */
const storedFromMs = 60_000;
/** `Date` counts whole seconds: smaller steps change nothing that waits for a time, in milliseconds. */
const stepMs = 1000;

const listeners = new Set<() => void>();
/** The server's time at which `performance.now()` was zero; null before the first answer. */
let origin: number | null = null;

const storedOffset = (): number => Number(deviceStore.get(offsetKey)) || 0;

/**
 * The server's time, in milliseconds since 1970. It runs on the page's monotonic clock, so setting the device's clock does
 * not change it. Before the first answer it is the device's clock with its last offset.
 */
export function serverNow(): number {
  return origin === null ? Date.now() + storedOffset() : origin + performance.now();
}

/**
 * Learns the server's time from an answer. Answers travel, or come from a cache: the latest time is the nearest.
 * @param date the `Date` header
 */
export function learnServerTime(date: string | null): void {
  const given = Date.parse(date ?? '') - performance.now();
  const before = origin ?? Number.NEGATIVE_INFINITY;
  if (Number.isNaN(given) || given <= before) return;
  origin = given;
  const offset = Math.round(serverNow() - Date.now());
  if (Math.abs(offset - storedOffset()) > storedFromMs) deviceStore.set(offsetKey, String(offset));
  if (given - before > stepMs) for (const listener of listeners) listener();
}

/** Calls back when the server's time is known, or known better. Returns what ends that. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
