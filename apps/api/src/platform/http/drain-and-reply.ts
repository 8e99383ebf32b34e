import type { Request, Response } from 'express';

import { maxFileBytes } from './multipart.ts';

const onTheWay = 1024 * 1024;
/** Bytes of a refused call that are still taken: of one that brings files, one of the largest size, its frame, and as much as lies on the way. */
const mostBytes = maxFileBytes + onTheWay;
/** Milliseconds in which who still sends beyond that can notice the answer. */
const patience = 5_000;
/** Milliseconds after which a caller who has had their answer and sends no upload is not read any more. */
const dropMs = 15_000;

/**
 * Answers a caller who is still sending, and reads on until they are through or have their answer. A connection that is
 * closed on unread bytes is reset, and takes the answer with it: programs that look at it only when they have sent
 * everything, or at both in turn, would meet a broken pipe. So the answer goes out whole at once, and the connection
 * ends when the call does. Beyond a bound nothing more is read, and it stays open a little longer: a caller who cannot
 * send on has the time to look. How long all may take is said by the server's time for a whole call.
 */
export function drainAndReply(req: Request, res: Response, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  res.setHeader('connection', 'close');
  // The length tells the caller that the answer is whole; packing it would take that away.
  res.setHeader('cache-control', 'no-store, no-transform');
  res.type('json').setHeader('content-length', String(bytes.length));
  res.write(bytes, () => {
    res.locals.isAnswered = true;
  });
  // What is no upload has nothing to say that is as long.
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
