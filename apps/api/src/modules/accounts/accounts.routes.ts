import type { HandlersFor } from '../../platform/http/handler.ts';
import { accountsService, type AccountsDeps } from './accounts.service.ts';

/** The calls of the accounts area. A route only passes on what the binder has checked. */
export function accountsHandlers(deps: AccountsDeps): HandlersFor<'signIn' | 'signOut'> {
  const accounts = accountsService(deps);
  return {
    signIn: async ({ body, address, userAgent }) => ({
      body: await accounts.signIn(body, { address, userAgent }),
    }),
    signOut: async ({ actor }) => ({ body: await accounts.signOut(actor) }),
  };
}
