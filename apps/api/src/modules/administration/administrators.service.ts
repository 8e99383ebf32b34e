import { administratorActsRepository } from '../../platform/database/administrator-acts.repository.ts';
import type {
  AdministratorActKind,
  AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { administratorsRepository, type AdministratorRow } from './administrators.repository.ts';
import { entriesRepository, newSecret } from './entries.repository.ts';

const linkMs = 24 * 60 * 60 * 1000;

/** Administrators are made and changed by commands only. Each change is recorded with its author. */
export function administratorsService({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  /** @throws ApiError NOT_FOUND */
  async function lock(tx: Db, email: string): Promise<AdministratorRow> {
    const row = await administratorsRepository(tx).lockByEmail(email.trim().toLowerCase());
    if (row === null) throw new ApiError('NOT_FOUND');
    return row;
  }

  async function record(
    tx: Db,
    kind: AdministratorActKind,
    { id: administratorId }: AdministratorRow,
    word: AdministratorWord,
  ): Promise<void> {
    const subject = { administratorId };
    await administratorActsRepository(tx).record(kind, subject, word, clock.now());
    log.info({ event: 'administrator.changed', kind, administratorId });
  }

  async function linkFor(tx: Db, { id }: AdministratorRow, isReset: boolean): Promise<string> {
    const secret = newSecret();
    const expiresAt = new Date(clock.now().getTime() + linkMs);
    await entriesRepository(tx).addLink(id, secret, { isReset, expiresAt });
    return secret;
  }

  return {
    list: async () => await administratorsRepository(db).list(),

    /** @returns the secret of a link for the first browser. @throws ApiError ALREADY_EXISTS */
    async add(email: string, name: string, word: AdministratorWord): Promise<string> {
      return await inTransaction(db, async (tx) => {
        const row = await administratorsRepository(tx).add(email, name);
        if (row === null) throw new ApiError('ALREADY_EXISTS');
        await record(tx, 'ADMINISTRATOR_ADDED', row, word);
        return await linkFor(tx, row, true);
      });
    },

    /**
     * A link for another browser. With `isReset` it allows a new password and second factor, as before the first set-up.
     * @throws ApiError NOT_FOUND; STATE_CONFLICT for a suspended administrator
     */
    async link(email: string, isReset: boolean, word: AdministratorWord): Promise<string> {
      return await inTransaction(db, async (tx) => {
        const row = await lock(tx, email);
        if (row.suspendedAt !== null) throw new ApiError('STATE_CONFLICT');
        await record(tx, isReset ? 'ADMINISTRATOR_RESET' : 'ADMINISTRATOR_LINKED', row, word);
        return await linkFor(tx, row, isReset || row.passwordHash === null);
      });
    },

    /** Sessions and unused links end at once. @returns whether this call suspended. @throws ApiError NOT_FOUND */
    async suspend(email: string, word: AdministratorWord): Promise<boolean> {
      return await inTransaction(db, async (tx) => {
        const administrators = administratorsRepository(tx);
        const row = await lock(tx, email);
        if (!(await administrators.setSuspended(row.id, clock.now()))) return false;
        await entriesRepository(tx).endSessionsOf(row.id);
        await entriesRepository(tx).endLinksOf(row.id);
        await record(tx, 'ADMINISTRATOR_SUSPENDED', row, word);
        return true;
      });
    },

    /** @returns whether this call reopened. @throws ApiError NOT_FOUND */
    async reopen(email: string, word: AdministratorWord): Promise<boolean> {
      return await inTransaction(db, async (tx) => {
        const administrators = administratorsRepository(tx);
        const row = await lock(tx, email);
        if (!(await administrators.setSuspended(row.id, null))) return false;
        // A sign-in that ran during the suspension may have made one.
        await entriesRepository(tx).endSessionsOf(row.id);
        await record(tx, 'ADMINISTRATOR_REOPENED', row, word);
        return true;
      });
    },
  };
}
