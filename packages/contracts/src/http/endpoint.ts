import type { z } from 'zod';

import type { EndpointPermission, KeyScope, Role } from '../permissions.ts';
import type { ErrorCode } from './error-codes.ts';

export type Shape = z.ZodObject;
export type Method = 'get' | 'post' | 'put' | 'delete';

/** A file field of a multipart call. `kind` is detected from the content, never from the name. */
export interface FileField {
  readonly name: string;
  readonly kind: 'pdf' | 'image' | 'logo' | 'video' | 'csv' | 'xlsx' | 'request-document';
  /** Maximum number of files with this name; default 1. */
  readonly maxCount?: number;
  readonly required: boolean;
}

/** File fields and JSON parts of a multipart call. A JSON part may be a text field or a file part of type application/json. */
export interface Multipart {
  /**
   * The rate limit that counts the call before its body is read; null without files. A dry run of an import counts as
   * `importCheck`.
   */
  readonly limit: 'upload' | 'message' | 'import' | 'importCheck' | null;
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
 * One call of the API: route, permission, input and output. The server validates with it, the client derives its types,
 * and the OpenAPI document is generated from it.
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
  /** Name of its area in every package. */
  readonly area: string;
  readonly method: Method;
  /** Express form: `/requests/:id`. */
  readonly path: string;
  /** Required, so that `public` is explicit. */
  readonly permission: A;
  /** Scope that a key needs for the call; absent: no key may call it. */
  readonly keyScope?: KeyScope;
  readonly summary: string;
  /** Undefined without parameters. The type preserves every schema, so that handlers and hooks derive their types. */
  readonly params: P;
  readonly query: Q;
  /** JSON body, or the text parts of a multipart call. */
  readonly body: B;
  /** Body schema by role, for a call that serves two roles. `body` is their union. */
  readonly bodyByRole?: Readonly<Record<Role, z.ZodType>>;
  readonly multipart?: Multipart;
  readonly response: R;
  /** Whether the answer has `x-total-count`. */
  readonly total: T;
  /** Whether the answer has `x-previous-position` and `x-next-position`, where such pages exist. */
  readonly positions: boolean;
  /** Business errors in addition to those of every call (400, 401, 403, 404, 413, 429, 503). */
  readonly errors: readonly ErrorCode[];
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Parsed parts for a handler. */
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
/** Parts as a caller writes them. */
export type ParamsInputOf<E extends Endpoint> = InputOf<E['params']>;
export type QueryInputOf<E extends Endpoint> = InputOf<E['query']>;
export type BodyInputOf<E extends Endpoint> = InputOf<E['body']>;
/** Body of a success for a caller. */
export type ResponseOf<E extends Endpoint> =
  E['response'] extends JsonResponse<infer S> ? z.output<S> : Blob;
/** Body of a success from a handler. */
export type ReplyOf<E extends Endpoint> =
  E['response'] extends JsonResponse<infer S> ? z.input<S> : never;
export type IsBinary<E extends Endpoint> = E['response'] extends BinaryResponse ? true : false;
