import { randomUUID } from 'node:crypto';

import type { RequestHandler } from 'express';

import type { Logger } from '../logger.ts';
import { scrubUrl } from './scrub.ts';

const saneId = /^[\w-]{8,64}$/;

/** Gives every call an id (the caller's `x-request-id` when it is sane) and writes one line when it is over. */
export function accessLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const sent = req.get('x-request-id');
    const requestId = sent !== undefined && saneId.test(sent) ? sent : randomUUID();
    res.locals.requestId = requestId;
    res.setHeader('x-request-id', requestId);
    const startedAt = process.hrtime.bigint();
    const { method, originalUrl } = req;
    res.once('close', () => {
      const locals = res.locals as Readonly<Record<string, unknown>>;
      log.info({
        event: 'call',
        requestId,
        method,
        url: scrubUrl(originalUrl),
        endpoint: locals.endpointId,
        status: res.writableFinished || locals.isAnswered === true ? res.statusCode : 499,
        code: locals.errorCode,
        userId: locals.actorId,
        address: req.ip,
        durationMs: Number(process.hrtime.bigint() - startedAt) / 1e6,
      });
    });
    next();
  };
}
