import { Prisma } from '@wasl/db';
import { createTestDatabase, type TestDatabase } from '@wasl/tooling/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { createTestApp, type TestApp, type TestClient } from '../../testing/index.ts';
import { inTransaction, isUnavailable } from './db.ts';
import { readRows } from './reads.repository.ts';

const heavyAtOnce = 2;

describe('reads on separate connections', () => {
  let app: TestApp;
  let client: TestClient;
  beforeAll(async () => {
    app = await createTestApp({
      readLimits: {
        screen: { max: 1, waitMs: 10_000, statementMs: 60_000 },
        heavy: { max: heavyAtOnce, waitMs: 600_000, statementMs: 60_000 },
      },
    });
    client = await app.as(await app.make.anAgent());
  });
  afterAll(() => app.close());

  /** Number of statements of this database that wait for a lock. */
  const waiting = async (): Promise<number> => {
    const [found] = await app.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return found?.count ?? 0;
  };

  it('serve screens while more slow reads are waiting than there are connections', async () => {
    const answers = await inTransaction(
      app.db,
      async (tx) => {
        // Statistics read the ratings; a list does not.
        await tx.$executeRaw`LOCK TABLE ratings IN ACCESS EXCLUSIVE MODE`;
        const period = '/statistics?from=2026-01-01&to=2026-01-31';
        const figures = Array.from({ length: 16 }, () => client.get(period));
        const sent = Promise.all(figures);
        await vi.waitFor(
          async () => {
            expect(await waiting()).toBe(heavyAtOnce);
          },
          { timeout: 60_000 },
        );
        const list = await client.post('/journeyInstanceProcessingSteps/filter', []);
        const unread = await client.get('/unread');
        expect([list.status, unread.status]).toEqual([200, 200]);
        expect(await waiting()).toBe(heavyAtOnce);
        return { sent };
      },
      { timeoutMs: 120_000 },
    );
    const statuses = (await answers.sent).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 16 }, () => 200));
  });

  it('use stable plans for a person’s own requests by number, for steps and for a worklist', async () => {
    const { id: beneficiaryId, ...beneficiary } = await app.make.aBeneficiary();
    const owner = await app.as({ id: beneficiaryId, ...beneficiary });
    const { id: requestId } = await app.make.aRequest({ beneficiaryId });
    const byNumber = [{ key: 'numRequest', operation: 'CONTAINS', value: '2026' }];
    const steps = { requestId, pageNumber: 0, pageSize: 20 };
    // PostgreSQL plans a statement five times for its values before it uses a generic plan.
    for (let time = 0; time < 7; time += 1) {
      await owner.post('/requests/filter', byNumber).expect(200);
      await owner.post('/journeyInstanceProcessingSteps/list', steps).expect(200);
      await client.post('/journeyInstanceProcessingSteps/filter', []).expect(200);
    }
    // A pattern search in all requests of an organisation is planned each time.
    await client.post('/requests/filter', byNumber).expect(200);
    // Screens have one connection here.
    const plans = await readRows<{ statement: string; count: number }>(app.db, 'plans', {
      text: `SELECT statement, custom_plans::int AS count FROM pg_prepared_statements`,
      values: [],
    });
    /** Plan counts of the statements that contain these words. */
    const plannedWith = (...words: readonly string[]): number[] =>
      plans
        .filter(({ statement }) => words.every((word) => statement.includes(word)))
        .map(({ count }) => count);
    expect(plannedWith('"num_request" like')).toEqual([5]);
    expect(plannedWith('"num_request" like', '"beneficiary_id" = ')).toEqual([5]);
    expect(plannedWith('"r"."id" = ', '"feedbacks"')).toEqual([5]);
    expect(plannedWith('"processing_steps" as "s"', '"s"."request_date" desc')).toEqual([5]);
  });

  it('see the writes of their own transaction', async () => {
    const count = async (db: Parameters<typeof readRows>[0]): Promise<number | undefined> => {
      const rows = await readRows<{ count: number }>(
        db,
        'ratings of a test',
        Prisma.sql`SELECT count(*)::int AS count FROM partners`,
      );
      return rows[0]?.count;
    };
    const before = (await count(app.db)) ?? 0;
    await inTransaction(app.db, async (tx) => {
      await tx.partner.create({ data: { title: 'Neuf', titleKey: 'neuf', description: '' } });
      expect([await count(tx), await count(app.db)]).toEqual([before + 1, before]);
    });
  });
});

describe('a read that exceeds its time limit', () => {
  let app: TestApp;
  beforeAll(async () => {
    const limits = { max: 1, waitMs: 10_000, statementMs: 20 };
    app = await createTestApp({ readLimits: { screen: limits, heavy: limits } });
  });
  afterAll(() => app.close());

  it('is cancelled by the database and logged with its name; the caller can retry', async () => {
    const client = await app.as(await app.make.anAgent());
    const answer = await inTransaction(app.db, async (tx) => {
      await tx.$executeRaw`LOCK TABLE processing_steps IN ACCESS EXCLUSIVE MODE`;
      return await client.post('/journeyInstanceProcessingSteps/counts', []);
    });
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    const line = app.logLines
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .find(({ event }) => event === 'db.statement_timeout');
    expect(line).toMatchObject({ read: 'the counts of the worklist', kind: 'heavy' });
    // The log line contains no statement and no personal data.
    expect(JSON.stringify(line)).not.toContain('SELECT');
  });

  it('is recognised as retriable, unlike other errors', () => {
    expect(isUnavailable({ code: '57014' })).toBe(true);
    expect(isUnavailable({ code: '42601' })).toBe(false);
  });
});

describe('reports', () => {
  let replica: TestDatabase;
  beforeAll(async () => {
    replica = await createTestDatabase();
  });
  afterAll(() => replica.drop());

  /**
   * An organisation with one step on `readUrl` as the replica: rows of its list, lines of its export, steps of its
   * statistics.
   */
  const countsWith = async (readUrl: string) => {
    const app = await createTestApp({ env: { DATABASE_READ_URL: readUrl } });
    try {
      const agent = await app.make.anAgent();
      const request = await app.make.aRequest({ status: 'ENTAME' });
      await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
      const client = await app.as(agent);
      const list = await client.post('/journeyInstanceProcessingSteps/filter', []).expect(200);
      const file = await client
        .post('/journeyInstanceProcessingSteps/export?format=csv', [])
        .expect(200);
      return {
        listed: (list.body as { totalElements: number }).totalElements,
        exported: file.text.trim().split('\n').length - 1,
        log: app.logLines.join('\n'),
      };
    } finally {
      await app.close();
    }
  };

  it('are read from the replica, unlike screens', async () => {
    // The replica is another, empty database, so its answers differ.
    expect(await countsWith(replica.url)).toMatchObject({ listed: 1, exported: 0 });
  });

  it('are read from the primary database while the replica is unavailable', async () => {
    const counts = await countsWith('postgresql://nobody@127.0.0.1:1/nothing');
    expect(counts).toMatchObject({ listed: 1, exported: 1 });
    expect(counts.log).toContain('read_replica.unavailable');
  });
});
