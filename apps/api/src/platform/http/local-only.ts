import type { RequestHandler } from 'express';

import { isLoopbackHost } from '../settings/loopback.ts';
import { ApiError } from './api-error.ts';

/**
 * Passes only browsers on this machine: the connection is local and so is the Host header. The Host check blocks DNS
 * rebinding, a remote page whose name resolves to 127.0.0.1. Other callers get a 404.
 */
export const localOnly: RequestHandler = (req, _res, next) => {
  const host = `http://${req.headers.host ?? ''}`;
  const isTyped = URL.canParse(host) && isLoopbackHost(new URL(host).hostname);
  if (!isTyped || !isLoopbackHost(req.socket.remoteAddress ?? '')) throw new ApiError('NOT_FOUND');
  next();
};
