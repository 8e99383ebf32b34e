import { createHash } from 'node:crypto';

/** A public answer. A client caches it for `seconds`, then revalidates by ETag and mostly gets a 304. */
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
