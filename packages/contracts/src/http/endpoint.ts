import type { z } from 'zod';

import type { EndpointPermission, KeyScope, Role } from '../permissions.ts';
import type { ErrorCode } from './error-codes.ts';

export type Shape = z.ZodObject;
export type Method = 'get' | 'post' | 'put' | 'delete';

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
  /** The limit that the call counts by before its body is read; null without files. A dry run of an import counts as `importCheck`. */
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
  /** The name of its area on every floor. */
  readonly area: string;
  readonly method: Method;
  /** Express form: `/requests/:id`. */
  readonly path: string;
  /** Required: `public` must be written out. */
  readonly permission: A;
  /** What a key of an organisation needs to make it; left out: no key may. */
  readonly keyScope?: KeyScope;
  readonly summary: string;
  /** Undefined where there is none; the type keeps every schema, so that handlers and hooks are typed from it. */
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
  /** The answer carries `x-previous-position` and `x-next-position`, where there are such pages. */
  readonly positions: boolean;
  /** Business errors beyond those every call may answer (400, 401, 403, 404, 413, 429, 503). */
  readonly errors: readonly ErrorCode[];
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
