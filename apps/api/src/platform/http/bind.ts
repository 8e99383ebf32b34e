import {
  hasPermission,
  isForResponsibles,
  type Area,
  type Endpoint,
  type EndpointPermission,
} from '@wasl/contracts';
import type { Request, RequestHandler, Response } from 'express';

import type { Actor } from '../auth/actor.ts';
import { keyIn, type AuthenticateKey } from '../auth/api-keys.ts';
import { deviceOf } from '../auth/known-devices.ts';
import type { RateLimits } from '../auth/rate-limits.ts';
import type { Logger } from '../program/logger.ts';
import { ApiError } from './api-error.ts';
import type { CallLimit } from './call-limit.ts';
import { checkAnswer, checkRefusal } from './check-answer.ts';
import type { BinaryReply, EventsReply, Handler, HandlerInput, HandlerReply } from './handler.ts';
import { readJsonBody } from './json-body.ts';
import { languageOf } from './language.ts';
import { readMultipart, type MultipartInput, type UploadDeps } from './multipart.ts';
import { filledQuery, parseInput } from './parse.ts';
import { sendBinary } from './send-binary.ts';
import { sendEvents } from './send-events.ts';
import { sendJson } from './send-json.ts';
import type { UploadSlots } from './upload-slots.ts';

export interface BinderDeps extends UploadDeps {
  /** Resolves the bearer token. @throws ApiError UNAUTHENTICATED, ACCOUNT_DISABLED … */
  readonly authenticate: (
    authorization: string | undefined,
    options?: { readonly isInUse: boolean },
  ) => Promise<Actor>;
  readonly authenticateKey: AuthenticateKey;
  /** Resolves when this process's session cache reflects all commits so far. Never rejects. */
  readonly waitUntilSynced: () => Promise<void>;
  /** Public address of the portal. Over https its cookies have another name. */
  readonly publicUrl: string;
  readonly calls: CallLimit;
  readonly limits: Pick<RateLimits, 'consume'>;
  /** Slots for concurrent uploads, shared by all calls. */
  readonly uploadSlots: UploadSlots;
  /** Whether to check every answer against its contract, in development and tests. A breach is a 500. */
  readonly checkAnswers: boolean;
  readonly log: Logger;
}

function isBinary(reply: HandlerReply): reply is HandlerReply & BinaryReply {
  return 'content' in reply;
}

function isOfEvents(reply: HandlerReply | EventsReply): reply is EventsReply {
  return 'events' in reply;
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
  // Private by default. A handler with public data sets its own header.
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'no-store');
  await sendJson(res.status(endpoint.response.status), body);
}

/** Calls allowed before the required second factor is enabled: enable it, change the language, sign out. */
const beforeSetup: ReadonlySet<EndpointPermission> = new Set([
  'session:end',
  'account:enrol',
  'account:choose-language',
]);

/** These areas change who may call. Their answers wait until this process has received the notification. */
const syncedAreas: ReadonlySet<string> = new Set<Area>(['accounts', 'integrations']);

/** The caller of a key, when the call allows keys and the key has the permission. Public calls allow none. */
async function keyCallerOf(
  endpoint: Endpoint,
  key: string,
  req: Request,
  res: Response,
  deps: BinderDeps,
): Promise<{ actor: Actor }> {
  if (endpoint.permission === 'public') throw new ApiError('FORBIDDEN');
  const { actor, scopes } = await deps.authenticateKey(key, req.ip ?? 'unknown');
  res.locals.actorId = actor.userId;
  if (endpoint.keyScope === undefined || !scopes.includes(endpoint.keyScope))
    throw new ApiError('FORBIDDEN');
  if (!hasPermission(actor.role, endpoint.permission)) throw new ApiError('FORBIDDEN');
  return { actor };
}

/**
 * Marks a background call of a page, which does not extend the session's idle time. A client that omits the header
 * extends its session up to its maximum lifetime.
 */
const quietHeader = 'x-wasl-quiet';

async function callerOf(
  endpoint: Endpoint,
  req: Request,
  res: Response,
  deps: BinderDeps,
): Promise<
  | { readonly actor: Actor }
  | { readonly actor: null; readonly findActor: () => Promise<Actor | null> }
> {
  const { authorization } = req.headers;
  const key = keyIn(authorization);
  if (key !== undefined) return await keyCallerOf(endpoint, key, req, res, deps);
  const isInUse = req.get(quietHeader) === undefined && endpoint.id !== 'followChanges';
  if (endpoint.permission === 'public') {
    return {
      actor: null,
      findActor: async () => {
        if (authorization === undefined) return null;
        try {
          return await deps.authenticate(authorization, { isInUse });
        } catch (error) {
          if (error instanceof ApiError && error.code !== 'UNAVAILABLE') return null;
          throw error;
        }
      },
    };
  }
  const actor = await deps.authenticate(authorization, { isInUse });
  res.locals.actorId = actor.userId;
  // A caller at the limit can still sign out.
  if (endpoint.id !== 'signOut') await deps.calls.take(actor.userId);
  if (!hasPermission(actor.role, endpoint.permission)) throw new ApiError('FORBIDDEN');
  if (isForResponsibles(endpoint.permission) && !actor.isResponsible)
    throw new ApiError('RESPONSIBLE_REQUIRED');
  if (actor.isSetupDue && !beforeSetup.has(endpoint.permission))
    throw new ApiError('SECOND_FACTOR_SETUP');
  return { actor };
}

/** Whether the token still has the same person as at the start of the call. An unavailable database ends no session. */
async function isStillIn(
  deps: BinderDeps,
  authorization: string | undefined,
  before: Actor | null,
): Promise<boolean> {
  try {
    const now = await deps.authenticate(authorization, { isInUse: false });
    return now.userId === before?.userId && now.partnerId === before.partnerId;
  } catch (error) {
    return !(error instanceof ApiError) || error.code === 'UNAVAILABLE';
  }
}

type Caller = Awaited<ReturnType<typeof callerOf>>;

/** Counts an upload before reading its body. @throws ApiError TOO_MANY_REQUESTS */
async function countUpload(
  { multipart, query }: Endpoint,
  { limits }: BinderDeps,
  caller: Caller,
  req: Request,
  address: string,
): Promise<void> {
  const limit = multipart?.limit ?? null;
  if (limit === null) return;
  const actor = caller.actor ?? (await caller.findActor());
  if (actor === null) {
    await limits.consume('identityUpload', { address });
    return;
  }
  const isDryRun = query?.safeParse(filledQuery(query, req.query)).data?.['dryRun'] === true;
  const name = limit === 'import' && isDryRun ? 'importCheck' : limit;
  await limits.consume(name, { account: actor.userId });
}

/** Parses the call and runs the handler. Received files are removed after it has answered. */
async function answerOf<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  deps: BinderDeps,
  caller: Caller,
  req: Request,
  res: Response,
): Promise<HandlerReply> {
  const address = req.ip ?? 'unknown';
  await countUpload(endpoint, deps, caller, req, address);
  const bringsFiles = (endpoint.multipart?.files.length ?? 0) > 0;
  const leave = bringsFiles
    ? deps.uploadSlots.take(caller.actor?.userId ?? null, address)
    : undefined;
  let multipart: MultipartInput | undefined;
  try {
    let body: unknown;
    if (endpoint.multipart) {
      const actorId = caller.actor?.userId ?? null;
      multipart = await readMultipart(req, res, endpoint.multipart, deps, actorId);
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
      device: deviceOf(req.headers.cookie, deps.publicUrl),
      cookies: req.headers.cookie,
      isStillIn: () => isStillIn(deps, req.headers.authorization, caller.actor),
    };
    // This endpoint's own schemas produced these values, so the cast is safe.
    const reply = await handler(input as unknown as HandlerInput<E>);
    await multipart?.releaseParts();
    return reply as HandlerReply;
  } finally {
    leave?.();
    await multipart?.discard();
  }
}

/**
 * Creates the Express handler of one call: authenticate → permission → upload limit → parse → handler → check the
 * answer (in development and tests) → send. It never parses the body of a caller without the permission.
 */
export function bind<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  deps: BinderDeps,
): RequestHandler {
  const call: RequestHandler = async (req, res) => {
    res.locals.endpointId = endpoint.id;
    const caller = await callerOf(endpoint, req, res, deps);
    const reply = await answerOf(endpoint, handler, deps, caller, req, res);
    // An answer that reports the end of a session arrives after the session has ended everywhere in this process.
    if (syncedAreas.has(endpoint.area) && endpoint.method !== 'get') await deps.waitUntilSynced();
    for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value);
    if (isOfEvents(reply)) await sendEvents(res, reply.events);
    else if (isBinary(reply)) await sendBinary(res, reply);
    else await sendBody(res, endpoint, reply, deps.checkAnswers);
  };
  if (!deps.checkAnswers) return call;
  return async (req, res, next) => {
    try {
      await call(req, res, next);
    } catch (error) {
      checkRefusal(endpoint, error);
      throw error;
    }
  };
}
