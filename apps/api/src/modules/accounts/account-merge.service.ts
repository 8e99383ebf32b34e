import type { MergeRefusal, MergeView } from '@wasl/contracts/administration';

import { addressee } from '../../events/account-events.ts';
import { inAct, recordAlone, type Act } from '../../events/act.ts';
import { system } from '../../events/author.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import {
  administratorActsRepository,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import { addressMailsRepository } from '../../platform/mail/outbox.repository.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { moveDrafts } from '../requests/index.ts';
import { accountMergeRepository } from './account-merge.repository.ts';
import { isErased } from './person-data.repository.ts';
import { personDataService } from './person-data.service.ts';
import { usersRepository, type AccountRow } from './users.repository.ts';

type MergeDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'files' | 'mail' | 'additions' | 'sealing'>;

const kind = 'ACCOUNT_MERGE';
/** Lifetime of the links: 7 days. */
const mergeSeconds = 7 * 24 * 60 * 60;
/** Mails whose link works only for the erased account. */
const linkTemplates = ['mergeAsked', 'confirmAddress', 'resetPassword', 'invitation'];

/** Enough of an address for its owner to recognise it: `am…@example.org`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, at))}…${email.slice(at)}`;
}

/** What the page of a link shows. */
export interface AskedMerge {
  readonly own: string;
  /** Masked: the reader may be another person, when the administrator is mistaken. */
  readonly other: string;
  readonly isKept: boolean;
}

export type ConfirmedMerge = 'merged' | 'waiting' | 'refused';

/** Reads two locked accounts. @returns the accounts, or why they cannot be merged */
async function check(
  tx: Db,
  keptId: string,
  otherId: string,
): Promise<{ kept: AccountRow; other: AccountRow } | MergeRefusal> {
  const users = usersRepository(tx);
  const [kept, other] = [await users.find(keptId), await users.find(otherId)];
  if (kept === undefined || other === undefined) return 'unknown';
  const both = [kept, other];
  if (both.some(({ email }) => isErased(email))) return 'unknown';
  if (both.some(({ role }) => role !== 'BENEFICIAIRE')) return 'notBeneficiary';
  if (both.some(({ deletionAskedAt }) => deletionAskedAt !== null)) return 'deletionAsked';
  if (both.some(({ disabledAt }) => disabledAt !== null)) return 'closed';
  if (both.some(({ emailConfirmedAt }) => emailConfirmedAt === null)) return 'unconfirmed';
  if (await accountMergeRepository(tx).haveSameService(keptId, otherId)) return 'sameService';
  return { kept, other };
}

/** Moves everything to the remaining account and erases the other one. */
async function mergeAccounts(
  deps: MergeDeps,
  act: Act,
  { kept, other }: { readonly kept: AccountRow; readonly other: AccountRow },
  { id, byName }: { readonly id: number; readonly byName: string },
): Promise<void> {
  const { tx, now } = act;
  const merges = accountMergeRepository(tx);
  await merges.end(id, now, true);
  await merges.move(other.id, kept.id, now);
  await moveDrafts(tx, deps.sealing, other.id, kept.id);
  for (const { move } of deps.additions.personal) await move(tx, other.id, kept.id);
  const mails = addressMailsRepository(tx);
  await mails.removeWaiting(other.email, linkTemplates);
  await mails.readdress(other.email, kept.email);
  await sessionsRepository(tx).endAllOf(other.id, now);
  await personDataService({ ...deps, act }).erase(other.id, 'merge', { as: byName });
  const word = { by: byName, reason: null };
  await administratorActsRepository(tx).record('MERGED', { userId: kept.id }, word, now);
  act.record(
    {
      type: 'account.mergeDone',
      account: addressee(kept),
      other: maskedAddress(other.email),
    },
    {
      type: 'account.mergeEnded',
      account: addressee(other),
      other: maskedAddress(kept.email),
    },
  );
  deps.log.info({ event: 'account.merged', userId: kept.id, otherId: other.id });
}

/** The merge of two accounts of one person: an administrator starts it, and both addresses confirm it by mail. */
export function accountMergeService(deps: MergeDeps) {
  const { clock, log, mail } = deps;

  return {
    /**
     * Asks both addresses to confirm that the other account becomes a part of the remaining one.
     * @returns why not; null where both got a mail
     */
    async start(
      keptEmail: string,
      otherEmail: string,
      word: AdministratorWord,
    ): Promise<MergeRefusal | null> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const users = usersRepository(tx);
        const merges = accountMergeRepository(tx);
        const keptId = (await users.findByEmail(keptEmail.trim().toLowerCase()))?.id;
        const otherId = (await users.findByEmail(otherEmail.trim().toLowerCase()))?.id;
        if (keptId === undefined || otherId === undefined) return 'unknown';
        if (keptId === otherId) return 'same';
        await merges.lock(keptId, otherId);
        const both = await check(tx, keptId, otherId);
        if (typeof both === 'string') return both;
        for (const id of [keptId, otherId])
          if ((await merges.findOpen(id, now)) !== null) return 'open';
        const expiresAt = new Date(now.getTime() + mergeSeconds * 1000);
        await merges.create({ keptId, otherId, byName: word.by, createdAt: now, expiresAt });
        const ask = async (account: AccountRow, isKept: boolean, { email }: AccountRow) => {
          const validity = { now, seconds: mergeSeconds };
          const token = await accountTokensRepository(tx).issue(kind, account.id, validity);
          const mailed = { token, own: account.email, other: maskedAddress(email), isKept };
          await recordAlone(
            tx,
            { mail, now },
            { type: 'account.mergeAsked', account: addressee(account), ...mailed },
          );
          const subject = { userId: account.id };
          await administratorActsRepository(tx).record('MERGE_STARTED', subject, word, now);
        };
        await ask(both.kept, true, both.other);
        await ask(both.other, false, both.kept);
        log.info({ event: 'account.merge_started', userId: keptId, otherId });
        return null;
      });
    },

    /** Ends the open merge of an account. @returns whether there was one */
    async cancel(userId: string, word: AdministratorWord): Promise<boolean> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const merges = accountMergeRepository(tx);
        const found = await merges.findOpen(userId, now);
        if (found === null) return false;
        const ids = [found.kept.id, found.other.id];
        await merges.lock(...ids);
        if ((await merges.findOpen(userId, now))?.id !== found.id) return false;
        await merges.end(found.id, now, false);
        for (const id of ids) {
          await usersRepository(tx).revokeTokens(id, [kind], now);
          const subject = { userId: id };
          await administratorActsRepository(tx).record('MERGE_CANCELLED', subject, word, now);
        }
        log.info({ event: 'account.merge_cancelled', userId });
        return true;
      });
    },

    /** The open merge of an account, for administrators. */
    async read(userId: string): Promise<MergeView | null> {
      const found = await accountMergeRepository(deps.db).findOpen(userId, clock.now());
      return (
        found && {
          kept: { ...found.kept, isConfirmed: found.keptConfirmedAt !== null },
          other: { ...found.other, isConfirmed: found.otherConfirmedAt !== null },
          expiresAt: found.expiresAt.toISOString(),
        }
      );
    },

    /** Reads a link without using it. @returns null for a link that does not work */
    async peek(token: string): Promise<AskedMerge | null> {
      const now = clock.now();
      const userId = await accountTokensRepository(deps.db).peek([kind], token, now);
      if (userId === undefined) return null;
      const found = await accountMergeRepository(deps.db).findOpen(userId, now);
      if (found === null) return null;
      const isKept = found.kept.id === userId;
      const [own, other] = isKept ? [found.kept, found.other] : [found.other, found.kept];
      return { own: own.email, other: maskedAddress(other.email), isKept };
    },

    /**
     * Confirms for one address. The second confirmation merges, or ends the merge when the accounts have changed so that
     * it is refused. The locks of both accounts make two calls run one after the other.
     * @returns null for a link that does not work
     */
    async confirm(token: string): Promise<ConfirmedMerge | null> {
      return await inAct(deps, system, async (act) => {
        const { tx, now } = act;
        const merges = accountMergeRepository(tx);
        const tokens = accountTokensRepository(tx);
        const userId = await tokens.peek([kind], token, now);
        const found = userId === undefined ? null : await merges.findOpen(userId, now);
        if (found === null || userId === undefined) return null;
        await merges.lock(found.kept.id, found.other.id);
        if ((await tokens.consume([kind], token, now)) === undefined) return null;
        const open = await merges.findOpen(userId, now);
        if (open?.id !== found.id) return null;
        const isKept = open.kept.id === userId;
        await merges.confirm(open.id, isKept, now);
        log.info({ event: 'account.merge_confirmed', userId });
        if ((isKept ? open.otherConfirmedAt : open.keptConfirmedAt) === null) return 'waiting';
        const both = await check(tx, open.kept.id, open.other.id);
        if (typeof both === 'string') {
          await merges.end(open.id, now, false);
          log.info({ event: 'account.merge_refused', userId, reason: both });
          return 'refused';
        }
        await mergeAccounts(deps, act, both, open);
        return 'merged';
      });
    },
  };
}
