import { pipeline } from 'node:stream/promises';

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
import { checkAnswer } from './check-answer.ts';
import { contentDisposition } from './content-disposition.ts';
import type { BinaryReply, EventsReply, Handler, HandlerInput, HandlerReply } from './handler.ts';
import { readJsonBody } from './json-body.ts';
import { languageOf } from './language.ts';
import { readMultipart, type MultipartInput, type UploadDeps } from './multipart.ts';
import { filledQuery, parseInput } from './parse.ts';
import { sendEvents } from './send-events.ts';
import { sendJson } from './send-json.ts';
import type { UploadSlots } from './upload-slots.ts';

/** What the binder needs of the platform. */
export interface BinderDeps extends UploadDeps {
  /** Who the bearer token names. @throws ApiError UNAUTHENTICATED, ACCOUNT_DISABLED … */
  readonly authenticate: (
    authorization: string | undefined,
    options?: { readonly isInUse: boolean },
  ) => Promise<Actor>;
  /** Whose key it is. */
  readonly authenticateKey: AuthenticateKey;
  /** Resolves when this process has forgotten who called before what was committed by now. Never rejects. */
  readonly waitUntilSynced: () => Promise<void>;
  /** Where people reach the portal: by https its cookies have another name. */
  readonly publicUrl: string;
  /** How many calls one person may make. */
  readonly calls: CallLimit;
  readonly limits: Pick<RateLimits, 'consume'>;
  /** Places for uploads under way, shared by all calls. */
  readonly uploadSlots: UploadSlots;
  /** Check every answer against its contract: in development and tests, a breach is a 500. */
  readonly checkAnswers: boolean;
  readonly log: Logger;
}

function isBinary(reply: HandlerReply): reply is HandlerReply & BinaryReply {
  return 'content' in reply;
}

function isOfEvents(reply: HandlerReply | EventsReply): reply is EventsReply {
  return 'events' in reply;
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
  const { content } = reply;
  let hasLeft = false;
  // A source that fails is destroyed before the answer is.
  res.once('close', () => {
    hasLeft = !content.destroyed;
  });
  await pipeline(content, res).catch((error: unknown) => {
    if (!hasLeft) throw error;
  });
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

/** What a person does whose second factor must be turned on first: turn it on, in their language, and sign out. */
const beforeSetup: ReadonlySet<EndpointPermission> = new Set([
  'session:end',
  'account:enrol',
  'account:choose-language',
]);

/** What changes who may call is answered when this process has heard of it. */
const heardBeforeAnswered: ReadonlySet<string> = new Set<Area>(['accounts', 'integrations']);

/** The organisation behind a key, for a call that says what a key needs for it; any other is no key's, a public one either. */
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
 * Says that a page asked by itself, with nobody at it: such a call keeps no session from ending by idleness. Whoever leaves it out
 * keeps a session as its person would, up to its longest life.
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
  // Who is at the limit may still leave.
  if (endpoint.id !== 'signOut') await deps.calls.take(actor.userId);
  if (!hasPermission(actor.role, endpoint.permission)) throw new ApiError('FORBIDDEN');
  if (isForResponsibles(endpoint.permission) && !actor.isResponsible)
    throw new ApiError('RESPONSIBLE_REQUIRED');
  if (actor.isSetupDue && !beforeSetup.has(endpoint.permission))
    throw new ApiError('SECOND_FACTOR_SETUP');
  return { actor };
}

/** Whether the token still names whom it named when the call came. A database that does not answer ends nobody's session. */
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

/** Counts an upload before its body is read. @throws ApiError TOO_MANY_REQUESTS */
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

/** Reads the call's parts and asks the handler; received files are gone when it has answered. */
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
    // The schemas of this very endpoint made these values: the type is theirs.
    const reply = await handler(input as unknown as HandlerInput<E>);
    await multipart?.settle();
    return reply as HandlerReply;
  } finally {
    leave?.();
    await multipart?.discard();
  }
}

/**
 * Makes the Express handler of one call:
 * authenticate → permission → limit of uploads → parse → handler → (in development and tests) check the answer → send.
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
    if (heardBeforeAnswered.has(endpoint.area) && endpoint.method !== 'get')
      await deps.waitUntilSynced();
    for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value);
    if (isOfEvents(reply)) await sendEvents(res, reply.events);
    else if (isBinary(reply)) await sendBinary(res, reply);
    else await sendBody(res, endpoint, reply, deps.checkAnswers);
  };
}
