import { setTimeout as delay } from 'node:timers/promises';

import { beforeEach, describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { build, rows } from '../database/statements.repository.ts';
import { queueWorker } from './queue-worker.ts';
import { leasable, leased, leasesOf, type Lease } from './queue.repository.ts';
import { doubling, listed } from './retries.ts';

const app = useTestApp();
let now = new Date();
const leaseSeconds = 120;
const another = '00000000-0000-4000-8000-000000000001';
beforeEach(async () => {
  await app.db.outboxMail.deleteMany();
  now = new Date();
});

const write = (count: number) =>
  app.db.outboxMail.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      ...{ to: `a${String(n)}@example.org`, lang: 'fr', template: 'x', params: {} },
    })),
  });
const take = async (lease: Lease, limit: number) =>
  await rows(
    app.db,
    build
      .updateTable('outbox_mails')
      .set((eb) => ({ ...lease, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', (due) =>
        due
          .selectFrom('outbox_mails')
          .where('state', '=', 'WAITING')
          .orderBy('id')
          .limit(limit)
          .select('id')
          .$call(leasable(now)),
      )
      .returning('id'),
  );
const finish = async (id: number) => {
  await app.db.outboxMail.update({ where: { id }, data: { state: 'SENT', heldBy: null } });
};

type Row = Awaited<ReturnType<typeof take>>[number];
/** A worker that records its rows. */
function worker(done: number[], over: Partial<Parameters<typeof queueWorker<Row>>[1]> = {}) {
  const work = async ({ id }: Row): Promise<void> => {
    done.push(id);
    await finish(id);
  };
  const queue = { name: 'test', table: 'outbox_mails', now: () => now, atOnce: 4 } as const;
  return queueWorker<Row>(app.deps, { ...queue, countsAttempts: true, take, work, ...over });
}
const never = () => new Promise<never>(() => undefined);
const holders = async () => (await app.db.outboxMail.findMany()).map(({ heldBy }) => heldBy);

describe('a queue', () => {
  it('assigns each row to one of several workers, within the limit of each worker', async () => {
    await write(40);
    const done: number[] = [];
    let underWay = 0;
    let most = 0;
    const slow = async ({ id }: Row) => {
      most = Math.max(most, (underWay += 1));
      await delay(5);
      done.push(id);
      await finish(id);
      underWay -= 1;
    };
    const workers = Array.from({ length: 3 }, () => worker(done, { work: slow }));
    await Promise.all(workers.map((one) => one.runDue()));
    expect(done).toHaveLength(40);
    expect(new Set(done).size).toBe(40);
    expect(most).toBeLessThanOrEqual(12);
  });

  it('continues while there are rows, whatever its batch size', async () => {
    await write(9);
    const done: number[] = [];
    const one = worker(done, { atOnce: 2 });
    one.wake();
    await expect.poll(() => done.length, { timeout: 4000 }).toBe(9);
    await one.stop();
  });

  it('releases a row after its lease has expired, but not while the lease is renewed', async () => {
    await write(1);
    const done: number[] = [];
    const [row] = await take(leased(another, now), 1);
    const other = worker(done);
    now = new Date(now.getTime() + (leaseSeconds - 1) * 1000);
    await leasesOf(app.db, 'outbox_mails').renew(leased(another, now));
    now = new Date(now.getTime() + (leaseSeconds - 1) * 1000);
    await other.runDue();
    expect(done).toEqual([]);
    now = new Date(now.getTime() + 2000);
    await other.runDue();
    expect(done).toEqual([row?.id]);
  });

  it('waits for running work when it stops', async () => {
    await write(1);
    let hasEnded = false;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const one = worker([], {
      work: async ({ id }) => {
        await released;
        await finish(id);
        hasEnded = true;
      },
    });
    one.wake();
    await expect.poll(async () => (await holders())[0]).not.toBeNull();
    const stopped = one.stop();
    release();
    await stopped;
    expect(hasEnded).toBe(true);
  });

  it('releases unfinished rows without counting an attempt when it stops, and leases no more rows', async () => {
    await write(6);
    let isCut = false;
    const one = worker([], {
      work: never,
      lastWaitMs: 20,
      cut: () => {
        isCut = true;
        return Promise.resolve();
      },
    });
    one.wake();
    await expect.poll(async () => (await holders()).filter(Boolean).length).toBe(4);
    await one.stop();
    one.wake();
    await one.runDue();
    expect(isCut).toBe(true);
    const left = await app.db.outboxMail.findMany();
    expect(left.map(({ heldBy, heldUntil, attempts }) => [heldBy, heldUntil, attempts])).toEqual(
      Array.from({ length: 6 }, () => [null, null, 0]),
    );
  });

  it('logs a row whose outcome could not be written, and leaves the other rows for later', async () => {
    await write(3);
    const done: number[] = [];
    const one = worker(done, {
      atOnce: 1,
      work: ({ id }) => {
        done.push(id);
        return Promise.reject(new Error('The database is away'));
      },
    });
    await expect(one.runDue()).rejects.toThrow('The database is away');
    expect(done).toHaveLength(1);
    expect(app.logLines.join('\n')).toContain('"event":"queue.work_failed","queue":"test"');
  });
});

describe('the delays after failed attempts', () => {
  it('double up to a limit, and end after the last attempt', () => {
    const retries = doubling(2, 10, 5);
    expect([1, 2, 3, 4, 5, 6].map(retries)).toEqual([2, 4, 8, 10, null, null]);
  });

  it('follow a list with a small random delay, and end with it', () => {
    const retries = listed([5, 300]);
    for (const [made, pause] of [
      [1, 5],
      [2, 300],
    ] as const) {
      expect(retries(made)).toBeGreaterThanOrEqual(pause);
      expect(retries(made)).toBeLessThanOrEqual(pause * 1.1);
    }
    expect(retries(3)).toBeNull();
  });
});
