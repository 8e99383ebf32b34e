import type { Request } from 'express';

/** How slowly a body may come. */
export interface BodyRate {
  /** Milliseconds of one look. */
  readonly everyMs: number;
  /** Bytes that have to have come in that time. */
  readonly minBytes: number;
}

/**
 * Of whoever has no session: a line of 5 kB a second brings seven times as much, and one that was cut for half a minute begins
 * again. The forty places of an address and the two hundred of the process are not held for six minutes by a byte now and then.
 */
export const minAnonymousRate: BodyRate = { everyMs: 30_000, minBytes: 20_000 };

/**
 * Looks whether a body keeps coming.
 * @param tooSlow called once, when less than the pace has come since the last look and the body is not whole
 * @returns to be called when the body is there, or is not waited for any more
 */
export function watchBodyRate(req: Request, pace: BodyRate, tooSlow: () => void): () => void {
  let before = req.socket.bytesRead;
  const timer = setInterval(() => {
    const now = req.socket.bytesRead;
    const came = now - before;
    before = now;
    if (req.complete || came >= pace.minBytes) return;
    clearInterval(timer);
    tooSlow();
  }, pace.everyMs);
  return () => clearInterval(timer);
}
