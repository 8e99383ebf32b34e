import { Prisma } from '@wasl/db';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  findSeedFolder,
  readDemoFiles,
  readSeedFiles,
  seedDemo,
  seedReference,
} from '../../seed/index.ts';
import { createFixture } from '../../testing/access/fixture.ts';
import { useTestApp } from '../../testing/index.ts';
import { jsonRow, madeRows, type MadeRow, type Unread } from './json-rows.repository.ts';
import { tableOf } from './json-tables.repository.ts';

/** Lists that are read in no order stand in any. */
function withoutOrder(value: unknown, select: MadeRow['select']): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, found]: [string, unknown]) => {
      const related = select[member] as
        | { orderBy?: unknown; select?: MadeRow['select'] }
        | true
        | undefined;
      if (related === true || related?.select === undefined) return [member, found];
      const inner = related.select;
      if (!Array.isArray(found)) return [member, withoutOrder(found, inner)];
      const rows = found.map((one) => withoutOrder(one, inner));
      if (related.orderBy === undefined)
        rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      return [member, rows];
    }),
  );
}

describe('rows of a select by SQL of our own', () => {
  const app = useTestApp();
  beforeAll(async () => {
    const seeds = findSeedFolder(undefined);
    await seedReference(app.db, readSeedFiles(seeds), { clock: app.deps.clock });
    await seedDemo(app.db, readDemoFiles(seeds), {
      clock: app.deps.clock,
      storage: app.deps.storage,
      production: false,
      hash: () => Promise.resolve('never asked'),
    });
    await createFixture(app);
  });

  /** What our own SQL and what the client make of all rows of a model. */
  async function both({ model, alias, select, row }: MadeRow): Promise<[unknown[], unknown[]]> {
    const { table } = tableOf(model);
    const found = await app.db.$queryRaw<{ row: Unread<object>; id: string }[]>`
      SELECT row_to_json(t) AS row, t.read_id AS id FROM (
        SELECT ${row.columns}, ${Prisma.raw(alias)}.id::text AS read_id
        FROM ${Prisma.raw(table)} ${Prisma.raw(alias)}) AS t`;
    const delegate = app.db[`${model[0]?.toLowerCase() ?? ''}${model.slice(1)}` as 'user'];
    const client = await delegate.findMany({ select: { ...select, id: true } });
    const byId = new Map(client.map((one: { id: string | number }) => [String(one.id), one]));
    const ours = found.map((one) => row.read(one.row));
    const theirs = found.map(({ id }) => byId.get(id));
    const plain = (one: unknown, isAsked: boolean): unknown => {
      const { read_id: _, id, ...rest } = withoutOrder(one, select) as Record<string, unknown>;
      return isAsked ? { id, ...rest } : rest;
    };
    const isAsked = select.id === true;
    return [ours.map((one) => plain(one, isAsked)), theirs.map((one) => plain(one, isAsked))];
  }

  it('are those of the client, member by member, for every select in use', async () => {
    expect(madeRows.length).toBeGreaterThan(10);
    let compared = 0;
    for (const one of madeRows) {
      const [ours, theirs] = await both(one);
      expect(ours, `${one.model} ${Object.keys(one.select).join(' ')}`).toEqual(theirs);
      compared += ours.length;
    }
    expect(compared).toBeGreaterThan(500);
  });

  it('keep the spelling of a status that the client names otherwise', async () => {
    const { id } = await app.make.aRequest({ status: 'EN COURS DE QUALIFICATION' });
    const select = { status: true, dateRequest: true } as const;
    const row = jsonRow('SupportRequest', 'r', select);
    const [found] = await app.db.$queryRaw<{ row: Unread<{ status: never; dateRequest: Date }> }[]>`
      SELECT row_to_json(t) AS row FROM (
        SELECT ${row.columns} FROM requests r WHERE r.id = ${id}) AS t`;
    expect(found && row.read(found.row)).toEqual(
      await app.db.supportRequest.findUnique({ where: { id }, select }),
    );
  });

  it.each<[string, () => unknown]>([
    ['a condition', () => jsonRow('User', 'u', { qualifications: { where: { id: { gt: 1 } } } })],
    ['a relation', () => jsonRow('User', 'u', { sessions: { select: { id: true } } })],
    ['a table', () => jsonRow('Session', 's', { id: true })],
  ])('are not made of %s that nobody has described', (_, make) => {
    expect(make).toThrow(/No SQL|is not described/);
  });
});
