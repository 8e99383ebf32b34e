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

/** One call as its area writes it: what is left out is none. */
interface Call {
  /** Method and path, the path in Express's form: `GET /requests/:id`. */
  readonly route: `${Uppercase<Method>} /${string}`;
  /** Required: `public` must be written out. */
  readonly permission: EndpointPermission;
  /** What a key of an organisation needs to make it; left out: no key may. */
  readonly keyScope?: KeyScope;
  readonly summary: string;
  readonly params?: Shape;
  readonly query?: Shape;
  /** JSON body, or the text parts of a multipart call. */
  readonly body?: z.ZodType;
  /** Where one call serves two roles, the role decides which body is read, never its shape. `body` is their union. */
  readonly bodyByRole?: Readonly<Record<Role, z.ZodType>>;
  readonly multipart?: Multipart;
  /** A schema alone is what 200 answers. */
  readonly response: z.ZodType | JsonResponse | BinaryResponse;
  /** The answer carries `x-total-count`. */
  readonly total?: boolean;
  /** The answer carries `x-previous-position` and `x-next-position`, where there are such pages. */
  readonly positions?: boolean;
  /** Business errors beyond those every call may answer. */
  readonly errors?: readonly ErrorCode[];
}

/** What a call is where it says nothing. */
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

/** The answer of a call as its endpoint has it: with its status. */
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
 * The calls of one file of an area, by operation id. Ids, the registry, the unions of calls and the handlers'
 * types are derived from it: a new call is its entry here, its handler, and what answers it.
 * @param area the name of the area on every floor (docs/architecture.md)
 */
/*@__NO_SIDE_EFFECTS__*/
export function defineArea<A extends string, const C extends Readonly<Record<string, Call>>>(
  area: A,
  calls: C,
): { readonly [K in keyof C]: EndpointOf<A, K, C[K]> } {
  const endpoints = Object.entries<Call>(calls).map(([id, call]) => {
    const { route, response: said, ...rest } = call;
    const [method, path] = route.split(' ') as [string, string];
    const response = 'status' in said ? said : { status: 200, body: said };
    return [id, { ...nothing, ...rest, id, area, method: method.toLowerCase(), path, response }];
  });
  // Object.fromEntries forgets which key has which value.
  return Object.fromEntries(endpoints) as { readonly [K in keyof C]: EndpointOf<A, K, C[K]> };
}
