import { setTimeout as delay } from 'node:timers/promises';

import type { Lang } from '@wasl/contracts';

import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { displayName } from '../../platform/auth/authenticate.ts';
import { isActiveAgent } from '../../platform/auth/active-agent.ts';
import { afterCommit, inTransaction, type Db } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { reviewAttendance } from '../requests/index.ts';
import { askColleagues } from './agent-approval.service.ts';
import { usersRepository } from './users.repository.ts';

export type EmailConfirmationDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'limits' | 'mail'>;

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
  const isFirst = await users.confirmEmail(userId, now);
  await users.revokeTokens(userId, ['EMAIL_CONFIRMATION'], now);
  if (!isFirst) return;
  await askColleagues(tx, deps, userId, now);
  const user = await users.find(userId);
  if (user === undefined || !isActiveAgent(user)) return;
  afterCommit(tx, () => {
    // Nobody waits for it: there may be thousands of requests. What fails is done by the hourly review.
    reviewAttendance(deps).catch((error: unknown) => {
      deps.log.warn({ event: 'attendance not reviewed', err: error });
    });
  });
}

/** Confirmation of addresses. */
export function emailConfirmationService(deps: EmailConfirmationDeps) {
  const { clock, limits, log, mail } = deps;
  return {
    /**
     * Uses a mailed confirmation token up; answers whether the account has still to be approved.
     * @throws ApiError TOKEN_INVALID, TOO_MANY_REQUESTS
     */
    async confirm(token: string, address: string): Promise<boolean> {
      await limits.consume('tokenUse', { address });
      const now = clock.now();
      const [userId, user] = await inTransaction(deps.db, async (tx) => {
        const id = await accountTokensRepository(tx).consume(['EMAIL_CONFIRMATION'], token, now);
        if (id === undefined) throw new ApiError('TOKEN_INVALID');
        await markEmailConfirmed(tx, deps, id, now);
        return [id, await usersRepository(tx).find(id)] as const;
      });
      log.info({ event: 'address confirmed', userId, address });
      return user?.role === 'PARTENAIRE' && !isActiveAgent(user);
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
          await mail.enqueue(tx, {
            to: user.email,
            lang: user.lang as Lang,
            template: 'confirmAddress',
            params: { name: displayName(user), token },
          });
        });
      });
    },
  };
}
