import type { Request } from 'express';

/** Minimum rate of a body. */
export interface BodyRate {
  readonly everyMs: number;
  readonly minBytes: number;
}

/**
 * For callers without a session. A line of 5 kB/s delivers seven times as much; after an interruption of half a minute
 * the upload restarts. The limit protects the 40 slots of an address and the 200 of the process. Otherwise single bytes
 * could occupy them for six minutes.
 */
export const minAnonymousRate: BodyRate = { everyMs: 30_000, minBytes: 20_000 };

/**
 * Watches the rate of a body.
 * @param tooSlow called once when an interval had too few bytes and the body is incomplete
 * @returns stops the watch
 */
export function watchBodyRate(req: Request, rate: BodyRate, tooSlow: () => void): () => void {
  let before = req.socket.bytesRead;
  const timer = setInterval(() => {
    const now = req.socket.bytesRead;
    const came = now - before;
    before = now;
    if (req.complete || came >= rate.minBytes) return;
    clearInterval(timer);
    tooSlow();
  }, rate.everyMs);
  return () => clearInterval(timer);
}
