import { pipeline } from 'node:stream/promises';

import { hasPermission, type Endpoint, type EndpointPermission } from '@wasl/contracts';
import type { Request, RequestHandler, Response } from 'express';

import type { Actor } from '../auth/actor.ts';
import { deviceOf } from '../auth/known-devices.ts';
import type { Logger } from '../logger.ts';
import { ApiError } from './api-error.ts';
import { checkAnswer } from './check-answer.ts';
import { contentDisposition } from './content-disposition.ts';
import type { BinaryReply, Handler, HandlerInput, HandlerReply } from './handler.ts';
import { readJsonBody } from './json-body.ts';
import { languageOf } from './language.ts';
import { readMultipart, type MultipartInput } from './multipart.ts';
import { parseInput } from './parse.ts';
import { sendJson } from './send-json.ts';
import type { UploadSlots } from './upload-slots.ts';

/** What the binder needs of the platform. */
export interface BinderDeps {
  /** Who the bearer token names. @throws ApiError UNAUTHENTICATED, ACCOUNT_DISABLED … */
  readonly authenticate: (authorization: string | undefined) => Promise<Actor>;
  /** Resolves when this process has forgotten who called before what was committed by now. Never rejects. */
  readonly caughtUp: () => Promise<void>;
  /** Folder that received files pass through. */
  readonly uploadFolder: string;
  /** Places for uploads under way, shared by all calls. */
  readonly uploadSlots: UploadSlots;
  /** Check every answer against its contract: in development and tests, a breach is a 500. */
  readonly checkAnswers: boolean;
  readonly log: Logger;
}

function isBinary(reply: HandlerReply): reply is HandlerReply & BinaryReply {
  return 'content' in reply;
}

async function sendBinary(res: Response, reply: BinaryReply): Promise<void> {
  res.setHeader('content-type', reply.contentType);
  res.setHeader('content-disposition', contentDisposition(reply.fileName));
  res.setHeader('x-content-type-options', 'nosniff');
  // Personal by default, as JSON is.
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'no-store');
  if (Buffer.isBuffer(reply.content)) {
    res.end(reply.content);
    return;
  }
  if (reply.size !== undefined) res.setHeader('content-length', String(reply.size));
  await pipeline(reply.content, res);
}

async function sendBody(
  res: Response,
  endpoint: Endpoint,
  reply: HandlerReply,
  check: boolean,
): Promise<void> {
  const { body, total } = reply as { body: unknown; total?: number };
  if (check && 'body' in endpoint.response) checkAnswer(endpoint.id, endpoint.response.body, body);
  if (total !== undefined) res.setHeader('x-total-count', String(total));
  // Personal by default; a handler that answers public data says so by its own header.
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'no-store');
  await sendJson(res.status(endpoint.response.status), body);
}

/** What a person does whose second factor must be turned on first: sign out, and see to their own account. */
const beforeSetup: ReadonlySet<EndpointPermission> = new Set([
  'session:end',
  'account:secure',
  'account:read-agent',
  'account:choose-language',
]);

async function callerOf(
  endpoint: Endpoint,
  req: Request,
  res: Response,
  deps: BinderDeps,
): Promise<{ actor: Actor } | { actor: null; findActor: () => Promise<Actor | null> }> {
  const { authorization } = req.headers;
  if (endpoint.permission === 'public') {
    return {
      actor: null,
      findActor: async () => {
        if (authorization === undefined) return null;
        try {
          return await deps.authenticate(authorization);
        } catch (error) {
          if (error instanceof ApiError && error.code !== 'UNAVAILABLE') return null;
          throw error;
        }
      },
    };
  }
  const actor = await deps.authenticate(authorization);
  res.locals.actorId = actor.userId;
  if (!hasPermission(actor.role, endpoint.permission)) throw new ApiError('FORBIDDEN');
  if (actor.isSetupDue && !beforeSetup.has(endpoint.permission))
    throw new ApiError('SECOND_FACTOR_SETUP');
  return { actor };
}

/** Reads the call's parts and asks the handler; received files are gone when it has answered. */
async function answerOf<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  deps: BinderDeps,
  caller: { actor: Actor | null },
  req: Request,
  res: Response,
): Promise<HandlerReply> {
  const address = req.ip ?? 'unknown';
  const bringsFiles = (endpoint.multipart?.files.length ?? 0) > 0;
  const leave = bringsFiles
    ? deps.uploadSlots.take(caller.actor?.userId ?? null, address)
    : undefined;
  let multipart: MultipartInput | undefined;
  try {
    let body: unknown;
    if (endpoint.multipart) {
      multipart = await readMultipart(req, res, endpoint.multipart, deps.uploadFolder);
      body = multipart.body;
    } else if (endpoint.body) {
      body = await readJsonBody(req);
    }
    const raw = { params: req.params, query: req.query, body };
    const uploads = multipart?.uploads ?? [];
    const input = {
      ...caller,
      ...parseInput(endpoint, raw, caller.actor?.role),
      filesOf: (field: string) => uploads.filter((upload) => upload.field === field),
      lang: languageOf(req),
      requestId: String(res.locals.requestId),
      address,
      userAgent: req.get('user-agent')?.slice(0, 300) ?? null,
      device: deviceOf(req.headers.cookie),
    };
    // The schemas of this very endpoint made these values: the type is theirs.
    const reply: unknown = await handler(input as unknown as HandlerInput<E>);
    return reply as HandlerReply;
  } finally {
    leave?.();
    await multipart?.discard();
  }
}

/**
 * Makes the Express handler of one call:
 * authenticate → permission → parse → handler → (in development and tests) check the answer → send.
 * The body of a caller without the permission is never parsed.
 */
export function bind<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  deps: BinderDeps,
): RequestHandler {
  return async (req, res) => {
    res.locals.endpointId = endpoint.id;
    const caller = await callerOf(endpoint, req, res, deps);
    const reply = await answerOf(endpoint, handler, deps, caller, req, res);
    // Whoever is told that a session ended finds it ended.
    if (endpoint.area === 'accounts' && endpoint.method !== 'get') await deps.caughtUp();
    for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value);
    if (isBinary(reply)) await sendBinary(res, reply);
    else await sendBody(res, endpoint, reply, deps.checkAnswers);
  };
}
