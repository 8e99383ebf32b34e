import { browserOf, type Lang } from '@wasl/contracts';

import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { isAwaitingApproval, requireUsable } from '../../platform/auth/authenticate.ts';
import { knownDevicesRepository, newDevice } from '../../platform/auth/known-devices.ts';
import { pauseMs } from '../../platform/auth/rate-limits.ts';
import { sessionSeconds } from '../../platform/auth/session-tokens.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { presentSession } from './accounts.presenter.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { accountsRepository, type AccountForSignIn } from './accounts.repository.ts';
import { approvalAwaited } from './colleagues.service.ts';
import { requireNoSecondFactor, requireSecondFactor } from './second-factor.service.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Code of the second factor, if the person has one. */
  readonly code?: string | undefined;
}
export interface Origin {
  readonly address: string;
  readonly userAgent: string | null;
  /** The secret of a browser with an earlier sign-in. */
  readonly device: string | null;
}

export function accountsService(deps: AccountsDeps) {
  const { clock, limits, log, mail, passwords } = deps;
  const accounts = accountsRepository(deps.db);
  const sessions = sessionsRepository(deps.db);

  /** Counts an attempt, and delays it longer after each failure. @throws ApiError TOO_MANY_REQUESTS */
  const countAttempt = async (email: string, { address, device }: Origin) => {
    const isKnown =
      device !== null && (await knownDevicesRepository(deps.db).isKnown(email, device));
    const [name, keys] = isKnown
      ? (['signInKnown', { account: email, device }] as const)
      : (['signIn', { account: email, address }] as const);
    const wait = pauseMs(await limits.consume(name, keys));
    if (wait > 0) await deps.pause(wait);
    return {
      forgive: async () => await limits.forgive(name, keys),
      knownDevice: isKnown ? device : null,
    };
  };

  /** Opens a session with its token and the browser's secret. A sign-in on a new browser is reported by mail. */
  const open = async (
    tx: Db,
    account: AccountForSignIn,
    { userAgent, device }: Origin,
    hasSecondFactor: boolean,
  ) => {
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + sessionSeconds * 1000);
    const id = await sessionsRepository(tx).begin(account.id, { now, expiresAt, userAgent });
    if (!hasSecondFactor) await requireNoSecondFactor(tx, account.id);
    const known = device ?? newDevice();
    if (
      (await knownDevicesRepository(tx).note(account.id, known, now)) &&
      (await limits.tryConsume('newDeviceMail', { account: account.id }))
    ) {
      await recordAlone(
        tx,
        { mail, now: now },
        {
          type: 'account.newDevice',
          account: addressee(account),
          at: now,
          browser: browserOf(userAgent),
        },
      );
    }
    return {
      session: presentSession(deps, account, { id, startedAt: now, expiresAt }),
      device: known,
    };
  };

  return {
    /**
     * Signs in with credentials. An unknown address takes the same time as a wrong password.
     * @param findReplaced finds the browser's current session, which is ended because the browser stores one token
     * @throws ApiError INVALID_CREDENTIALS; with the right pair EMAIL_NOT_CONFIRMED, ACCOUNT_PENDING_APPROVAL or
     * ACCOUNT_DISABLED, or the codes of {@link requireSecondFactor}; TOO_MANY_REQUESTS
     */
    async signIn(
      { email, password, code }: Credentials,
      origin: Origin,
      lang: Lang,
      findReplaced: () => Promise<Actor | null>,
    ) {
      const { address } = origin;
      const attempt = await countAttempt(email, origin);
      const account = await accounts.findByEmail(email);
      const isRight = await passwords.matches(password, account?.passwordHash ?? null);
      if (!account || !isRight) {
        log.info({ event: 'session.sign_in_refused', userId: account?.id ?? null, address });
        throw new ApiError('INVALID_CREDENTIALS');
      }
      await attempt.forgive();
      if (isAwaitingApproval(account)) {
        // The password is right, so the answer may contain details of the pending approval.
        const details = await approvalAwaited(deps.db, account.id, lang);
        throw new ApiError('ACCOUNT_PENDING_APPROVAL', { details });
      }
      requireUsable(account);
      const hasOne = await requireSecondFactor(deps, account, code, attempt.knownDevice);
      const replaced = await findReplaced();
      const opened = await inTransaction(deps.db, async (tx) => {
        // One transaction with the new session, so that a failed sign-in leaves no unknown session.
        if (replaced !== null) await sessionsRepository(tx).end(replaced.sessionId, clock.now());
        return await open(tx, account, origin, hasOne);
      });
      if (replaced !== null) log.info({ event: 'session.signed_out', userId: replaced.userId });
      log.info({ event: 'session.signed_in', userId: account.id, address });
      return opened;
    },

    /** Ends the caller's session at once. Other sessions continue. */
    async signOut(actor: Actor) {
      await sessions.end(actor.sessionId, clock.now());
      log.info({ event: 'session.signed_out', userId: actor.userId });
      return { success: true as const };
    },
  };
}
