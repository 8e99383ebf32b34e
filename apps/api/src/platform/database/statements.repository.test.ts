import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { inTransaction } from './db.ts';
import { build, rows } from './statements.repository.ts';

const app = useTestApp();

it('a statement in a transaction is rolled back with it', async () => {
  const { id, nom } = await app.make.aBeneficiary();
  const users = build.selectFrom('users').where('id', '=', id).select('nom');
  const undone = inTransaction(app.db, async (tx) => {
    await rows(tx, build.updateTable('users').set({ nom: 'Autre' }).where('id', '=', id));
    expect(await rows(tx, users)).toEqual([{ nom: 'Autre' }]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await rows(app.db, users)).toEqual([{ nom }]);
});

// https://github.com/prisma/orm/issues/30374
it('a statement never receives another statement’s result after errors in transactions', async () => {
  const answerOf = async (number: number): Promise<unknown[]> =>
    await inTransaction(app.db, async (tx) => [
      ...(await rows(tx, build.selectNoFrom(sql<number>`${number}::int`.as('number')))),
      ...(await tx.$queryRaw<unknown[]>`SELECT ${number}::int AS number`),
    ]);
  const failing = async (number: number): Promise<unknown> =>
    await inTransaction(app.db, async (tx) => {
      const refused = sql<number>`${number}::int / (${number}::int - ${number}::int)`;
      const error: unknown = await rows(tx, build.selectNoFrom(refused.as('none'))).catch(
        (reason: unknown) => reason,
      );
      expect(String(error)).toContain('22012');
      // The transaction is aborted, so later statements fail too.
      return await tx.$queryRaw`SELECT ${number}::int AS number`;
    });
  await Promise.all(
    Array.from({ length: 40 }, async (_, number) => {
      if (number % 2 === 0) await expect(failing(number)).rejects.toThrow('25P02');
      expect(await answerOf(number)).toEqual([{ number }, { number }]);
    }),
  );
});
