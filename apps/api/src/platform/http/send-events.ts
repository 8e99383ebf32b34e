import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Response } from 'express';

/**
 * Answers server-sent events as they come, until the stream of them ends or the client leaves. Nothing between us and the client
 * may hold them back: `no-transform` keeps compression away, here and in proxies, `x-accel-buffering` nginx's buffer.
 */
export async function sendEvents(res: Response, events: Readable): Promise<void> {
  res.status(200);
  res.setHeader('content-type', 'text/event-stream; charset=utf-8');
  res.setHeader('cache-control', 'no-store, no-transform');
  res.setHeader('x-accel-buffering', 'no');
  // A client that leaves is how it usually ends, and no fault.
  res.locals.isAnswered = true;
  res.locals.isLasting = true;
  res.flushHeaders();
  await pipeline(events, res).catch((error: unknown) => {
    if (!res.destroyed) throw error;
  });
}
