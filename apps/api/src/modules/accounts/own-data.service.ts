import { Readable } from 'node:stream';

import { dayOf, type BodyOf, type Endpoints } from '@wasl/contracts';

import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { partnersService } from '../partners/index.ts';
import { system } from '../../events/author.ts';
import { deletionDueAt, deletionDueBefore, presentSession } from './accounts.presenter.ts';
import { accountsRepository } from './accounts.repository.ts';
import { colleaguesRepository } from './colleagues.repository.ts';
import { endAccess } from './end-access.ts';
import { requirePassword } from './require-password.ts';
import { requireCode, requireNoSecondFactor } from './second-factor.service.ts';
import { personDataService, personJson } from './person-data.service.ts';
import { usersRepository } from './users.repository.ts';

export type OwnDataDeps = Pick<
  Deps,
  | 'additions'
  | 'db'
  | 'clock'
  | 'log'
  | 'tokens'
  | 'passwords'
  | 'limits'
  | 'mail'
  | 'sealing'
  | 'settings'
>;

/** Day of an erasure and key of its calendar event. A second deletion of one account has another key. */
const plannedErasure = (userId: string, askedAt: Date) => ({
  dueOn: dayOf(deletionDueAt(askedAt)),
  eventKey: `${userId}-${String(askedAt.getTime())}`,
});

/** Accounts erased per run. The next run, an hour later, takes the rest. */
const erasedAtOnce = 100;
/** Time between closing and erasing an account: longer than any call, even an import. */
const closedForMs = 15 * 60 * 1000;

/**
 * Refuses when the actor is the only responsable of an organisation with other agents: they must name another first.
 * @throws ApiError LAST_RESPONSIBLE
 */
async function requireSuccessor(tx: Db, { partnerId, userId }: Actor): Promise<void> {
  if (partnerId === null) return;
  const colleagues = colleaguesRepository(tx);
  if (!(await colleagues.isResponsible(partnerId, userId))) return;
  if (await colleagues.hasOtherResponsible(partnerId, userId)) return;
  if (await colleagues.hasOthers(partnerId, userId)) throw new ApiError('LAST_RESPONSIBLE');
}

/** Export and erasure of the actor's data (law 09-08). */
export function ownDataService(deps: OwnDataDeps) {
  const { clock, db, limits, log, mail } = deps;
  return {
    /** Exports all data about the actor as one JSON file, streamed. @throws ApiError TOO_MANY_REQUESTS */
    async export(actor: Actor): Promise<BinaryReply> {
      await limits.consume('ownData', { account: actor.userId });
      log.info({ event: 'account.data_exported', userId: actor.userId });
      return {
        contentType: 'application/json; charset=utf-8',
        fileName: `wasl-${dayOf(clock.now())}.json`,
        content: Readable.from(personJson(deps, { id: actor.userId, email: actor.email })),
      };
    },

    /**
     * Schedules the erasure in 30 days and ends every session. Until then the person can sign in and cancel it. A
     * repeated demand keeps the day.
     * @throws ApiError INVALID_INPUT at `currentPassword` or `code`, LAST_RESPONSIBLE, TOO_MANY_REQUESTS
     */
    async askForDeletion(
      actor: Actor,
      { currentPassword, code }: BodyOf<Endpoints['deleteAccount']>,
    ): Promise<string> {
      await requirePassword(deps, actor, currentPassword);
      // Before the code, so that a refusal uses no recovery code.
      await requireSuccessor(db, actor);
      const hasOne = await requireCode(deps, actor, code);
      const now = clock.now();
      const dueOn = await inTransaction(db, async (tx) => {
        if (actor.partnerId !== null) await partnersService(tx).lock(actor.partnerId);
        await usersRepository(tx).lock(actor.userId);
        const accounts = accountsRepository(tx);
        const account = await accounts.findById(actor.userId);
        await requireSuccessor(tx, actor);
        if (!hasOne) await requireNoSecondFactor(tx, actor.userId);
        const askedAt = account.deletionAskedAt ?? now;
        const day = dayOf(deletionDueAt(askedAt));
        if (account.deletionAskedAt === null) {
          await accounts.markForDeletion(actor.userId, askedAt);
          await recordAlone(
            tx,
            { mail, now: now },
            {
              type: 'account.deletionAsked',
              account: addressee(account),
              ...plannedErasure(actor.userId, askedAt),
            },
          );
        }
        await sessionsRepository(tx).endAllOf(actor.userId, now);
        return day;
      });
      log.info({ event: 'account.erasure_requested', userId: actor.userId });
      return dueOn;
    },

    /** Cancels the erasure. Returns a new token of the session without the announcement. */
    async keep(actor: Actor) {
      const now = clock.now();
      return await inTransaction(db, async (tx) => {
        await usersRepository(tx).lock(actor.userId);
        const accounts = accountsRepository(tx);
        const account = await accounts.findById(actor.userId);
        if (account.deletionAskedAt !== null) {
          await accounts.markForDeletion(actor.userId, null);
          await recordAlone(
            tx,
            { mail, now: now },
            {
              type: 'account.kept',
              account: addressee(account),
              ...plannedErasure(actor.userId, account.deletionAskedAt),
            },
          );
          log.info({ event: 'account.erasure_cancelled', userId: actor.userId });
        }
        const session = await sessionsRepository(tx).findOwn(actor.sessionId, actor.userId, now);
        return presentSession(
          deps,
          { ...account, deletionAskedAt: null },
          {
            id: actor.sessionId,
            startedAt: session?.createdAt ?? now,
            expiresAt: session?.expiresAt ?? now,
          },
        );
      });
    },
  };
}

/**
 * Handles accounts whose 30 days are over: one run closes them, a later run erases them. Calls that were running at the
 * closing have ended by then, so they cannot write to an erased account.
 * @returns the number of erased accounts
 */
export async function eraseDueAccounts(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'files' | 'mail' | 'additions'>,
): Promise<number> {
  const { db, log } = deps;
  const now = deps.clock.now();
  const askedUntil = deletionDueBefore(now);
  const accounts = accountsRepository(db);
  const closedUntil = new Date(now.getTime() - closedForMs);
  const due = await accounts.dueForDeletion(askedUntil, closedUntil, erasedAtOnce);
  for (const userId of await accounts.dueForClosing(askedUntil, erasedAtOnce)) {
    await inTransaction(db, async (tx) => {
      if (!(await accountsRepository(tx).closeForDeletion(userId, askedUntil, now))) return;
      await endAccess(tx, userId, system, now);
    });
  }
  let erased = 0;
  for (const userId of due) {
    // A failure is retried in an hour and does not block the other accounts.
    try {
      if ((await personDataService(deps).erase(userId, 'owner', { askedUntil })) !== null)
        erased += 1;
    } catch (error) {
      log.error({ event: 'account.erasure_failed', userId, err: error });
    }
  }
  return erased;
}
