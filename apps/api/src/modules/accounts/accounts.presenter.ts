import { displayName } from '../../platform/auth/authenticate.ts';
import type { SessionTokens } from '../../platform/auth/session-tokens.ts';
import type { AccountForSignIn } from './accounts.repository.ts';

/** The answer to a sign-in: the token says who, in which role and until when. */
export function presentSession(
  tokens: SessionTokens,
  account: AccountForSignIn,
  sessionId: string,
) {
  return {
    token: tokens.sign({
      email: account.email,
      name: displayName(account),
      role: account.role,
      userId: account.id,
      sessionId,
      sessionVersion: account.sessionVersion,
    }),
  };
}
