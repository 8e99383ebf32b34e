import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { v } from '../wire/text.ts';
import { confirmedPasswords, passwordPair } from './access.ts';

/** The current password, requested before irreversible actions. */
export const currentPassword = z
  .string({ error: v('passwordRequired') })
  .min(1, v('passwordRequired'))
  .max(1000, v('tooLong'));

/** Six digits of the app, or a recovery code; spaces and dashes are ignored. */
export const secondFactorCode = z
  .string({ error: v('required') })
  .trim()
  .min(1, v('required'))
  .max(40, v('tooLong'));

const newToken = z.object({ token: z.string() });

export const changePasswordBody = z
  /** `code` is required where the second factor is enabled; otherwise the answer is an issue at that member. */
  .object({ currentPassword, code: secondFactorCode.optional(), ...passwordPair })
  .superRefine(confirmedPasswords);

/** A signed-in browser. Instants are ISO 8601. */
export const sessionView = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  /** User agent of the browser; null when it sent none. */
  userAgent: z.string().nullable(),
  createdAt: z.string(),
  /** Accurate to ten minutes. */
  lastSeenAt: z.string(),
});
export type SessionView = z.infer<typeof sessionView>;

/** `code` as in {@link changePasswordBody}. */
export const deleteAccountBody = z.object({
  currentPassword,
  code: secondFactorCode.optional(),
});

export const securityCalls = defineArea('accounts', {
  changePassword: {
    route: 'POST /utilisateurs/changePassword',
    permission: 'account:secure',
    summary:
      'Choose another password; every session ends, and the answer holds the token of a new one',
    body: changePasswordBody,
    response: newToken,
  },
  renewSession: {
    route: 'POST /utilisateurs/renewSession',
    permission: 'session:end',
    summary:
      'Stay signed in: a token of the same session with a later end, 12 h after sign-in at most',
    response: newToken,
    errors: ['STATE_CONFLICT'],
  },
  listSessions: {
    route: 'GET /utilisateurs/sessions',
    permission: 'account:secure',
    summary: 'Where one is signed in: this session first, then the one seen last',
    response: z.array(sessionView),
  },
  endOtherSessions: {
    route: 'DELETE /utilisateurs/sessions',
    permission: 'account:secure',
    summary: 'End every other session of the caller',
    response: z.object({ ended: z.number().int() }),
  },
  endOneSession: {
    route: 'DELETE /utilisateurs/sessions/:id',
    permission: 'account:secure',
    summary: 'End one session of the caller',
    params: z.object({ id: z.uuid({ error: v('invalid') }) }),
    response: acknowledged,
  },
  exportOwnData: {
    route: 'GET /utilisateurs/export',
    permission: 'account:secure',
    summary: 'All data of the portal about the caller, as one JSON file (law 09-08)',
    response: { status: 200, contentTypes: ['application/json'] },
  },
  deleteAccount: {
    route: 'POST /utilisateurs/deleteAccount',
    permission: 'account:secure',
    summary:
      'Ask for one’s account to be erased in 30 days; every session ends, signing in again can keep it',
    body: deleteAccountBody,
    /** `YYYY-MM-DD`: the day of the erasure. */
    response: z.object({ deletionDueOn: z.string() }),
    errors: ['LAST_RESPONSIBLE'],
  },
  keepAccount: {
    route: 'POST /utilisateurs/keepAccount',
    permission: 'account:secure',
    summary: 'Take the demand for erasure back; repeating it changes nothing',
    response: newToken,
  },
});
