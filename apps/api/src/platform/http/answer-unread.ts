import type { Request, Response } from 'express';

import { maxFileBytes } from './multipart.ts';

/** Bytes of a refused call that are still taken: a file of the largest size, its frame, and as much as lies on the way. */
const mostBytes = maxFileBytes + 1024 * 1024;

/**
 * Answers a caller who is still sending, and reads on until they are through or have their answer. A connection that is
 * closed on unread bytes is reset, and takes the answer with it: programs that look at it only when they have sent
 * everything, or at both in turn, would meet a broken pipe. So the answer goes out whole at once, and the connection
 * ends when the call does, or beyond a bound; how long that may take is said by the server's time for a whole call.
 */
export function answerUnread(req: Request, res: Response, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  res.setHeader('connection', 'close');
  // The length tells the caller that the answer is whole; packing it would take that away.
  res.setHeader('cache-control', 'no-store, no-transform');
  res.type('json').setHeader('content-length', String(bytes.length));
  res.write(bytes, () => {
    res.locals.isAnswered = true;
  });
  let left = mostBytes;
  const end = (): void => {
    res.end();
  };
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left <= 0) end();
  });
  req.once('end', end);
  req.once('close', end);
  req.resume();
}
