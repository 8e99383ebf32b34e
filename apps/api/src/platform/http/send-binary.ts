import { pipeline } from 'node:stream/promises';

import type { Response } from 'express';

import { contentDisposition } from './content-disposition.ts';
import type { BinaryReply } from './handler.ts';

/** Sends a file as an attachment. It is private by default, like JSON. */
export async function sendBinary(res: Response, reply: BinaryReply): Promise<void> {
  res.setHeader('content-type', reply.contentType);
  res.setHeader('content-disposition', contentDisposition(reply.fileName));
  res.setHeader('x-content-type-options', 'nosniff');
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'no-store');
  if (Buffer.isBuffer(reply.content)) {
    res.end(reply.content);
    return;
  }
  if (reply.size !== undefined) res.setHeader('content-length', String(reply.size));
  const { content } = reply;
  let hasLeft = false;
  // A failing source is destroyed before the answer is.
  res.once('close', () => {
    hasLeft = !content.destroyed;
  });
  await pipeline(content, res).catch((error: unknown) => {
    if (!hasLeft) throw error;
  });
}
