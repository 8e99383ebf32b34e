import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { watchStatements } from '../../testing/watch-statements.ts';
import { inTransaction, isConflict, isDuplicate, isUnavailable, type Db } from './db.ts';
import { distinctIds, isOneOf } from './row-sets.repository.ts';
import { build, prepared, rows, type Placeholders } from './statements.repository.ts';

const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('statements of the query builder', () => {
  const app = useTestApp();
  const emailOf = async (db: Db, id: string): Promise<string | undefined> => {
    const [row] = await rows(db, build.selectFrom('users').where('id', '=', id).select('email'));
    return row?.email;
  };

  it('run in the transaction: they see its writes and are rolled back with it', async () => {
    const { id, email } = await app.make.aBeneficiary();
    const error = await errorOf(
      inTransaction(app.db, async (tx) => {
        await tx.user.update({ where: { id }, data: { email: 'autre@example.org' } });
        expect(await emailOf(tx, id)).toBe('autre@example.org');
        const third = { email: 'troisieme@example.org' };
        await rows(tx, build.updateTable('users').set(third).where('id', '=', id));
        expect((await tx.user.findUniqueOrThrow({ where: { id } })).email).toBe(
          'troisieme@example.org',
        );
        throw new Error('undone');
      }),
    );
    expect(error).toMatchObject({ message: 'undone' });
    expect(await emailOf(app.db, id)).toBe(email);
  });

  it('share the transaction’s connection with the client’s statements, one at a time', async () => {
    const { id } = await app.make.aBeneficiary();
    const warned = vi.spyOn(process, 'emitWarning');
    await inTransaction(app.db, async (tx) => {
      const read = await Promise.all([
        tx.user.findUniqueOrThrow({ where: { id } }),
        emailOf(tx, id),
        emailOf(tx, id),
        tx.user.findUniqueOrThrow({ where: { id } }),
      ]);
      expect(new Set(read.map((one) => (typeof one === 'object' ? one.email : one))).size).toBe(1);
    });
    expect(warned).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('are refused after the transaction has ended', async () => {
    const { id } = await app.make.aBeneficiary();
    let ended: Db | undefined;
    await inTransaction(app.db, async (tx) => {
      ended = tx;
      await emailOf(tx, id);
    });
    const error = await errorOf(emailOf(ended ?? app.db, id));
    expect(error).toMatchObject({ code: 'P2028' });
    expect(isUnavailable(error)).toBe(true);
  });

  it('run on the connection of their own transaction', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => app.make.aBeneficiary()));
    const seen = await Promise.all(
      people.map(({ id }) =>
        inTransaction(app.db, async (tx) => {
          const own = async (): Promise<number | undefined> =>
            (await rows(tx, build.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid'))))[0]?.pid;
          const first = await own();
          const [client] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
          await emailOf(tx, id);
          return [first, client?.pid, await own()];
        }),
      ),
    );
    for (const [first, ...others] of seen) expect(others).toEqual([first, first]);
  });

  it('report the same errors as the client', async () => {
    const [one, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    const taken = await errorOf(
      inTransaction(app.db, (tx) =>
        rows(tx, build.updateTable('users').set({ email: other.email }).where('id', '=', one.id)),
      ),
    );
    expect(isDuplicate(taken)).toBe(true);
    expect(isDuplicate(taken, 'email')).toBe(true);
    expect(isDuplicate(taken, 'phone')).toBe(false);
    let attempts = 0;
    const conflict = await errorOf(
      inTransaction(
        app.db,
        async (tx) => {
          attempts += 1;
          await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`;
        },
        { retries: 2 },
      ),
    );
    expect(isConflict(conflict)).toBe(true);
    expect(attempts).toBe(3);
  });

  it('keep the plan for a single row', async () => {
    const requestsOf = prepared(
      ({ ids }: Placeholders<{ readonly ids: number | readonly number[] }>, isOne: boolean) =>
        build
          .selectFrom('requests as r')
          .where((eb) => isOneOf(eb.ref('r.id'), ids, isOne))
          .select('r.id'),
    );
    const texts = watchStatements();
    for (const given of [[1], [1, 1], [1, 2]]) {
      const ids = distinctIds(given);
      await rows(app.db, requestsOf({ ids }, typeof ids === 'number'));
    }
    vi.restoreAllMocks();
    expect(texts.map((text) => text.includes('any('))).toEqual([false, false, true]);
  });
});
