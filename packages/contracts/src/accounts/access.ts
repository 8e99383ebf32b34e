import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { v } from '../wire/text.ts';
import { email, id, langQuery } from '../wire/values.ts';
import { newPassword } from './password.ts';

/** A secret from a mailed link. Its maximum length keeps hashing cheap. */
const token = z.string().min(1, v('required')).max(200, v('tooLong'));

export const passwordPair = {
  password: newPassword,
  confirmPassword: z
    .string({ error: v('confirmationRequired') })
    .min(1, v('confirmationRequired'))
    .max(200),
};

/** Requires equal values in the two fields of {@link passwordPair}. */
export function confirmedPasswords(
  value: { password: string; confirmPassword: string },
  ctx: z.RefinementCtx,
): void {
  if (value.password !== value.confirmPassword)
    ctx.addIssue({ code: 'custom', path: ['confirmPassword'], message: v('confirmationDiffers') });
}

export const savePasswordBody = z.object(passwordPair).superRefine(confirmedPasswords);

const ownWord = z.string().max(300, v('tooLong')).optional();

/** A new password and its owner: a mailed link, a sign-up (with `email`), or the session. */
export const checkPasswordBody = z.object({
  password: newPassword,
  token: token.optional(),
  email: ownWord,
  nom: ownWord,
  prenom: ownWord,
  companyName: ownWord,
  /** The organisation of the sign-up: an existing one, or the title of a new one. */
  partner: z.object({ id: id.nullish(), title: ownWord }).optional(),
});

export const forgotPasswordParams = z.object({
  email: email('forgotEmailRequired', 'forgotEmailFormat'),
});

/**
 * `email` prefills the sign-in. `awaitsApproval` for an agent whose account needs approval before the first sign-in.
 */
const confirmed = acknowledged.extend({
  email: z.string(),
  awaitsApproval: z.literal(true).optional(),
});

export const confirmByPasswordBody = z.object({
  password: z
    .string({ error: v('passwordRequired') })
    .min(1, v('passwordRequired'))
    .max(1000, v('tooLong')),
});

export const accessCalls = defineArea('accounts', {
  signOut: {
    route: 'POST /utilisateurs/signOut',
    permission: 'session:end',
    summary: 'End this session: its token is refused from now on',
    response: acknowledged,
  },
  confirmEmail: {
    route: 'POST /email/confirm/:token',
    permission: 'public',
    summary:
      'Validate an e-mail address with the mailed token (single use, 48 h), in the browser that signed up',
    params: z.object({ token }),
    response: confirmed,
    errors: ['TOKEN_INVALID', 'SIGN_UP_PASSWORD_REQUIRED'],
  },
  confirmEmailByPassword: {
    route: 'POST /email/confirm/:token/password',
    permission: 'public',
    summary:
      'The same anywhere else: with the password chosen at sign-up; a wrong one is answered as a link that is over',
    params: z.object({ token }),
    body: confirmByPasswordBody,
    response: confirmed,
    errors: ['TOKEN_INVALID'],
  },
  resendConfirmation: {
    route: 'POST /utilisateurs/resendConfirmation/:email',
    permission: 'public',
    summary: 'Send the confirmation mail again; the answer never says whether the account exists',
    params: z.object({ email: email() }),
    query: z.object({ lang: langQuery }),
    response: acknowledged,
  },
  forgotPassword: {
    route: 'POST /utilisateurs/forgotPassword/:email',
    permission: 'public',
    summary: 'Ask for a reset link; the answer never says whether the account exists',
    params: forgotPasswordParams,
    query: z.object({ lang: langQuery }),
    response: acknowledged,
  },
  checkResetToken: {
    route: 'GET /utilisateurs/reinitialiserMotPasse',
    permission: 'public',
    summary: 'Whether a reset (or invitation) token can still be used; does not consume it',
    query: z.object({ token }),
    /** `email`: the account, for password managers. */
    response: acknowledged.extend({ email: z.string() }),
    errors: ['TOKEN_INVALID'],
  },
  savePassword: {
    route: 'POST /utilisateurs/savePassword/:token',
    permission: 'public',
    summary: 'Choose a new password with a mailed token (single use); ends every earlier session',
    params: z.object({ token }),
    body: savePasswordBody,
    response: acknowledged,
    errors: ['TOKEN_INVALID'],
  },
  checkPassword: {
    route: 'POST /utilisateurs/checkPassword',
    permission: 'public',
    summary: 'Whether the server takes a new password of this owner; nothing is stored or logged',
    body: checkPasswordBody,
    response: z.object({ fault: z.enum(['passwordCommon', 'passwordOwnWords']).nullable() }),
    errors: ['TOKEN_INVALID'],
  },
  approveAgent: {
    route: 'POST /utilisateurs/approveAgent/:token',
    permission: 'organisation:govern',
    summary:
      'Approve a colleague with the token that was mailed to this very responsable of the organisation (single use)',
    params: z.object({ token }),
    response: z.object({ nom: z.string(), prenom: z.string() }),
    errors: ['TOKEN_INVALID'],
  },
});
