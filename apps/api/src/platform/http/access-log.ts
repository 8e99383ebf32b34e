import { randomUUID } from 'node:crypto';

import { endpoints, type Endpoint } from '@wasl/contracts';
import type { RequestHandler } from 'express';

import type { Logger } from '../program/logger.ts';
import type { EndedCall, observeAll } from '../program/observer.ts';
import { redactUrl } from './redact.ts';

const saneId = /^[\w-]{8,64}$/;

const paths = new Map(Object.values<Endpoint>(endpoints).map(({ id, path }) => [id, path]));

function endpointOf(endpointId: unknown, url: string): string {
  const path = typeof endpointId === 'string' ? paths.get(endpointId) : undefined;
  if (path !== undefined) return `/api${path}`;
  if (url.startsWith('/api/health/')) return '/api/health';
  return url.startsWith('/api') ? '/api' : '/';
}

/** The caller may send any other word as a method. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Gives every call an id (the caller's `x-request-id` if well formed) and logs one line at its end. `observer` follows it.
 */
export function accessLog(log: Logger, observer: ReturnType<typeof observeAll>): RequestHandler {
  return (req, res, next) => {
    const sent = req.get('x-request-id');
    const requestId = sent !== undefined && saneId.test(sent) ? sent : randomUUID();
    res.locals.requestId = requestId;
    res.setHeader('x-request-id', requestId);
    const startedAt = process.hrtime.bigint();
    const { method, originalUrl, headers } = req;
    const followed = observer.beginCall({
      headers,
      isProbe: originalUrl.startsWith('/api/health/'),
    });
    res.once('close', () => {
      const locals = res.locals as Readonly<Record<string, unknown>>;
      const status = res.writableFinished || locals.isAnswered === true ? res.statusCode : 499;
      const durationMs = Number(process.hrtime.bigint() - startedAt) / 1e6;
      log.info({
        event: 'http.call',
        requestId,
        ...followed.logFields,
        method,
        url: redactUrl(originalUrl),
        endpoint: locals.endpointId,
        status,
        code: locals.errorCode,
        userId: locals.actorId,
        address: req.ip,
        durationMs,
      });
      const call: EndedCall = {
        requestId,
        method: methods.has(method) ? method : 'OTHER',
        endpoint: endpointOf(locals.endpointId, originalUrl),
        status,
        seconds: durationMs / 1000,
        isLasting: locals.isLasting === true,
      };
      followed.end(call);
    });
    followed.within(next);
  };
}
