import type { z } from 'zod';

import type { EndpointPermission, KeyScope, Role } from '../permissions.ts';
import type {
  BinaryResponse,
  Endpoint,
  JsonResponse,
  Method,
  Multipart,
  Shape,
} from './endpoint.ts';
import type { ErrorCode } from './error-codes.ts';

/** Definition of one call in its area; omitted members are empty. */
interface Call {
  /** Method and path in Express's form: `GET /requests/:id`. */
  readonly route: `${Uppercase<Method>} /${string}`;
  /** Required, so that `public` is explicit. */
  readonly permission: EndpointPermission;
  /** Scope that a key needs for the call; absent: no key may call it. */
  readonly keyScope?: KeyScope;
  readonly summary: string;
  readonly params?: Shape;
  readonly query?: Shape;
  /** JSON body, or the text parts of a multipart call. */
  readonly body?: z.ZodType;
  /** Body schema by role, for a call that serves two roles. `body` is their union. */
  readonly bodyByRole?: Readonly<Record<Role, z.ZodType>>;
  readonly multipart?: Multipart;
  /** A schema alone means status 200. */
  readonly response: z.ZodType | JsonResponse | BinaryResponse;
  /** Whether the answer has `x-total-count`. */
  readonly total?: boolean;
  /** Whether the answer has `x-previous-position` and `x-next-position`, where such pages exist. */
  readonly positions?: boolean;
  /** Business errors in addition to those of every call. */
  readonly errors?: readonly ErrorCode[];
}

const nothing = {
  params: undefined,
  query: undefined,
  body: undefined,
  total: false,
  positions: false,
  errors: [],
};

type MemberOf<C, K extends string, None> = C extends Readonly<Record<K, infer V>> ? V : None;

type PathOf<R> = R extends `${string} ${infer P}` ? P : never;

type AnswerOf<R> = R extends z.ZodType
  ? { readonly status: 200; readonly body: R }
  : R extends JsonResponse | BinaryResponse
    ? R
    : never;

type EndpointOf<A extends string, Id, C extends Call> = Endpoint<
  MemberOf<C, 'params', undefined>,
  MemberOf<C, 'query', undefined>,
  MemberOf<C, 'body', undefined>,
  AnswerOf<C['response']>,
  MemberOf<C, 'total', false>,
  C['permission']
> & { readonly id: Id; readonly area: A; readonly path: PathOf<C['route']> };

/**
 * Defines the calls of one file of an area, by operation id. Ids, the registry and the handlers' types derive from it.
 * A new call needs its entry here and a handler.
 * @param area the name of the area in every package (docs/architecture.md)
 */
/*@__NO_SIDE_EFFECTS__*/
export function defineArea<A extends string, const C extends Readonly<Record<string, Call>>>(
  area: A,
  calls: C,
): { readonly [K in keyof C]: EndpointOf<A, K, C[K]> } {
  const endpoints = Object.entries<Call>(calls).map(([id, call]) => {
    const { route, response: given, ...rest } = call;
    const [method, path] = route.split(' ') as [string, string];
    const response = 'status' in given ? given : { status: 200, body: given };
    return [id, { ...nothing, ...rest, id, area, method: method.toLowerCase(), path, response }];
  });
  // The type of Object.fromEntries loses the relation of keys and values.
  return Object.fromEntries(endpoints) as { readonly [K in keyof C]: EndpointOf<A, K, C[K]> };
}
