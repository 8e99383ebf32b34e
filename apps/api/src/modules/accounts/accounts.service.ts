import type { Lang } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { isAwaitingApproval, requireUsable } from '../../platform/auth/authenticate.ts';
import { sessionSeconds } from '../../platform/auth/session-tokens.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { presentSession } from './accounts.presenter.ts';
import { accountsRepository } from './accounts.repository.ts';
import { approvalAwaited } from './colleagues.service.ts';

export type AccountsDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'tokens' | 'passwords' | 'limits'>;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}
/** Where a call comes from. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string | null;
}

/** Sign-in and sign-out. */
export function accountsService(deps: AccountsDeps) {
  const { clock, limits, log, passwords, tokens } = deps;
  const accounts = accountsRepository(deps.db);
  const sessions = sessionsRepository(deps.db);

  return {
    /**
     * Credentials against a session token. An unknown address costs the same time as a wrong password.
     * @throws ApiError INVALID_CREDENTIALS; with the right pair EMAIL_NOT_CONFIRMED, ACCOUNT_PENDING_APPROVAL
     *   or ACCOUNT_DISABLED; TOO_MANY_REQUESTS.
     */
    async signIn({ email, password }: Credentials, { address, userAgent }: Origin, lang: Lang) {
      const keys = { address, account: email };
      await limits.consume('signIn', keys);
      const account = await accounts.findByEmail(email);
      const isRight = await passwords.matches(password, account?.passwordHash ?? null);
      if (!account || !isRight) {
        log.info({ event: 'sign-in refused', userId: account?.id ?? null, address });
        throw new ApiError('INVALID_CREDENTIALS');
      }
      await limits.forgive('signIn', keys);
      if (isAwaitingApproval(account)) {
        // The right password: who waits may know what for.
        const details = await approvalAwaited(deps.db, account.id, lang);
        throw new ApiError('ACCOUNT_PENDING_APPROVAL', { details });
      }
      requireUsable(account);
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + sessionSeconds * 1000);
      const id = await sessions.begin(account.id, { now, expiresAt, userAgent });
      log.info({ event: 'signed in', userId: account.id, address });
      return presentSession(tokens, account, { id, startedAt: now, expiresAt });
    },

    /** Ends the caller's session: its token is refused from the next call on. Other sessions live on. */
    async signOut(actor: Actor) {
      await sessions.end(actor.sessionId, clock.now());
      log.info({ event: 'signed out', userId: actor.userId });
      return { success: true as const };
    },
  };
}
