import type { Readable } from 'node:stream';

import type {
  Area,
  BinaryResponse,
  BodyOf,
  CoreEndpoints,
  Endpoint,
  EndpointId,
  EndpointIdOf,
  Endpoints,
  Lang,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@wasl/contracts';

import type { Actor } from '../auth/actor.ts';
import type { Upload } from './upload.ts';

/** Who calls: a signed-in person, or on a public call whoever the bearer token names, looked up only when asked. */
type Caller<E extends Endpoint> = 'public' extends E['permission']
  ? {
      readonly actor: null;
      /** The signed-in person behind the call's token; null without a valid one. */
      readonly findActor: () => Promise<Actor | null>;
    }
  : { readonly actor: Actor };

/** What a handler receives: checked, typed, and nothing of Express. */
export type HandlerInput<E extends Endpoint = Endpoint> = Caller<E> & {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Files of a multipart call by field name; `filesOf(name)` is never undefined. */
  readonly filesOf: (field: string) => readonly Upload[];
  readonly lang: Lang;
  readonly requestId: string;
  /** The caller's address, for rate limits; a forwarded one only behind a configured proxy. */
  readonly address: string;
  readonly userAgent: string | null;
  /** Whether the session of the call still stands, and is of the same person and organisation: for answers that go on. */
  readonly isStillIn: () => Promise<boolean>;
  /** The secret of the caller's browser, where somebody has signed in there (platform/auth/known-devices.ts). */
  readonly device: string | null;
  /** The header as it came, for the few that read a cookie of their own. */
  readonly cookies: string | undefined;
};

/** A file as an answer. */
export interface BinaryReply {
  readonly contentType: string;
  /** Offered as this name; always an attachment. */
  readonly fileName: string;
  readonly content: Buffer | Readable;
  /** Bytes, when known. */
  readonly size?: number;
}

/** An answer that goes on until either side ends it: server-sent events, as they are written. */
export interface EventsReply {
  readonly events: Readable;
}

interface ReplyHeaders {
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What a handler answers: `{ body }`, with `total` where the contract says `total: true`; a file where it is binary, events where
 * the contract says `text/event-stream`.
 */
export type HandlerReply<E extends Endpoint = Endpoint> = ReplyHeaders &
  (E['response'] extends { readonly contentTypes: readonly ['text/event-stream'] }
    ? EventsReply
    : E['response'] extends BinaryResponse
      ? BinaryReply
      : E['total'] extends true
        ? { readonly body: ReplyOf<E>; readonly total: number }
        : { readonly body: ReplyOf<E> });

export type Handler<E extends Endpoint = Endpoint> = (
  input: HandlerInput<E>,
) => Promise<HandlerReply<E>> | HandlerReply<E>;

/** One handler for each call of the contract. */
type Handlers = { readonly [K in EndpointId]: Handler<Endpoints[K]> };
/** Those of the portal itself: a missing one does not compile. */
export type CoreHandlers = Pick<Handlers, keyof CoreEndpoints>;
/** Those of plugins. */
export type PluginHandlers = Partial<Handlers>;
/** The part of the handlers that the module of an area answers for. */
export type HandlersOf<A extends Area> = Pick<Handlers, EndpointIdOf<A>>;
