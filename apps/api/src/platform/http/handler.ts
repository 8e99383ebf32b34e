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

/** The caller: a signed-in person, or on a public call a lazy lookup of the bearer token. */
type Caller<E extends Endpoint> = 'public' extends E['permission']
  ? {
      readonly actor: null;
      /** The signed-in person of the token; null without a valid token. */
      readonly findActor: () => Promise<Actor | null>;
    }
  : { readonly actor: Actor };

/** Typed and checked input of a handler, without Express. */
export type HandlerInput<E extends Endpoint = Endpoint> = Caller<E> & {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Files of a multipart call by field name; never undefined. */
  readonly filesOf: (field: string) => readonly Upload[];
  readonly lang: Lang;
  readonly requestId: string;
  /** The caller's address, for rate limits; a forwarded address only behind a configured proxy. */
  readonly address: string;
  readonly userAgent: string | null;
  /** Whether the call's session is still valid for the same person and organisation, for long-lived answers. */
  readonly isStillIn: () => Promise<boolean>;
  /** The device secret of the browser, where a person has signed in before (platform/auth/known-devices.ts). */
  readonly device: string | null;
  /** The raw header, for handlers that read their own cookie. */
  readonly cookies: string | undefined;
};

export interface BinaryReply {
  readonly contentType: string;
  /** Name of the attachment. */
  readonly fileName: string;
  readonly content: Buffer | Readable;
  /** Bytes, when known. */
  readonly size?: number;
}

/** Server-sent events that continue until either side ends them, already formatted. */
export interface EventsReply {
  readonly events: Readable;
}

interface ReplyHeaders {
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Answer of a handler: `{ body }`, with `total` where the contract has `total: true`. A binary call returns a file, a
 * `text/event-stream` call returns events.
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

type Handlers = { readonly [K in EndpointId]: Handler<Endpoints[K]> };
/** The portal's own handlers: a missing one does not compile. */
export type CoreHandlers = Pick<Handlers, keyof CoreEndpoints>;
export type PluginHandlers = Partial<Handlers>;
export type HandlersOf<A extends Area> = Pick<Handlers, EndpointIdOf<A>>;
