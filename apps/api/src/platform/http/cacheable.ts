import { createHash } from 'node:crypto';

/** An answer that is the same for everybody: a client keeps it for a while, then asks again with its ETag and mostly gets a 304. */
export function cacheable<T>(body: T, { seconds }: { seconds: number }) {
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 27);
  return {
    body,
    headers: {
      'cache-control': `public, max-age=${String(seconds)}`,
      etag: `W/"${digest}"`,
      vary: 'Origin, Accept-Language',
    },
  };
}
