import { mostCounted } from '@wasl/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp, type TestClient } from '../../testing/index.ts';

const size = 200;
/** More than ten pages of the largest size, the last of them not full. */
const count = 2350;

describe('the pages of a long worklist', () => {
  let app: TestApp;
  let client: TestClient;
  let agentId: string;
  beforeAll(async () => {
    app = await createTestApp();
    const agent = await app.make.anAgent();
    agentId = agent.id;
    const { id: beneficiaryId } = await app.make.aBeneficiary();
    const { id: service } = await app.make.aService();
    // Days and percents repeat, and every seventh step was never assigned.
    await app.db.$executeRaw`
      WITH made AS (
        INSERT INTO requests (num_request, beneficiary_id, description, status, percent, date_request, submitted_at, updated_at)
        SELECT '2026-' || lpad(n::text, 6, '0'), ${beneficiaryId}::uuid, 'Un besoin', 'ENTAME', 0,
          now() - make_interval(days => n % 50), now(), now()
        FROM generate_series(1, ${count}::int) n RETURNING id)
      INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, percent, assigned_at, updated_at)
      SELECT id, 0, ${service}::int, ${agent.partnerId}::int, 'IN_PROGRESS', id % 10,
        CASE WHEN id % 7 = 0 THEN NULL ELSE now() - make_interval(days => id % 30) END, now()
      FROM made`;
    client = await app.as(agent);
  });
  afterAll(async () => {
    await app.close();
  });

  const pageOf = async (sort: string, page: number): Promise<number[]> => {
    const { body } = await client
      .post(
        `/journeyInstanceProcessingSteps/filter?sort=${sort}&size=${String(size)}&page=${String(page)}`,
        [],
      )
      .expect(200);
    const { results, totalElements } = body as {
      results: { processingStepId: number }[];
      totalElements: number;
    };
    // Counted as far as screens show; a page beyond says how many there are.
    expect(totalElements).toBe((page + 1) * size > mostCounted ? count : mostCounted + 1);
    return results.map(({ processingStepId }) => processingStepId);
  };
  const all = async (sort: string): Promise<number[]> => {
    const found: number[] = [];
    for (let page = 0; page * size < count; page += 1) found.push(...(await pageOf(sort, page)));
    return found;
  };

  it.each(['dateRequest', 'assignedAt', 'percent', 'numRequest'])(
    'hold each step once, in the order of %s, near and far',
    async (field) => {
      const up = await all(`${field},asc`);
      expect(new Set(up).size).toBe(count);
      // What is near one way is far the other.
      expect(await all(`${field},desc`)).toEqual(up.toReversed());
      expect(await pageOf(`${field},asc`, Math.ceil(count / size))).toEqual([]);
    },
  );

  it('are counted as far as they are shown, each part and whose they are', async () => {
    const more = mostCounted + 1;
    const countsOf = async (query: string, criteria: unknown[] = []): Promise<unknown> =>
      (await client.post(`/journeyInstanceProcessingSteps/counts${query}`, criteria).expect(200))
        .body as unknown;
    // All are open and nobody's; a few are somebody's, late, blocked or done.
    const steps = await app.db.processingStep.findMany({ orderBy: { id: 'asc' }, take: 40 });
    const at = (from: number, to: number) => ({
      where: { id: { in: steps.slice(from, to).map(({ id }) => id) } },
    });
    await app.db.processingStep.updateMany({ ...at(0, 3), data: { assigneeId: agentId } });
    await app.db.processingStep.updateMany({ ...at(2, 7), data: { dueOn: new Date(0) } });
    await app.db.processingStep.updateMany({ ...at(10, 16), data: { status: 'BLOCKED' } });
    await app.db.processingStep.updateMany({
      ...at(20, 27),
      data: { status: 'PROCESSED', percent: 100, assigneeId: agentId },
    });
    expect(await countsOf('')).toEqual({
      all: more,
      todo: more,
      waiting: 0,
      blocked: 6,
      late: 5,
      done: 7,
      mine: 10,
      nobodys: more,
      everybodys: more,
    });
    expect(await countsOf('?tab=late&owner=mine')).toEqual({
      all: 10,
      todo: 3,
      waiting: 0,
      blocked: 0,
      late: 1,
      done: 7,
      mine: 1,
      nobodys: 4,
      everybodys: 5,
    });
    // A filter that holds few is counted by one scan, and says the same.
    expect(
      await countsOf('?owner=mine', [
        { key: 'stepStatus', operation: 'EQUALS', value: 'PROCESSED' },
      ]),
    ).toMatchObject({ all: 7, todo: 0, done: 7, mine: 7, nobodys: 0, everybodys: 7 });
  });
});
