import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

import type { Response } from 'express';

/** Bytes. A smaller answer fits in one packet either way. */
const worthPacking = 1024;
/** Bytes. Compressing more takes about 0.3 ms, so it runs in another thread. */
const packedAside = 64 * 1024;

/** Brotli at quality 4 is smaller than gzip at 6 and equally fast on a complete body. */
const brotli = (bytes: Buffer) => ({
  params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 4,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  },
});
const brotliAside = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzipAside = promisify<Buffer, Buffer>(zlib.gzip);

/** Encodings for a complete answer, best first. */
const packers = [
  {
    encoding: 'br',
    now: (bytes: Buffer) => zlib.brotliCompressSync(bytes, brotli(bytes)),
    aside: (bytes: Buffer) => brotliAside(bytes, brotli(bytes)),
  },
  { encoding: 'gzip', now: (bytes: Buffer) => zlib.gzipSync(bytes), aside: gzipAside },
] as const;

/** Headers that belong to an answer as much as its body. */
const taggedHeaders = ['x-total-count', 'x-previous-position', 'x-next-position'];

/**
 * Sets the ETag of a read. Express ignores one with `cache-control: no-cache`, which browsers add to a request that
 * names an ETag.
 * @returns whether the client has this answer already
 */
function isKnown(res: Response, bytes: Buffer): boolean {
  if (res.req.method !== 'GET' || res.statusCode !== 200) return false;
  if (!res.hasHeader('etag')) {
    const hash = createHash('sha256').update(bytes);
    for (const name of taggedHeaders) hash.update(`\n${String(res.getHeader(name))}`);
    res.setHeader('etag', `W/"${hash.digest('base64url').slice(0, 27)}"`);
  }
  const known = res.req.get('if-none-match')?.split(',') ?? [];
  return known.some((tag) => tag.trim() === res.getHeader('etag'));
}

/**
 * Sends `body` as JSON, compressed in one call where the client accepts it. The compressing stream for files takes
 * about thirty times as long for a list. Answers 304 to a read whose ETag the client names.
 */
export async function sendJson(res: Response, body: unknown): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body));
  res.type('json').vary('accept-encoding');
  if (isKnown(res, bytes)) {
    res.status(304).end();
    return;
  }
  const packer = packers.find(({ encoding }) => res.req.acceptsEncodings(encoding) !== false);
  if (bytes.length < worthPacking || packer === undefined) {
    res.send(bytes);
    return;
  }
  const packed = bytes.length < packedAside ? packer.now(bytes) : await packer.aside(bytes);
  res.set('content-encoding', packer.encoding).send(packed);
}
