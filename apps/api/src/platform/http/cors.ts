import type { RequestHandler } from 'express';

const methods = 'GET, POST, PUT, DELETE, HEAD, PATCH';
const requestHeaders =
  'authorization, content-type, accept-language, if-none-match, x-request-id, x-wasl-quiet, tus-resumable, upload-length, upload-metadata, upload-offset';
const exposed =
  'date, x-total-count, x-previous-position, x-next-position, x-request-id, content-disposition, retry-after, etag, location, upload-length, upload-offset, tus-resumable, tus-version, tus-extension, tus-max-size';

/** Allows only the configured origins to call from a browser. No cookies are involved. */
export function cors(origins: readonly string[]): RequestHandler {
  return (req, res, next) => {
    res.vary('Origin');
    const { origin } = req.headers;
    if (origin === undefined || !origins.includes(origin)) {
      next();
      return;
    }
    res.setHeader('access-control-allow-origin', origin);
    res.setHeader('access-control-expose-headers', exposed);
    // Any other OPTIONS call asks the tus server for its protocol.
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
      next();
      return;
    }
    res.setHeader('access-control-allow-methods', methods);
    res.setHeader('access-control-allow-headers', requestHeaders);
    res.setHeader('access-control-max-age', '600');
    res.status(204).end();
  };
}
