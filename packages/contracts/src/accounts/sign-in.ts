import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { v } from '../wire/text.ts';
import { email } from '../wire/values.ts';

export const signInCalls = defineArea('accounts', {
  /** Exchanges credentials for a session token (JWT). A wrong pair gets the same 401 with and without an account. */
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
      /** A code of the app or a recovery code, for people with a second factor. */
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
