import type { RequestHandler } from 'express';

import { isLoopbackHost } from '../settings/loopback.ts';
import { ApiError } from './api-error.ts';

/**
 * Lets only a browser of this machine on: the connection comes from it, and the address that was typed is its own. The
 * second keeps away a page elsewhere whose name was made to lead to 127.0.0.1 (DNS rebinding). Others find nothing.
 */
export const localOnly: RequestHandler = (req, _res, next) => {
  const host = `http://${req.headers.host ?? ''}`;
  const isTyped = URL.canParse(host) && isLoopbackHost(new URL(host).hostname);
  if (!isTyped || !isLoopbackHost(req.socket.remoteAddress ?? '')) throw new ApiError('NOT_FOUND');
  next();
};
