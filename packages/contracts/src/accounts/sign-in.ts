import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { v } from '../wire/text.ts';
import { email } from '../wire/values.ts';

export const signInCalls = defineArea('accounts', {
  /** Credentials against a session token (JWT). Wrong pair: 401, the same whether the account exists or not. */
  signIn: {
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
  },
});
