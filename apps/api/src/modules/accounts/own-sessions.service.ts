import type { SessionView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { idleSince } from '../../platform/auth/authenticate.ts';
import { knownDevicesRepository } from '../../platform/auth/known-devices.ts';
import { longestSessionSeconds, sessionSeconds } from '../../platform/auth/session-tokens.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { presentOwnSession, presentSession } from './accounts.presenter.ts';
import { accountsRepository } from './accounts.repository.ts';
import { requireStrongPassword, notifyPasswordChange } from './chosen-password.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { Origin } from './accounts.service.ts';
import { requirePassword } from './require-password.ts';
import { requireCode, requireNoSecondFactor } from './second-factor.service.ts';
import { usersRepository } from './users.repository.ts';

export function ownSessionsService(deps: AccountsDeps) {
  const { clock, db, log, passwords } = deps;

  return {
    async list(actor: Actor): Promise<SessionView[]> {
      const now = clock.now();
      const rows = await sessionsRepository(db).liveOf(
        actor.userId,
        now,
        idleSince(now, deps.settings),
      );
      const shown = rows.map((row) => presentOwnSession(row, actor.sessionId));
      return [...shown.filter((one) => one.isCurrent), ...shown.filter((one) => !one.isCurrent)];
    },

    /** @throws ApiError NOT_FOUND for an ended session or that of another person */
    async endOne(actor: Actor, id: string): Promise<void> {
      const now = clock.now();
      const sessions = sessionsRepository(db);
      if (!(await sessions.findOwn(id, actor.userId, now))) throw new ApiError('NOT_FOUND');
      await sessions.end(id, now);
      log.info({ event: 'session.ended_by_owner', userId: actor.userId });
    },

    /** @returns the number of ended sessions */
    async endOthers(actor: Actor): Promise<number> {
      const now = clock.now();
      const ended = await sessionsRepository(db).endOthersOf(actor.userId, actor.sessionId, now);
      log.info({ event: 'session.others_ended', userId: actor.userId, count: ended });
      return ended;
    },

    /**
     * Extends this session, up to 12 hours after the sign-in, and returns its new token.
     * @throws ApiError STATE_CONFLICT when the session already has the latest end
     */
    async renew(actor: Actor) {
      const now = clock.now();
      const sessions = sessionsRepository(db);
      const session = await sessions.findOwn(actor.sessionId, actor.userId, now);
      if (!session) throw new ApiError('UNAUTHENTICATED');
      const latest = session.createdAt.getTime() + longestSessionSeconds * 1000;
      const expiresAt = new Date(Math.min(now.getTime() + sessionSeconds * 1000, latest));
      if (session.expiresAt.getTime() >= latest) throw new ApiError('STATE_CONFLICT');
      if (!(await sessions.extend(session.id, actor.userId, now, expiresAt))) {
        throw new ApiError('UNAUTHENTICATED');
      }
      log.info({ event: 'session.renewed', userId: actor.userId });
      const account = await accountsRepository(db).findById(actor.userId);
      return presentSession(deps, account, {
        id: session.id,
        startedAt: session.createdAt,
        expiresAt,
      });
    },

    /**
     * Changes the password, with a code when the second factor is on: a stolen password and an open session must not be
     * enough to take the account over. All earlier tokens are refused; the answer contains a new one.
     * @throws ApiError INVALID_INPUT at `currentPassword`, `code` or `password`, TOO_MANY_REQUESTS
     */
    async changePassword(
      actor: Actor,
      given: { currentPassword: string; password: string; code?: string | undefined },
      { address, userAgent, device }: Origin,
    ) {
      await requirePassword(deps, actor, given.currentPassword);
      const owner = await usersRepository(db).find(actor.userId);
      if (owner) await requireStrongPassword(deps, given.password, owner);
      // Checked last, because it uses up the code: a refused password must not cost a recovery code.
      const hasOne = await requireCode(deps, actor, given.code);
      const passwordHash = await passwords.hash(given.password);
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + sessionSeconds * 1000);
      const answer = await inTransaction(db, async (tx) => {
        const users = usersRepository(tx);
        // The second factor may be on since the check. Enabling it takes the same lock.
        await users.lock(actor.userId);
        if (!hasOne) await requireNoSecondFactor(tx, actor.userId);
        await users.setPassword(actor.userId, passwordHash);
        await users.revokeTokens(actor.userId, ['PASSWORD_RESET', 'INVITATION'], now);
        const sessions = sessionsRepository(tx);
        await sessions.endAllOf(actor.userId, now);
        const id = await sessions.begin(actor.userId, { now, expiresAt, userAgent });
        await knownDevicesRepository(tx).forgetOthers(actor.userId, device);
        const account = await accountsRepository(tx).findById(actor.userId);
        await notifyPasswordChange(tx, deps, account, now);
        return presentSession(deps, account, { id, startedAt: now, expiresAt });
      });
      log.info({ event: 'account.password_changed', userId: actor.userId, address });
      return answer;
    },
  };
}
