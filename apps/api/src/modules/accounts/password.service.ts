import type { BodyOf, Endpoints } from '@wasl/contracts';

import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { inEqualTime } from '../../platform/auth/equal-time.ts';
import { knownDevicesRepository } from '../../platform/auth/known-devices.ts';
import type { PasswordFault } from '../../platform/auth/password-strength.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { partnersService } from '../partners/index.ts';
import { markEmailConfirmed } from './email-confirmation.service.ts';
import { accountsRepository } from './accounts.repository.ts';
import {
  chosenPasswordFault,
  requireStrongPassword,
  notifyPasswordChange,
  type PasswordOwner,
} from './chosen-password.ts';
import { usersRepository, type AccountRow } from './users.repository.ts';
import { linkMailKey } from './link-mails.ts';

export type PasswordDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'passwords' | 'limits' | 'mail' | 'settings'
>;

const resetSeconds = 60 * 60;
/** Links to the form of a new password: a reset, and the invitation of an imported beneficiary. */
const passwordTokens = ['PASSWORD_RESET', 'INVITATION'] as const;

type CheckInput = BodyOf<Endpoints['checkPassword']>;

export function passwordService(deps: PasswordDeps) {
  const { clock, limits, log, mail, passwords } = deps;

  /** The account of a valid link. @throws ApiError TOKEN_INVALID */
  const holderOf = async (db: Db, token: string): Promise<AccountRow> => {
    const userId = await accountTokensRepository(db).peek(passwordTokens, token, clock.now());
    const user = userId === undefined ? undefined : await usersRepository(db).find(userId);
    if (!user || user.disabledAt) throw new ApiError('TOKEN_INVALID');
    return user;
  };

  /** The person whose new password is checked. @throws ApiError TOKEN_INVALID */
  const ownerOf = async (
    { token, partner, ...input }: CheckInput,
    findActor: () => Promise<Actor | null>,
  ): Promise<PasswordOwner> => {
    if (token !== undefined) return await holderOf(deps.db, token);
    const isSignUp = input.email !== undefined;
    const actor = isSignUp ? null : await findActor();
    const user = actor === null ? undefined : await usersRepository(deps.db).find(actor.userId);
    if (user) return user;
    const { email = '', nom = '', prenom = '', companyName = null } = input;
    const { id, title = '' } = partner ?? {};
    const organisation =
      typeof id === 'number' ? await partnersService(deps.db).find(id) : { title };
    return { email, nom, prenom, companyName, partner: organisation };
  };

  return {
    /** Checks a new password for a form. @throws ApiError TOKEN_INVALID, NOT_FOUND, TOO_MANY_REQUESTS */
    async checkNew(
      input: CheckInput,
      findActor: () => Promise<Actor | null>,
      address: string,
    ): Promise<PasswordFault | null> {
      await limits.consume('passwordCheck', { address });
      return await chosenPasswordFault(deps, input.password, await ownerOf(input, findActor));
    },

    /**
     * Mails a reset link when the account exists. The answer does not reveal whether it does. Limit: 3 an hour per
     * account.
     */
    async forgot(email: string, address: string): Promise<void> {
      await limits.consume('mailDemand', { address });
      await inEqualTime(async () => {
        if (!(await limits.tryConsume('accountMail', { account: linkMailKey('reset', email) })))
          return;
        const user = await usersRepository(deps.db).findByEmail(email);
        if (!user || user.disabledAt) return;
        await inTransaction(deps.db, async (tx) => {
          const token = await accountTokensRepository(tx).issue('PASSWORD_RESET', user.id, {
            now: clock.now(),
            seconds: resetSeconds,
          });
          await recordAlone(
            tx,
            { mail, now: clock.now() },
            { type: 'account.passwordForgotten', account: addressee(user), token },
          );
        });
        log.info({ event: 'account.password_reset_requested', userId: user.id, address });
      });
    },

    /**
     * Checks a link without using it up.
     * @returns the e-mail address of the account
     * @throws ApiError TOKEN_INVALID, TOO_MANY_REQUESTS
     */
    async check(token: string, address: string): Promise<string> {
      await limits.consume('tokenUse', { address });
      return (await holderOf(deps.db, token)).email;
    },

    /**
     * Sets the password with a mailed link, which works once. It ends every session, revokes older links and confirms
     * the address, because the link was mailed to it.
     * @throws ApiError TOKEN_INVALID, INVALID_INPUT at `password`, TOO_MANY_REQUESTS
     */
    async save(token: string, password: string, address: string): Promise<void> {
      await limits.consume('tokenUse', { address });
      // Hashing is slow on purpose, so only a valid link can start it.
      const holder = await holderOf(deps.db, token);
      await requireStrongPassword(deps, password, holder);
      const passwordHash = await passwords.hash(password);
      const now = clock.now();
      const userId = await inTransaction(deps.db, async (tx) => {
        const id = await accountTokensRepository(tx).consume(passwordTokens, token, now);
        if (id === undefined) throw new ApiError('TOKEN_INVALID');
        const users = usersRepository(tx);
        const before = await accountsRepository(tx).findById(id);
        await users.setPassword(id, passwordHash);
        await sessionsRepository(tx).endAllOf(id, now);
        await users.revokeTokens(id, passwordTokens, now);
        await knownDevicesRepository(tx).forgetOthers(id, null);
        // No mail after a first password, or a password that replaces that of an unconfirmed sign-up.
        if (before.passwordHash !== null && before.emailConfirmedAt !== null)
          await notifyPasswordChange(tx, deps, before, now);
        await markEmailConfirmed(tx, deps, id, now);
        return id;
      });
      log.info({ event: 'account.password_changed', userId, address });
    },
  };
}
