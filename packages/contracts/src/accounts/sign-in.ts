import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import { v } from '../wire/text.ts';
import { email } from '../wire/values.ts';

/** Credentials against a session token (JWT). Wrong pair: 401, the same whether the account exists or not. */
export const signIn = defineEndpoint({
  id: 'signIn',
  area: 'accounts',
  method: 'post',
  path: '/utilisateurs/signIn',
  permission: 'public',
  summary: 'Sign in and receive a session token',
  body: z.object({
    email: email(),
    password: z
      .string({ error: v('passwordRequired') })
      .min(1, v('passwordRequired'))
      .max(1000, v('tooLong')),
  }),
  response: { status: 200, body: z.object({ token: z.string() }) },
  errors: [
    'INVALID_CREDENTIALS',
    'EMAIL_NOT_CONFIRMED',
    'ACCOUNT_PENDING_APPROVAL',
    'ACCOUNT_DISABLED',
  ],
});
