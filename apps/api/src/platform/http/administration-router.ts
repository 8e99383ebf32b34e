import {
  administrationCalls,
  type AdministrationCall,
  type AdministrationCallId,
  type AdministrationCallsById,
} from '@wasl/contracts/administration';
import type { Lang } from '@wasl/contracts';
import express, { type Request, type RequestHandler, type Router } from 'express';
import type { z } from 'zod';

import { ownCookie, readOwnCookie } from '../auth/own-cookies.ts';
import { ApiError } from './api-error.ts';
import { checkAnswer } from './check-answer.ts';
import { readJsonBody } from './json-body.ts';
import { languageOf } from './language.ts';
import { parseInput } from './parse.ts';
import type { BinaryReply } from './handler.ts';
import { sendBinary } from './send-binary.ts';
import { sendJson } from './send-json.ts';

/** Cookie of a browser to which the administration is shown, and cookie of a session in it. */
const cookieNames = {
  browser: 'wasl-administrator',
  session: 'wasl-administrator-session',
} as const;
type CookieName = keyof typeof cookieNames;
export type AdministrationCookies = { readonly [N in CookieName]: string | null };

const secretForm = /^[\w-]{43}$/;
/** A registered browser is forgotten after half a year. */
export const browserSeconds = 180 * 24 * 3600;
const cookieSeconds = { browser: browserSeconds, session: 8 * 3600 } as const;

export function administrationCookies(
  cookies: string | undefined,
  publicUrl: string,
): AdministrationCookies {
  const read = (name: CookieName): string | null => {
    const value = readOwnCookie(cookies, cookieNames[name], publicUrl);
    return value !== undefined && secretForm.test(value) ? value : null;
  };
  return { browser: read('browser'), session: read('session') };
}

/** Returns the `Set-Cookie` header. @param value null removes the cookie */
export function administrationCookie(
  name: CookieName,
  value: string | null,
  publicUrl: string,
): Record<string, string> {
  const maxAge = value === null ? 0 : cookieSeconds[name];
  return ownCookie({ name: cookieNames[name], value: value ?? '', path: '/', maxAge }, publicUrl);
}

type OutputOf<C, K extends string> =
  C extends Readonly<Record<K, infer S>>
    ? S extends z.ZodType
      ? z.output<S>
      : undefined
    : undefined;

/** The administrator of a browser. */
export interface AdministrationVisit {
  readonly actor: { readonly id: string; readonly email: string; readonly name: string };
  /** Always true in calls that need a session. */
  readonly isSignedIn: boolean;
}

export interface AdministrationInput<C extends AdministrationCall = AdministrationCall> {
  readonly visit: AdministrationVisit;
  readonly params: OutputOf<C, 'params'>;
  readonly query: OutputOf<C, 'query'>;
  readonly body: OutputOf<C, 'body'>;
  readonly cookies: AdministrationCookies;
  readonly lang: Lang;
}

interface JsonReply<Body> {
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
}
export type AdministrationReply<C extends AdministrationCall = AdministrationCall> =
  C extends Readonly<Record<'isFile', true>>
    ? BinaryReply
    : C extends Readonly<Record<'response', infer S extends z.ZodType>>
      ? JsonReply<z.input<S>>
      : never;

export type AdministrationHandlers = {
  readonly [K in AdministrationCallId]: (
    input: AdministrationInput<AdministrationCallsById[K]>,
  ) => Promise<AdministrationReply<AdministrationCallsById[K]>>;
};
type LooseHandler = (input: AdministrationInput) => Promise<JsonReply<unknown> | BinaryReply>;

export interface AdministrationDeps {
  readonly publicUrl: string;
  readonly checkAnswers: boolean;
  /** @returns null in an unknown browser */
  readonly identify: (cookies: AdministrationCookies) => Promise<AdministrationVisit | null>;
}

/**
 * Refuses a write that another site sends. The cookies are `SameSite=Strict`; this also covers other hosts of the same
 * site.
 * @throws ApiError FORBIDDEN
 */
function requireOwnOrigin(req: Request, publicUrl: string): void {
  const origin = req.get('origin');
  const isOwn =
    origin === new URL(publicUrl).origin ||
    origin === `${req.protocol}://${String(req.get('host'))}`;
  if (!isOwn) throw new ApiError('FORBIDDEN');
}

function bindCall(
  id: string,
  call: AdministrationCall,
  handler: LooseHandler,
  { publicUrl, checkAnswers }: AdministrationDeps,
): RequestHandler {
  return async (req, res) => {
    res.locals.endpointId = `administration.${id}`;
    const visit = res.locals.visit as AdministrationVisit;
    if (call.isBeforeSignIn !== true && !visit.isSignedIn) throw new ApiError('UNAUTHENTICATED');
    if (req.method !== 'GET' && req.method !== 'HEAD') requireOwnOrigin(req, publicUrl);
    const body = call.body === undefined ? undefined : await readJsonBody(req);
    const schemas = { params: call.params, query: call.query, body: call.body };
    const parsed = parseInput(schemas, { params: req.params, query: req.query, body });
    const cookies = administrationCookies(req.headers.cookie, publicUrl);
    const lang = languageOf(req);
    const reply = await handler({ visit, cookies, lang, ...parsed } as AdministrationInput);
    if ('content' in reply) {
      await sendBinary(res, reply);
      return;
    }
    if (checkAnswers && call.response) checkAnswer(id, call.response, reply.body);
    for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value);
    res.setHeader('cache-control', 'no-store');
    await sendJson(res, reply.body);
  };
}

/** Mounts the calls of the administration. An unknown browser gets 404 at each of them, as at an unknown call. */
export function administrationRouter(
  handlers: AdministrationHandlers,
  deps: AdministrationDeps,
): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  // Before every route: also a wrong method, path or body answers as an unknown call.
  router.use(async (req, res, next) => {
    const cookies = administrationCookies(req.headers.cookie, deps.publicUrl);
    const visit = cookies.browser === null ? null : await deps.identify(cookies);
    if (visit === null) throw new ApiError('NOT_FOUND');
    res.locals.visit = visit;
    next();
  });
  for (const [id, call] of Object.entries<AdministrationCall>(administrationCalls)) {
    const [method = '', path = ''] = call.route.split(' ');
    const handler = handlers[id as AdministrationCallId] as LooseHandler;
    router[method.toLowerCase() as 'get'](path, bindCall(id, call, handler, deps));
  }
  router.use(() => {
    throw new ApiError('NOT_FOUND');
  });
  return router;
}
