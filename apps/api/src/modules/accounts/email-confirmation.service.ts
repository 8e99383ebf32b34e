import { setTimeout as delay } from 'node:timers/promises';

import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { isActiveAgent } from '../../platform/auth/active-agent.ts';
import { afterCommit, inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { partnersService } from '../partners/index.ts';
import { reviewAttendance } from '../requests/index.ts';
import { accountsRepository } from './accounts.repository.ts';
import { askColleagues } from './agent-approval.service.ts';
import { colleaguesRepository } from './colleagues.repository.ts';
import { usersRepository } from './users.repository.ts';

export type EmailConfirmationDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'limits' | 'mail' | 'passwords'
>;

/** Life of a confirmation link: 48 hours. */
export const confirmationSeconds = 48 * 60 * 60;

const equalTimeMs = 150;

/**
 * Runs work whose duration would tell whether an account exists, and returns after the same time either way:
 * the work takes a small part of it.
 */
export async function inEqualTime(work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), delay(equalTimeMs)]);
}

/**
 * The address is proven to be theirs. Only now do the colleagues of an agent hear of them, so that nobody can
 * have mails sent with somebody else's address. An agent who was approved already can sign in from now on: what waited
 * for somebody of the organisation goes on at once.
 */
export async function markEmailConfirmed(
  tx: Db,
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'mail'>,
  userId: string,
  now: Date,
): Promise<void> {
  const users = usersRepository(tx);
  const partnerId = (await users.find(userId))?.partner?.id;
  // As whoever decides about agents does: the organisation first, then the account.
  if (partnerId !== undefined) await partnersService(tx).lock(partnerId);
  const isFirst = await users.confirmEmail(userId, now);
  await users.revokeTokens(userId, ['EMAIL_CONFIRMATION'], now);
  if (!isFirst || partnerId === undefined) return;
  await askColleagues(tx, deps, userId, now);
  const user = await users.find(userId);
  if (user === undefined || !isActiveAgent(user)) return;
  await colleaguesRepository(tx).appointFirst(partnerId, userId);
  afterCommit(tx, () => {
    // Nobody waits for it: there may be thousands of requests. What fails is done by the hourly review.
    reviewAttendance(deps).catch((error: unknown) => {
      deps.log.warn({ event: 'attendance not reviewed', err: error });
    });
  });
}

/** Confirmation of addresses. */
export function emailConfirmationService(deps: EmailConfirmationDeps) {
  const { clock, limits, log, mail, passwords } = deps;
  const kinds = ['EMAIL_CONFIRMATION'] as const;

  /** Whose link it is, without using it up, and the hash of the password chosen at sign-up. */
  const holderOf = async (token: string) => {
    const userId = await accountTokensRepository(deps.db).peek(kinds, token, clock.now());
    return userId === undefined ? undefined : await accountsRepository(deps.db).findById(userId);
  };

  /** Uses the link up; answers whether the account has still to be approved. @throws ApiError TOKEN_INVALID */
  const useUp = async (token: string, address: string): Promise<boolean> => {
    const now = clock.now();
    const [userId, user] = await inTransaction(deps.db, async (tx) => {
      const id = await accountTokensRepository(tx).consume(kinds, token, now);
      if (id === undefined) throw new ApiError('TOKEN_INVALID');
      await markEmailConfirmed(tx, deps, id, now);
      return [id, await usersRepository(tx).find(id)] as const;
    });
    log.info({ event: 'address confirmed', userId, address });
    return user?.role === 'PARTENAIRE' && !isActiveAgent(user);
  };

  return {
    /**
     * Confirms with the mailed link in the browser that signed up. A link alone confirms nothing: whoever signed up with
     * somebody else's address would have an account that the other's click made usable. An account without a password is
     * nobody's who could sign in.
     * @param signedUp who signed up in this browser a short while ago
     * @throws ApiError TOKEN_INVALID, SIGN_UP_PASSWORD_REQUIRED, TOO_MANY_REQUESTS
     */
    async confirm(token: string, address: string, signedUp: string | null): Promise<boolean> {
      await limits.consume('tokenUse', { address });
      const holder = await holderOf(token);
      if (holder === undefined) throw new ApiError('TOKEN_INVALID');
      if (holder.passwordHash !== null && holder.id !== signedUp)
        throw new ApiError('SIGN_UP_PASSWORD_REQUIRED');
      return await useUp(token, address);
    },

    /**
     * The same in any browser, with the password chosen at sign-up.
     * @throws ApiError TOKEN_INVALID, which says nothing of which of the two was wrong; TOO_MANY_REQUESTS
     */
    async confirmByPassword(token: string, password: string, address: string): Promise<boolean> {
      await limits.consume('tokenUse', { address });
      const holder = await holderOf(token);
      // What is no link is counted alike.
      await limits.consume('confirmation', { account: holder?.id ?? token });
      const isRight = await passwords.matches(password, holder?.passwordHash ?? null);
      if (!isRight) throw new ApiError('TOKEN_INVALID');
      return await useUp(token, address);
    },

    /** Sends the link again, where an account awaits it; nobody can tell by the answer. At most 3 an hour per address. */
    async resend(email: string, address: string): Promise<void> {
      await limits.consume('mailDemand', { address });
      await inEqualTime(async () => {
        if (!(await limits.tryConsume('accountMail', { account: `confirmation ${email}` }))) return;
        const user = await usersRepository(deps.db).findByEmail(email);
        if (!user || user.emailConfirmedAt || user.disabledAt) return;
        await inTransaction(deps.db, async (tx) => {
          const token = await accountTokensRepository(tx).issue('EMAIL_CONFIRMATION', user.id, {
            now: clock.now(),
            seconds: confirmationSeconds,
            // The first mail may only have been slow: either link works, and the first use ends both.
            keepOlder: true,
          });
          await recordAlone(
            tx,
            { mail, now: clock.now() },
            { type: 'account.opened', account: addressee(user), token },
          );
        });
      });
    },
  };
}
