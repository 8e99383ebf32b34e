import type { RequestHandler } from 'express';

import { ApiError } from './api-error.ts';

/**
 * Refuses a call with two Host headers (RFC 9112, 3.2): Node takes the first, a proxy may have taken the last.
 * @throws ApiError MALFORMED_BODY
 */
export const oneHost: RequestHandler = (req, _res, next) => {
  const { rawHeaders } = req;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  next(hosts > 1 ? new ApiError('MALFORMED_BODY') : undefined);
};
