import type { z } from 'zod';

import type { EndpointPermission, Role } from '../permissions.ts';
import type { ErrorCode } from './errors.ts';

type Shape = z.ZodObject;

/** A file field of a multipart call. `kind` is decided by the file's content, never by its name. */
export interface FileField {
  readonly name: string;
  readonly kind: 'pdf' | 'image' | 'logo' | 'video' | 'csv' | 'xlsx' | 'request-document';
  /** Files accepted under this name; 1 by default. */
  readonly maxCount?: number;
  readonly required: boolean;
}

/**
 * How a multipart call is read: its file fields, and the text parts that hold JSON.
 * A JSON part may arrive as a text field or as a file part of type application/json; both are taken.
 */
export interface Multipart {
  readonly files: readonly FileField[];
  readonly jsonParts?: readonly string[];
}

export interface JsonResponse<B extends z.ZodType = z.ZodType> {
  readonly status: 200 | 201;
  readonly body: B;
}
export interface BinaryResponse {
  readonly status: 200;
  readonly contentTypes: readonly string[];
}

/**
 * One call of the API: where it is, who may use it, what goes in and what comes out.
 * The server validates with it, the client types from it, and the OpenAPI document is generated from it.
 */
export interface Endpoint<
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends JsonResponse | BinaryResponse = JsonResponse | BinaryResponse,
  T extends boolean = boolean,
  A extends EndpointPermission = EndpointPermission,
> {
  /** Operation id, also the key of the registry. */
  readonly id: string;
  readonly area: Area;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Express form: `/requests/:id`. */
  readonly path: string;
  /** Required: `public` must be written out. */
  readonly permission: A;
  readonly summary: string;
  readonly params: P;
  readonly query: Q;
  /** JSON body, or the text parts of a multipart call. */
  readonly body: B;
  /** Where one call serves two roles, the role decides which body is read, never its shape. `body` is their union. */
  readonly bodyByRole?: Readonly<Record<Role, z.ZodType>>;
  readonly multipart?: Multipart;
  readonly response: R;
  /** The answer carries `x-total-count`. */
  readonly total: T;
  /** Business errors beyond those every call may answer (400, 401, 403, 404, 413, 429, 503). */
  readonly errors: readonly ErrorCode[];
}

export type Area =
  | 'accounts'
  | 'reference'
  | 'partners'
  | 'journeys'
  | 'requests'
  | 'processing'
  | 'messages'
  | 'notices'
  | 'imports'
  | 'files'
  | 'simulations';

interface EndpointInput<
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends z.ZodType | undefined,
  R extends JsonResponse | BinaryResponse,
  T extends boolean,
  A extends EndpointPermission,
> {
  id: string;
  area: Area;
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  permission: A;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  bodyByRole?: Readonly<Record<Role, z.ZodType>>;
  multipart?: Multipart;
  response: R;
  total?: T;
  errors?: readonly ErrorCode[];
}

/** Declares a call. The type keeps every schema, so handlers and hooks are typed from it. */
export function defineEndpoint<
  R extends JsonResponse | BinaryResponse,
  A extends EndpointPermission,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  T extends boolean = false,
>(input: EndpointInput<P, Q, B, R, T, A>): Endpoint<P, Q, B, R, T, A> {
  return {
    id: input.id,
    area: input.area,
    method: input.method,
    path: input.path,
    permission: input.permission,
    summary: input.summary,
    params: input.params as P,
    query: input.query as Q,
    body: input.body as B,
    ...(input.bodyByRole ? { bodyByRole: input.bodyByRole } : {}),
    ...(input.multipart ? { multipart: input.multipart } : {}),
    response: input.response,
    total: (input.total ?? false) as T,
    errors: input.errors ?? [],
  };
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Parsed parts as a handler receives them. */
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
/** Parts as a caller writes them. */
export type ParamsInputOf<E extends Endpoint> = InputOf<E['params']>;
export type QueryInputOf<E extends Endpoint> = InputOf<E['query']>;
export type BodyInputOf<E extends Endpoint> = InputOf<E['body']>;
/** Body of a success as a caller reads it. */
export type ResponseOf<E extends Endpoint> =
  E['response'] extends JsonResponse<infer S> ? z.output<S> : Blob;
/** Body of a success as a handler writes it. */
export type ReplyOf<E extends Endpoint> =
  E['response'] extends JsonResponse<infer S> ? z.input<S> : never;
export type IsBinary<E extends Endpoint> = E['response'] extends BinaryResponse ? true : false;
