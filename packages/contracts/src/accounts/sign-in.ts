import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { v } from '../wire/text.ts';
import { email } from '../wire/values.ts';

export const signInCalls = defineArea('accounts', {
  /** Credentials against a session token (JWT). Wrong pair: 401, the same whether the account exists or not. */
  signIn: {
    route: 'POST /utilisateurs/signIn',
    permission: 'public',
    summary: 'Sign in and receive a session token',
    body: z.object({
      email: email(),
      password: z
        .string({ error: v('passwordRequired') })
        .min(1, v('passwordRequired'))
        .max(1000, v('tooLong')),
      /** Of the application, or a recovery code: for people who turned the second factor on. */
      code: z.string().trim().max(40, v('tooLong')).optional(),
    }),
    response: z.object({ token: z.string() }),
    errors: [
      'INVALID_CREDENTIALS',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'EMAIL_NOT_CONFIRMED',
      'ACCOUNT_PENDING_APPROVAL',
      'ACCOUNT_DISABLED',
    ],
  },
});
