import { signIn } from './accounts/sign-in.ts';

/** Every call of the API, by operation id: the router, the client and the OpenAPI document are checked against it. */
export const endpoints = { signIn } as const;
export type Endpoints = typeof endpoints;
