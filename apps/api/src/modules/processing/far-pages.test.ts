import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp, type TestClient } from '../../testing/index.ts';

const size = 200;
/** More than ten pages of the largest size, the last of them not full. */
const count = 2350;

describe('the pages of a long worklist', () => {
  let app: TestApp;
  let client: TestClient;
  beforeAll(async () => {
    app = await createTestApp();
    const agent = await app.make.anAgent();
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
    expect(totalElements).toBe(count);
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
});
