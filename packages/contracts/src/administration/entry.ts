import { z } from 'zod';

import { newPassword } from '../accounts/password.ts';
import { currentPassword, secondFactorCode } from '../accounts/security.ts';
import { secondFactorSetup } from '../accounts/second-factor.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { defineAdministration } from './call.ts';

/** The administrator of this browser, and what the browser may do next. */
export const administratorView = z.object({
  email: z.string(),
  name: z.string(),
  state: z.enum(['setUp', 'signIn', 'signedIn']),
});
export type AdministratorView = z.infer<typeof administratorView>;

export const entryCalls = defineAdministration({
  readAdministrator: {
    route: 'GET /session',
    response: administratorView,
    isBeforeSignIn: true,
  },
  /** Creates the secret of an authenticator app. Password and secret become active with the first valid code. */
  beginSetUp: {
    route: 'POST /setUp',
    body: z.object({ password: newPassword }),
    response: secondFactorSetup.omit({ isMailed: true }),
    isBeforeSignIn: true,
  },
  /** Ends every earlier session, and signs in. */
  confirmSetUp: {
    route: 'POST /setUp/confirm',
    body: z.object({ code: secondFactorCode }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    isBeforeSignIn: true,
  },
  signIn: {
    route: 'POST /session',
    body: z.object({ password: currentPassword, code: secondFactorCode }),
    response: acknowledged,
    isBeforeSignIn: true,
  },
  signOut: { route: 'DELETE /session', response: acknowledged },
});
