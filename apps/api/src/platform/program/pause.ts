import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work on the main thread between two turns of the event loop. */
const maxItems = 200;
const maxMs = 15;

/**
 * A function to await after each item of long work on the main thread: it lets other calls run once enough items or enough time
 * have passed since it last did.
 */
export function createPause(): () => Promise<void> {
  let items = 0;
  let since = performance.now();
  return async () => {
    items += 1;
    if (items < maxItems && performance.now() - since < maxMs) return;
    await nextTurn();
    items = 0;
    since = performance.now();
  };
}
