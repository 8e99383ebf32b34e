import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { inEqualTime } from '../../platform/auth/equal-time.ts';
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
import { linkMailKey } from './link-mails.ts';

export type EmailConfirmationDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'limits' | 'mail' | 'passwords'
>;

export interface ConfirmedAddress {
  readonly email: string;
  /** Whether the account still needs approval. */
  readonly awaitsApproval: boolean;
}

/** Lifetime of a confirmation link: 48 hours. */
export const confirmationSeconds = 48 * 60 * 60;

/**
 * Marks the address as confirmed. Only now are the agent's colleagues notified, so that a sign-up with another person's
 * address sends no mails. An agent approved earlier can sign in now, and requests that waited for an agent continue.
 */
export async function markEmailConfirmed(
  tx: Db,
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'mail'>,
  userId: string,
  now: Date,
): Promise<void> {
  const users = usersRepository(tx);
  const partnerId = (await users.find(userId))?.partner?.id;
  // Locks as decisions about agents do: the organisation first, then the account.
  if (partnerId !== undefined) await partnersService(tx).lock(partnerId);
  const isFirst = await users.confirmEmail(userId, now);
  await users.revokeTokens(userId, ['EMAIL_CONFIRMATION'], now);
  if (!isFirst || partnerId === undefined) return;
  await askColleagues(tx, deps, userId, now);
  const user = await users.find(userId);
  if (user === undefined || !isActiveAgent(user)) return;
  await colleaguesRepository(tx).appointFirst(partnerId, userId);
  afterCommit(tx, () => {
    // Runs in the background, because there may be thousands of requests. The hourly review repeats a failure.
    reviewAttendance(deps).catch((error: unknown) => {
      deps.log.warn({ event: 'organisation.attendance_review_failed', err: error });
    });
  });
}

export function emailConfirmationService(deps: EmailConfirmationDeps) {
  const { clock, limits, log, mail, passwords } = deps;
  const kinds = ['EMAIL_CONFIRMATION'] as const;

  /** Finds the account of a link with its password hash, without using the link up. */
  const holderOf = async (token: string) => {
    const userId = await accountTokensRepository(deps.db).peek(kinds, token, clock.now());
    return userId === undefined ? undefined : await accountsRepository(deps.db).findById(userId);
  };

  /** Uses the link up. @throws ApiError TOKEN_INVALID */
  const useUp = async (token: string, address: string): Promise<ConfirmedAddress> => {
    const now = clock.now();
    const user = await inTransaction(deps.db, async (tx) => {
      const id = await accountTokensRepository(tx).consume(kinds, token, now);
      if (id === undefined) throw new ApiError('TOKEN_INVALID');
      await markEmailConfirmed(tx, deps, id, now);
      return await usersRepository(tx).find(id);
    });
    if (user === undefined) throw new ApiError('TOKEN_INVALID');
    log.info({ event: 'account.email_confirmed', userId: user.id, address });
    const awaitsApproval = user.role === 'PARTENAIRE' && !isActiveAgent(user);
    return { email: user.email, awaitsApproval };
  };

  /** Mails a link to an account whose address is not confirmed. @returns whether there is such an account */
  const mailLink = async (email: string): Promise<boolean> => {
    const user = await usersRepository(deps.db).findByEmail(email);
    if (!user || user.emailConfirmedAt || user.disabledAt) return false;
    await inTransaction(deps.db, async (tx) => {
      const token = await accountTokensRepository(tx).issue('EMAIL_CONFIRMATION', user.id, {
        now: clock.now(),
        seconds: confirmationSeconds,
        // The first mail may only be slow, so both links work until the first use.
        keepOlder: true,
      });
      await recordAlone(
        tx,
        { mail, now: clock.now() },
        { type: 'account.opened', account: addressee(user), token },
      );
    });
    return true;
  };

  return {
    /**
     * Confirms an address with the mailed link, in the browser that signed up. The link alone is not enough: otherwise
     * a mailbox owner's click would activate an account that another person created with their address. An account
     * without a password cannot be confirmed.
     * @param signedUp the recent sign-up of this browser
     * @throws ApiError TOKEN_INVALID, SIGN_UP_PASSWORD_REQUIRED, TOO_MANY_REQUESTS
     */
    async confirm(
      token: string,
      address: string,
      signedUp: string | null,
    ): Promise<ConfirmedAddress> {
      await limits.consume('tokenUse', { address });
      const holder = await holderOf(token);
      if (holder === undefined) throw new ApiError('TOKEN_INVALID');
      if (holder.passwordHash !== null && holder.id !== signedUp)
        throw new ApiError('SIGN_UP_PASSWORD_REQUIRED');
      return await useUp(token, address);
    },

    /**
     * Confirms an address in any browser, with the password chosen at sign-up.
     * @throws ApiError TOKEN_INVALID for a wrong link and for a wrong password alike; TOO_MANY_REQUESTS
     */
    async confirmByPassword(
      token: string,
      password: string,
      address: string,
    ): Promise<ConfirmedAddress> {
      await limits.consume('tokenUse', { address });
      const holder = await holderOf(token);
      // Attempts with an invalid link are limited too.
      await limits.consume('confirmation', { account: holder?.id ?? token });
      const isRight = await passwords.matches(password, holder?.passwordHash ?? null);
      if (!isRight) throw new ApiError('TOKEN_INVALID');
      return await useUp(token, address);
    },

    /**
     * Sends the link again when an account awaits it. The answer does not reveal whether one does. Limit: 3 an hour per
     * address.
     */
    async resend(email: string, address: string): Promise<void> {
      await limits.consume('mailDemand', { address });
      await inEqualTime(async () => {
        if (
          !(await limits.tryConsume('accountMail', { account: linkMailKey('confirmation', email) }))
        )
          return;
        await mailLink(email);
      });
    },

    /** Sends the link again for an administrator. @returns whether an account awaits it */
    sendAgain: mailLink,
  };
}
