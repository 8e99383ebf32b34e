import { setImmediate as nextTick } from 'node:timers/promises';

/** Limits of main-thread work between two event loop ticks. */
const maxItems = 200;
const maxMs = 15;

/**
 * Returns a function to await after each item of long main-thread work. It yields to the event loop after enough items or time.
 */
export function createPause(): () => Promise<void> {
  let items = 0;
  let since = performance.now();
  return async () => {
    items += 1;
    if (items < maxItems && performance.now() - since < maxMs) return;
    await nextTick();
    items = 0;
    since = performance.now();
  };
}
