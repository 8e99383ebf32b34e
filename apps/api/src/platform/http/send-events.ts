import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Response } from 'express';

/**
 * Sends server-sent events until the stream ends or the client leaves. Nothing on the way may buffer them:
 * `no-transform` disables compression here and in proxies, `x-accel-buffering` nginx's buffer.
 */
export async function sendEvents(res: Response, events: Readable): Promise<void> {
  res.status(200);
  res.setHeader('content-type', 'text/event-stream; charset=utf-8');
  res.setHeader('cache-control', 'no-store, no-transform');
  res.setHeader('x-accel-buffering', 'no');
  // A client that leaves is the usual end, and no error.
  res.locals.isAnswered = true;
  res.locals.isLasting = true;
  res.flushHeaders();
  await pipeline(events, res).catch((error: unknown) => {
    if (!res.destroyed) throw error;
  });
}
