import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { build, prepared, rows, type Placeholders } from './statements.repository.ts';

const app = useTestApp();

interface Named {
  readonly id: string;
  readonly nom: string | null;
}
const make = vi.fn(({ id, nom }: Placeholders<Named>, isNamed: boolean) =>
  build
    .selectFrom('users')
    .where('id', '=', id)
    .$if(isNamed, (all) => all.where('nom', '=', nom.$notNull()))
    .select(['nom', sql<string>`${id}::uuid::text`.as('id'), sql<number>`${7}::int`.as('seven')]),
);
const named = prepared(make);

it('a prepared statement is built once for each shape, and each call binds its own values', async () => {
  const [one, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
  for (const { id, nom } of [one, other])
    for (const isNamed of [false, true])
      expect(await rows(app.db, named({ id, nom }, isNamed))).toEqual([{ id, nom, seven: 7 }]);
  expect(await rows(app.db, named({ id: one.id, nom: null }, true))).toEqual([]);
  expect(make.mock.calls.map(([, isNamed]) => isNamed)).toEqual([false, true]);
});

it('a prepared statement does not change the values of an earlier statement', async () => {
  const [one, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
  const first = named({ id: one.id, nom: null }, false);
  named({ id: other.id, nom: null }, false);
  expect(await rows(app.db, first)).toMatchObject([{ id: one.id }]);
});

it('a prepared statement does not compile with an unknown column or a missing value', () => {
  // @ts-expect-error the value `nom` is missing
  expect(() => named({ id: 'a' }, true)).not.toThrow();
  const unknown = ({ id }: Placeholders<{ readonly id: string }>) =>
    // @ts-expect-error the table has no such column
    build.selectFrom('users').where('number', '=', id).select('id');
  expect(prepared(unknown)({ id: 'a' }).compile().parameters).toEqual(['a']);
  const wrong = ({ id }: Placeholders<{ readonly id: number }>) =>
    // @ts-expect-error the column is a text
    build.selectFrom('users').where('id', '=', id).select('id');
  expect(prepared(wrong)({ id: 1 }).compile().parameters).toEqual([1]);
});
