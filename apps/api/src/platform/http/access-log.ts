import { randomUUID } from 'node:crypto';

import { endpoints, type Endpoint } from '@wasl/contracts';
import type { RequestHandler } from 'express';

import type { Logger } from '../program/logger.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { scrubUrl } from './scrub.ts';

const saneId = /^[\w-]{8,64}$/;

/** A call that is over, as figures name it: nothing in it says whose it was. */
export interface EndedCall {
  readonly method: string;
  /** The path of the contract, with names in the place of ids; `/api` for what it does not know, `/` for pages and their parts. */
  readonly endpoint: string;
  readonly status: number;
  readonly seconds: number;
}

const paths = new Map(Object.values<Endpoint>(endpoints).map(({ id, path }) => [id, path]));

function endpointOf(endpointId: unknown, url: string): string {
  const path = typeof endpointId === 'string' ? paths.get(endpointId) : undefined;
  if (path !== undefined) return `/api${path}`;
  if (url.startsWith('/api/health/')) return '/api/health';
  return url.startsWith('/api') ? '/api' : '/';
}

/** Anything else is a word that the caller made up. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Gives every call an id (the caller's `x-request-id` when it is sane) and writes one line when it is over; with `tracing` what is done
 * for it is a span, and the line has its trace.
 */
export function accessLog(
  log: Logger,
  ended: (call: EndedCall) => void = () => undefined,
  tracing?: Tracing,
): RequestHandler {
  return (req, res, next) => {
    const sent = req.get('x-request-id');
    const requestId = sent !== undefined && saneId.test(sent) ? sent : randomUUID();
    res.locals.requestId = requestId;
    res.setHeader('x-request-id', requestId);
    const startedAt = process.hrtime.bigint();
    const { method, originalUrl } = req;
    // A balancer asks every few seconds.
    const isAsked = !originalUrl.startsWith('/api/health/');
    const span = isAsked ? tracing?.beginCall(req.headers) : undefined;
    res.once('close', () => {
      const locals = res.locals as Readonly<Record<string, unknown>>;
      const status = res.writableFinished || locals.isAnswered === true ? res.statusCode : 499;
      const durationMs = Number(process.hrtime.bigint() - startedAt) / 1e6;
      log.info({
        event: 'call',
        requestId,
        traceId: span?.traceId,
        method,
        url: scrubUrl(originalUrl),
        endpoint: locals.endpointId,
        status,
        code: locals.errorCode,
        userId: locals.actorId,
        address: req.ip,
        durationMs,
      });
      const call: EndedCall = {
        method: methods.has(method) ? method : 'OTHER',
        endpoint: endpointOf(locals.endpointId, originalUrl),
        status,
        seconds: durationMs / 1000,
      };
      span?.end(call, requestId);
      // How long a page was open says nothing of the server.
      if (locals.isLasting !== true) ended(call);
    });
    if (span === undefined) next();
    else span.within(next);
  };
}
