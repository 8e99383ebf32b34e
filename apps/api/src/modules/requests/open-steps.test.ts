import { stepStatuses } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { describe, expect, it } from 'vitest';

import type { Db } from '../../platform/database/db.ts';
import { adminOn } from '../../testing/admin.ts';
import { useTestApp } from '../../testing/index.ts';
import { openStepsRepository } from './open-steps.repository.ts';
import { routingRepository } from './routing.repository.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

describe('the stored number of open steps of an organisation', () => {
  const app = useTestApp();

  /** Two organisations and a request. The first organisation has four of its steps. */
  async function given() {
    const [one, other] = [await app.make.aPartner(), await app.make.aPartner()];
    const request = await app.make.aRequest({ status: 'ENTAME' });
    const item = await app.make.aService();
    const step = { requestId: request.id, partnerId: one.id, titleItemId: item.id };
    const written = await app.db.processingStep.createManyAndReturn({
      data: (['ASSIGNED', 'NOT_STARTED', 'REJECTED', 'BLOCKED'] as const).map(
        (status, position) => ({
          ...step,
          position,
          status,
        }),
      ),
      select: { id: true },
    });
    return { one, other, ids: written.map(({ id }) => id) };
  }
  const storedCounts = async (...partners: readonly { id: number }[]) => {
    const all = await openStepsRepository(app.db).all();
    return partners.map(({ id }) => all.get(id) ?? 0);
  };
  const check = async (...words: string[]) => {
    const out: string[] = [];
    const code = await adminOn(app, ['steps', 'check', ...words], (line) => out.push(line), {
      printFault: (line) => out.push(line),
    });
    return { code, text: out.join('\n') };
  };

  it('includes the same statuses as the rules', async () => {
    const rows = await app.db.$queryRaw<{ status: string; isOpen: boolean }[]>`
      SELECT status::text, step_is_open(status) AS "isOpen" FROM unnest(enum_range(NULL::"StepStatus")) status`;
    expect(rows.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual(
      stepStatuses
        .toSorted((a, b) => a.localeCompare(b))
        .map((status) => ({ status, isOpen: openStepStatuses.includes(status) })),
    );
  });

  it('follows created, changed, reassigned and deleted steps', async () => {
    const { one, other, ids } = await given();
    expect(await storedCounts(one, other)).toEqual([3, 0]);
    const set = async (place: number, data: object) =>
      await app.db.processingStep.update({ where: { id: ids[place] ?? 0 }, data });
    await set(0, { status: 'IN_PROGRESS', percent: 40 });
    expect(await storedCounts(one, other)).toEqual([3, 0]);
    await set(0, { status: 'PROCESSED', percent: 100 });
    expect(await storedCounts(one, other)).toEqual([2, 0]);
    await set(0, { status: 'ASSIGNED', percent: 0 });
    expect(await storedCounts(one, other)).toEqual([3, 0]);
    await set(2, { partnerId: other.id });
    expect(await storedCounts(one, other)).toEqual([3, 0]);
    await set(3, { partnerId: other.id });
    expect(await storedCounts(one, other)).toEqual([2, 1]);
    await set(1, { partnerId: other.id, status: 'DECLINED' });
    expect(await storedCounts(one, other)).toEqual([1, 1]);
    await set(2, { partnerId: one.id, status: 'ASSIGNED' });
    expect(await storedCounts(one, other)).toEqual([2, 1]);
    await app.db.processingStep.deleteMany({ where: { id: { in: ids } } });
    expect(await storedCounts(one, other)).toEqual([0, 0]);
  });

  it('ignores changes of a transaction that is rolled back', async () => {
    const { one, ids } = await given();
    await expect(
      app.db.$transaction(async (tx) => {
        await tx.processingStep.deleteMany({ where: { id: { in: ids } } });
        throw new Error('not after all');
      }),
    ).rejects.toThrow('not after all');
    expect(await storedCounts(one)).toEqual([3]);
  });

  it('is unchanged by compaction, which leaves one row per organisation with open steps', async () => {
    const { one, other, ids } = await given();
    const [first = 0, second = 0] = ids;
    const update = (id: number, data: Prisma.ProcessingStepUncheckedUpdateInput) =>
      app.db.processingStep.update({ where: { id }, data });
    await update(first, { status: 'PROCESSED', percent: 100 });
    // The other organisation closes the step too, so its count falls back.
    await update(second, { partnerId: other.id });
    await update(second, { status: 'REJECTED' });
    await openStepsRepository(app.db).addUp();
    expect(await storedCounts(one, other)).toEqual([1, 0]);
    const rows = await app.db.openStepChange.findMany({
      where: { partnerId: { in: [one.id, other.id] } },
      select: { partnerId: true, change: true },
    });
    expect(rows).toEqual([{ partnerId: one.id, change: 1 }]);
  });

  it('is summed once for all organisations that offer a service, even with a nested-loop plan', async () => {
    const service = await app.make.aService();
    for (let made = 0; made < 3; made += 1) await app.make.aPartner({ serviceItems: [service] });
    let sent = { text: '', values: [] as unknown[] };
    const db = {
      $queryRawUnsafe: (text: string, ...values: unknown[]) => {
        sent = { text, values };
        return Promise.resolve([]);
      },
    } as unknown as Db;
    await routingRepository(db).offers([service.id], null);
    const client = await app.deps.pool.connect();
    try {
      await client.query('BEGIN');
      for (const way of ['hashjoin', 'mergejoin', 'material', 'memoize'])
        await client.query(`SET LOCAL enable_${way} = off`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${sent.text}`,
        sent.values,
      );
      await client.query('ROLLBACK');
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const timesOf = (word: string) =>
        plan
          .split('->')
          .filter((node) => node.includes(word))
          .map((node) => /loops=(\d+)/.exec(node)?.[1]);
      expect(timesOf('CTE Scan on busy')).toEqual(['3']);
      expect(timesOf('Group Key: c.partner_id')).toEqual(['1']);
    } finally {
      client.release();
    }
  });

  it('is reported and corrected by the administrator’s command when it is wrong', async () => {
    const { one, other } = await given();
    expect((await check()).code).toBe(0);
    await app.db.openStepChange.createMany({
      data: [
        { partnerId: one.id, change: -2 },
        { partnerId: other.id, change: 5 },
      ],
    });
    const found = await check();
    expect(found.code).toBe(1);
    expect(found.text.split('\n')).toEqual([
      `organisation ${String(one.id)} has 2 open steps more than it is said to have`,
      `organisation ${String(other.id)} has 5 open steps fewer than it is said to have`,
      expect.stringContaining('2 organisations are wrong'),
    ]);
    expect((await check('--repair')).text).toContain(
      'Open steps of 2 organisations counted again.',
    );
    expect((await check()).code).toBe(0);
    expect(await storedCounts(one, other)).toEqual([3, 0]);
  });
});
