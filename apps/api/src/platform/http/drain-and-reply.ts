import type { Request, Response } from 'express';

import { maxFileBytes } from './multipart.ts';

const onTheWay = 1024 * 1024;
/** Bytes still read from a refused call: one file of the maximum size, its multipart frame, and data in transit. */
const mostBytes = maxFileBytes + onTheWay;
/** Time in ms to notice the answer for a caller who sends more than that. */
const patience = 5_000;
/** Time in ms after which an answered caller without an upload is no longer read. */
const dropMs = 15_000;

/**
 * Answers a caller who is still sending, and reads on until the body ends or the caller has the answer. Closing a
 * connection with unread bytes resets it and discards the answer. Clients that read the answer late would then see a
 * broken pipe. So the answer is sent whole at once, and the connection ends with the call. Beyond a byte limit nothing
 * more is read, and the connection stays open a little longer for the caller to read. The server's request timeout
 * limits the whole.
 */
export function drainAndReply(req: Request, res: Response, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  res.setHeader('connection', 'close');
  // The length shows the caller that the answer is complete; compression would remove it.
  res.setHeader('cache-control', 'no-store, no-transform');
  res.type('json').setHeader('content-length', String(bytes.length));
  res.write(bytes, () => {
    res.locals.isAnswered = true;
  });
  // Only uploads have long bodies.
  const isUpload = req.is('multipart/form-data') !== false;
  let left = isUpload ? mostBytes : onTheWay;
  const late = isUpload ? undefined : setTimeout(() => req.destroy(), dropMs).unref();
  const end = (): void => {
    clearTimeout(late);
    res.end();
  };
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left > 0 || req.isPaused()) return;
    req.pause();
    setTimeout(end, patience).unref();
  });
  req.once('end', end);
  req.once('close', end);
  req.resume();
}
