import type { SecondFactorView } from '@wasl/contracts';

import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import {
  newRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  plainCode,
  qrOf,
  totpStep,
  totpUri,
} from '../../platform/auth/totp.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { MailTemplates } from '../../platform/mail/mails/index.ts';
import { presentSession } from './accounts.presenter.ts';
import { accountsRepository, type AccountForSignIn } from './accounts.repository.ts';
import { administratorActsRepository } from '../../platform/database/administrator-acts.repository.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { requirePassword } from './require-password.ts';
import { secondFactorRepository, type SecondFactorRow } from './second-factor.repository.ts';
import { usersRepository } from './users.repository.ts';

/** Lifetime of the mailed code, and of a started move to another device. */
const mailedCodeSeconds = 30 * 60;
const moveMs = 15 * 60 * 1000;
/** The pending secret of the new device; null when no move is under way. */
function nextOf(factor: SecondFactorRow | null, now: Date): string | null {
  const begunAt = factor?.nextBegunAt ?? null;
  if (factor === null || begunAt === null) return null;
  return now.getTime() - begunAt.getTime() <= moveMs ? factor.nextSealedSecret : null;
}

type Change = MailTemplates['secondFactorChanged']['change'];

/** Notifies the owner by mail of a change of their second factor. */
async function notifyChange(
  tx: Db,
  { mail }: Pick<AccountsDeps, 'mail'>,
  account: Pick<AccountForSignIn, 'email' | 'lang' | 'nom' | 'prenom' | 'companyName'>,
  change: Change,
  now: Date,
): Promise<void> {
  await recordAlone(
    tx,
    { mail, now: now },
    { type: 'account.secondFactorChanged', account: addressee(account), at: now, change },
  );
}

/**
 * Checks the second factor after the right password. A code works once. Five wrong codes in a quarter of an hour, or
 * twenty in a day, lock further attempts from any address.
 * @param knownDevice the secret of a browser with an earlier sign-in, which has its own limit
 * @returns whether the account has a second factor
 * @throws ApiError SECOND_FACTOR_REQUIRED without a code, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function requireSecondFactor(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'log' | 'limits' | 'sealing' | 'mail'>,
  account: AccountForSignIn,
  code: string | undefined,
  knownDevice: string | null = null,
): Promise<boolean> {
  const { clock, db, limits, log } = deps;
  const { id: userId } = account;
  const factor = await secondFactorRepository(db).find(userId);
  if (!factor?.confirmedAt) return false;
  if (code === undefined) throw new ApiError('SECOND_FACTOR_REQUIRED');
  const [name, keys] =
    knownDevice === null
      ? (['secondFactor', { account: userId }] as const)
      : (['secondFactorKnown', { account: userId, device: knownDevice }] as const);
  const now = clock.now();
  try {
    await limits.consume(name, keys);
  } catch (error) {
    // The attacker knows the password, so the owner is advised to change it.
    if (await limits.tryConsume('secondFactorMail', { account: userId }))
      await notifyChange(db, deps, account, 'tried', now);
    throw error;
  }
  const secret = deps.sealing.open(factor.sealedSecret, userId);
  // The secret was sealed with an earlier key. Only recovery codes or the administrator can help.
  if (secret === undefined) log.warn({ event: 'account.second_factor_unreadable', userId });
  const step = secret === undefined ? null : totpStep(secret, plainCode(code), now);
  if (step !== null && (await secondFactorRepository(db).useStep(userId, step))) {
    await limits.forgive(name, keys);
    return true;
  }
  const isRecovered = await inTransaction(db, async (tx) => {
    if (!(await secondFactorRepository(tx).useRecoveryCode(userId, code, now))) return false;
    await notifyChange(tx, deps, account, 'recovered', now);
    return true;
  });
  if (!isRecovered) {
    log.info({ event: 'account.second_factor_refused', userId });
    throw new ApiError('SECOND_FACTOR_WRONG');
  }
  await limits.forgive(name, keys);
  log.info({ event: 'account.recovery_code_used', userId });
  return true;
}

/** Checks the code of the second factor, if it is on. @returns whether it is on */
export async function requireCode(
  deps: Parameters<typeof requireSecondFactor>[0],
  actor: Actor,
  code: string | undefined,
): Promise<boolean> {
  const account = await accountsRepository(deps.db).findById(actor.userId);
  try {
    return await requireSecondFactor(deps, account, code);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'SECOND_FACTOR_REQUIRED') throw invalidField('code', 'required');
    if (error.code === 'SECOND_FACTOR_WRONG') throw invalidField('code', 'codeWrong');
    throw error;
  }
}

/**
 * Checks again in the transaction that starts a session without a second factor, because it may be on since. Enabling
 * it locks the account, and the session's row waits for that lock, so one of the two sees the other.
 * @throws ApiError SECOND_FACTOR_REQUIRED
 */
export async function requireNoSecondFactor(tx: Db, userId: string): Promise<void> {
  const factor = await secondFactorRepository(tx).find(userId);
  if (factor?.confirmedAt) throw new ApiError('SECOND_FACTOR_REQUIRED');
}

/** The actor's second factor: an authenticator application (TOTP, RFC 6238) and recovery codes. */
export function secondFactorService(deps: AccountsDeps) {
  const { clock, db, limits, log, mail, sealing, settings } = deps;
  const isRequired = ({ role }: Pick<Actor, 'role'>): boolean =>
    role === 'PARTENAIRE' && settings.agentsSecondFactor === 'required';

  /** Requires the password and a code before an action that weakens the account. */
  const requireBoth = async (actor: Actor, given: { currentPassword: string; code: string }) => {
    const factor = await secondFactorRepository(db).find(actor.userId);
    if (!factor?.confirmedAt) throw new ApiError('STATE_CONFLICT');
    await requirePassword(deps, actor, given.currentPassword);
    const account = await accountsRepository(db).findById(actor.userId);
    try {
      await requireSecondFactor(deps, account, given.code);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_WRONG')
        throw invalidField('code', 'codeWrong');
      throw error;
    }
    return account;
  };

  /** Mails a code; limit: three an hour. */
  const mailCode = async (tx: Db, actor: Actor, now: Date): Promise<void> => {
    await limits.consume('accountMail', { account: `second factor ${actor.userId}` });
    const code = newRecoveryCode();
    await accountTokensRepository(tx).issue('SECOND_FACTOR_SETUP', actor.userId, {
      now,
      seconds: mailedCodeSeconds,
      text: plainCode(code),
    });
    await recordAlone(
      tx,
      { mail, now },
      { type: 'account.codeAsked', account: actor, token: code },
    );
  };

  return {
    async read(actor: Actor): Promise<SecondFactorView> {
      const factors = secondFactorRepository(db);
      const since = (await factors.find(actor.userId))?.confirmedAt ?? null;
      return {
        since: since?.toISOString() ?? null,
        recoveryCodesLeft: since === null ? 0 : await factors.countRecoveryCodes(actor.userId),
        isRequired: isRequired(actor),
      };
    },

    /**
     * Creates a secret for an authenticator application. When one is on, the password and a code start the move to
     * another device. For an account that requires a second factor and has none, the password alone is not enough: a
     * code is mailed.
     * @throws ApiError INVALID_INPUT at `currentPassword` or `code`, STATE_CONFLICT when it is on and no code was
     * given, TOO_MANY_REQUESTS
     */
    async begin(actor: Actor, given: { currentPassword: string; code?: string | undefined }) {
      const { currentPassword, code } = given;
      if (code === undefined) await requirePassword(deps, actor, currentPassword);
      else await requireBoth(actor, { currentPassword, code });
      const secret = newTotpSecret();
      const sealed = sealing.seal(secret, actor.userId);
      const now = clock.now();
      const isMailed = code === undefined && isRequired(actor);
      const isProposed = await inTransaction(db, async (tx) => {
        const factors = secondFactorRepository(tx);
        if (code !== undefined) return await factors.proposeNext(actor.userId, sealed, now);
        if (!(await factors.propose(actor.userId, sealed, now))) return false;
        if (isMailed) await mailCode(tx, actor, now);
        return true;
      });
      if (!isProposed) throw new ApiError('STATE_CONFLICT');
      const uri = totpUri(secret, actor.email);
      return { secret, uri, qr: qrOf(uri), isMailed };
    },

    /**
     * Confirms the application by its code: the first one, or that of another device.
     * @throws ApiError INVALID_INPUT at `code` or `mailedCode`, STATE_CONFLICT when nothing was started,
     * TOO_MANY_REQUESTS
     */
    async confirm(actor: Actor, given: { code: string; mailedCode?: string | undefined }) {
      const { userId } = actor;
      const now = clock.now();
      const factor = await secondFactorRepository(db).find(userId);
      const isFirst = factor?.confirmedAt === null;
      const sealed = isFirst ? factor.sealedSecret : nextOf(factor, now);
      if (sealed === null) throw new ApiError('STATE_CONFLICT');
      await limits.consume('secondFactor', { account: userId });
      const secret = sealing.open(sealed, userId);
      const step = secret === undefined ? null : totpStep(secret, plainCode(given.code), now);
      if (step === null) throw invalidField('code', 'codeWrong');
      const mailed = isFirst && isRequired(actor) ? plainCode(given.mailedCode ?? '') : null;
      const holder = async (tx: Db, read: 'peek' | 'consume') =>
        mailed === null
          ? userId
          : await accountTokensRepository(tx)[read](['SECOND_FACTOR_SETUP'], mailed, now);
      if ((await holder(db, 'peek')) !== userId) throw invalidField('mailedCode', 'codeWrong');
      await limits.forgive('secondFactor', { account: userId });
      const recoveryCodes = newRecoveryCodes();
      const token = await inTransaction(db, async (tx) => {
        await usersRepository(tx).lock(userId);
        if ((await holder(tx, 'consume')) !== userId) throw invalidField('mailedCode', 'codeWrong');
        const factors = secondFactorRepository(tx);
        const isNow = isFirst
          ? await factors.confirm(userId, sealed, step, now)
          : await factors.move(userId, sealed, step);
        if (!isNow) throw new ApiError('STATE_CONFLICT');
        await factors.replaceRecoveryCodes(userId, recoveryCodes);
        const sessions = sessionsRepository(tx);
        await sessions.endOthersOf(userId, actor.sessionId, now);
        const session = await sessions.findOwn(actor.sessionId, userId, now);
        if (session === null) throw new ApiError('UNAUTHENTICATED');
        const account = await accountsRepository(tx).findById(userId);
        await notifyChange(tx, deps, account, isFirst ? 'on' : 'moved', now);
        const { createdAt: startedAt, expiresAt } = session;
        return presentSession(deps, account, { id: session.id, startedAt, expiresAt }).token;
      });
      const event = isFirst ? 'account.second_factor_enabled' : 'account.second_factor_replaced';
      log.info({ event, userId });
      return { recoveryCodes, token };
    },

    /** @throws ApiError INVALID_INPUT at `currentPassword` or `code`, STATE_CONFLICT while it is off, TOO_MANY_REQUESTS */
    async renewCodes(actor: Actor, given: { currentPassword: string; code: string }) {
      const account = await requireBoth(actor, given);
      const recoveryCodes = newRecoveryCodes();
      await inTransaction(db, async (tx) => {
        await usersRepository(tx).lock(actor.userId);
        await secondFactorRepository(tx).replaceRecoveryCodes(actor.userId, recoveryCodes);
        await notifyChange(tx, deps, account, 'codes', clock.now());
      });
      log.info({ event: 'account.recovery_codes_renewed', userId: actor.userId });
      return { recoveryCodes };
    },

    /**
     * @throws ApiError INVALID_INPUT at `currentPassword` or `code`, STATE_CONFLICT while it is off or required,
     * TOO_MANY_REQUESTS
     */
    async remove(actor: Actor, given: { currentPassword: string; code: string }): Promise<void> {
      if (isRequired(actor)) throw new ApiError('STATE_CONFLICT');
      const account = await requireBoth(actor, given);
      await inTransaction(db, async (tx) => {
        await secondFactorRepository(tx).remove(actor.userId);
        await notifyChange(tx, deps, account, 'off', clock.now());
      });
      log.info({ event: 'account.second_factor_disabled', userId: actor.userId });
    },
  };
}

/**
 * Removes the second factor for the administrator, when application and recovery codes are lost. It ends every session
 * and notifies the owner by mail.
 * @returns whether a second factor existed
 * @throws ApiError NOT_FOUND
 */
export async function resetSecondFactor(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'log' | 'mail'>,
  email: string,
  by: string,
): Promise<boolean> {
  const now = deps.clock.now();
  const [userId, wasOn] = await inTransaction(deps.db, async (tx) => {
    const user = await usersRepository(tx).findByEmail(email.trim().toLowerCase());
    if (user === undefined) throw new ApiError('NOT_FOUND');
    const isRemoved = await secondFactorRepository(tx).remove(user.id);
    if (isRemoved) {
      await sessionsRepository(tx).endAllOf(user.id, now);
      await notifyChange(tx, deps, user, 'reset', now);
      const word = { by, reason: null };
      const subject = { userId: user.id };
      await administratorActsRepository(tx).record('SECOND_FACTOR_RESET', subject, word, now);
    }
    return [user.id, isRemoved] as const;
  });
  if (wasOn) deps.log.info({ event: 'account.second_factor_reset', userId, by: 'administrator' });
  return wasOn;
}
