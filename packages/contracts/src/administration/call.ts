import type { z } from 'zod';

import type { Method, Shape } from '../http/endpoint.ts';

/**
 * One call of the administration's pages, below `/api/admin`. These calls are no part of the portal's API: a browser
 * without an administrator's cookie gets 404.
 */
export interface AdministrationCall {
  /** `GET /people/:id` */
  readonly route: `${Uppercase<Method>} /${string}`;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: z.ZodType;
  /** JSON, or `isFile`. */
  readonly response?: z.ZodType;
  /** Whether the answer is a file to download. */
  readonly isFile?: true;
  /** Whether the browser's cookie is enough: the sign-in and the set-up. Other calls need a session. */
  readonly isBeforeSignIn?: true;
}

export type AdministrationCalls = Readonly<Record<string, AdministrationCall>>;

/*@__NO_SIDE_EFFECTS__*/
export const defineAdministration = <const C extends AdministrationCalls>(calls: C): C => calls;
