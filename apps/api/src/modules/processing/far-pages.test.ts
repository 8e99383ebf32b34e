// @module-tag slow

import { mostCounted } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';

const size = 200;
/** More than ten pages of the largest size. The last page is partly filled. */
const count = 2350;

describe('the pages of a long worklist', () => {
  let client: TestClient;
  let agentId: string;
  const app = useTestApp();
  beforeAll(async () => {
    const agent = await app.make.anAgent();
    agentId = agent.id;
    const { id: beneficiaryId } = await app.make.aBeneficiary();
    const { id: service } = await app.make.aService();
    // Days and percents repeat, every seventh step was never assigned, and every other step has a stopped clock.
    await app.db.$executeRaw`
      WITH made AS (
        INSERT INTO requests (num_request, beneficiary_id, description, status, percent, date_request, submitted_at, updated_at)
        SELECT '2026-' || lpad(n::text, 6, '0'), ${beneficiaryId}::uuid, 'Un besoin',
          (CASE WHEN n % 3 = 0 THEN 'DEMANDE_TRAITE' ELSE 'ENTAME' END)::"RequestStatus", 0,
          now() - make_interval(days => n % 50), now(), now()
        FROM generate_series(1, ${count}::int) n RETURNING id)
      INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, percent, assigned_at, due_on, updated_at)
      SELECT id, 0, ${service}::int, ${agent.partnerId}::int, 'IN_PROGRESS', id % 10,
        CASE WHEN id % 7 = 0 THEN NULL ELSE now() - make_interval(days => id % 30) END,
        CASE WHEN id % 2 = 0 THEN current_date + 9 + id % 20 END, now()
      FROM made`;
    client = await app.as(agent);
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
    // The total stops at the counting limit, except for a page beyond it.
    expect(totalElements).toBe((page + 1) * size > mostCounted ? count : mostCounted + 1);
    return results.map(({ processingStepId }) => processingStepId);
  };
  const all = async (sort: string): Promise<number[]> => {
    const found: number[] = [];
    for (let page = 0; page * size < count; page += 1) found.push(...(await pageOf(sort, page)));
    return found;
  };

  it.each(['dateRequest', 'assignedAt', 'percent', 'numRequest'])(
    'contain each step once, in the order of %s, near and far',
    async (field) => {
      const up = await all(`${field},asc`);
      expect(new Set(up).size).toBe(count);
      // A far page in one direction is a near page in the other.
      expect(await all(`${field},desc`)).toEqual(up.toReversed());
      expect(await pageOf(`${field},asc`, Math.ceil(count / size))).toEqual([]);
    },
  );

  interface Answered {
    readonly ids: readonly number[];
    readonly total: number;
    readonly next: string | undefined;
    readonly previous: string | undefined;
  }
  const lists = {
    worklist: '/journeyInstanceProcessingSteps/filter',
    requests: '/requests/filter',
  } as const;
  const read = async (
    list: keyof typeof lists,
    query: Readonly<Record<string, string | number>>,
    criteria: readonly object[] = [],
  ): Promise<Answered> => {
    const asked = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) asked.set(key, String(value));
    const { body, headers } = await client
      .post(`${lists[list]}?${asked.toString()}`, [...criteria])
      .expect(200);
    const rows = (Array.isArray(body) ? body : (body as { results: unknown[] }).results) as {
      id: number;
      processingStepId: number;
    }[];
    const header = (name: string) => (headers as Record<string, string | undefined>)[name];
    return {
      ids: rows.map((row) => (list === 'worklist' ? row.processingStepId : row.id)),
      total: Number(header('x-total-count')),
      next: header('x-next-position'),
      previous: header('x-previous-position'),
    };
  };

  /** Ninety-nine rows. */
  const few = [{ key: 'numRequest', operation: 'CONTAINS', value: '-0000' }];

  it.each([
    ...[
      'dateRequest',
      'assignedAt',
      'percent',
      'numRequest',
      'dueOn',
      'beneficiary',
      'service',
    ].map((field) => ['worklist', field, 'few'] as const),
    ...['dateRequest', 'numRequest', 'status'].map((field) => ['requests', field, 'few'] as const),
    // The unfiltered list uses another statement, which starts at the steps.
    ['requests', 'dateRequest', 'all'] as const,
    ['worklist', 'dueOn', 'all'] as const,
  ])(
    'are the same by cursor as by number, forward and back: %s by %s, %s',
    async (list, field, which) => {
      const [criteria, rows, total, most] =
        which === 'few' ? [few, 15, 99, 99] : [[], size, mostCounted + 1, count];
      for (const sort of [`${field},asc`, `${field},desc`]) {
        const byNumber: (readonly number[])[] = [];
        for (let page = 0; page * rows < most; page += 1)
          byNumber.push((await read(list, { sort, size: rows, page }, criteria)).ids);
        expect(new Set(byNumber.flat()).size).toBe(most);

        const forward: Answered[] = [];
        let next: string | undefined;
        do {
          const page = forward.length;
          const position = next === undefined ? {} : { position: next };
          const answer = await read(list, { sort, size: rows, page, ...position }, criteria);
          forward.push(answer);
          ({ next } = answer);
        } while (next !== undefined);
        expect(forward.map(({ ids }) => ids)).toEqual(byNumber);
        // The total comes from the first page; later pages do not count again.
        expect(new Set(forward.map((answer) => answer.total))).toEqual(new Set([total]));

        const back: (readonly number[])[] = [];
        let { previous } = forward.at(-1) ?? { previous: undefined };
        for (let page = byNumber.length - 2; previous !== undefined; page -= 1) {
          const position = { position: previous };
          const answer: Answered = await read(
            list,
            { sort, size: rows, page, ...position },
            criteria,
          );
          back.unshift(answer.ids);
          expect(answer.next).toBeDefined();
          ({ previous } = answer);
        }
        expect(back).toEqual(byNumber.slice(0, -1));
      }
    },
  );

  it('continue from the reader’s cursor, even when rows are added or removed', async () => {
    const sort = 'dateRequest,desc';
    const first = await read('worklist', { sort, size, page: 0 });
    const second = await read('worklist', { sort, size, page: 1 });
    const { id: beneficiaryId } = await app.make.aBeneficiary();
    const agent = await app.db.user.findUniqueOrThrow({ where: { id: agentId } });
    const made: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const request = await app.make.aRequest({ beneficiaryId, status: 'ENTAME' });
      made.push(request.id);
      await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId ?? 0 });
    }
    // The row of the cursor moves to another organisation.
    const last = first.ids.at(-1) ?? 0;
    await app.db.processingStep.update({ where: { id: last }, data: { status: 'DECLINED' } });
    try {
      const position = first.next ?? '';
      expect((await read('worklist', { sort, size, page: 1, position })).ids).toEqual(second.ids);
      expect((await read('worklist', { sort, size, page: 1 })).ids).not.toEqual(second.ids);
    } finally {
      await app.db.processingStep.update({ where: { id: last }, data: { status: 'IN_PROGRESS' } });
      await app.db.processingStep.deleteMany({ where: { requestId: { in: made } } });
    }
  });

  it('show the same total by number and by cursor beyond a thousand rows', async () => {
    const far = await read('worklist', { size, page: 6 });
    expect(far.total).toBe(count);
    const after = await read('worklist', { size, page: 7, position: far.next ?? '' });
    expect(after.total).toBe(count);
  });

  it('fall back to the page number when the cursor does not match their order', async () => {
    const sort = 'percent,asc';
    const wanted = await read('worklist', { sort, size, page: 2 });
    const { next = '' } = await read('worklist', { sort: 'percent,desc', size, page: 1 });
    const written = (members: unknown) =>
      Buffer.from(JSON.stringify(members)).toString('base64url');
    for (const position of [
      next,
      'nonsense',
      written(null),
      written(['after', sort, 'x', 7, 9]),
      written(['after', sort, 1.5, 7, 9]),
      written(['after', sort, null, 7, 9]),
      written(['after', sort, 1, 2 ** 40, 9]),
      written(['between', sort, 1, 7, 9]),
    ])
      expect((await read('worklist', { sort, size, page: 2, position })).ids).toEqual(wanted.ids);
    const dueOn = written(['after', 'dueOn,asc', '2026-02-31', 7, 9]);
    await read('worklist', { sort: 'dueOn,asc', page: 2, position: dueOn });
    const number = written(['after', 'numRequest,asc', 'a\u0000', 7, 9]);
    await read('worklist', { sort: 'numRequest,asc', page: 2, position: number });
    for (const position of ['*', 'a'.repeat(401)])
      await client.post(`${lists.worklist}?position=${position}`, []).expect(400);
  });

  it('have a limited count, in each part and for each owner filter', async () => {
    const more = mostCounted + 1;
    const countsOf = async (query: string, criteria: unknown[] = []): Promise<unknown> =>
      (await client.post(`/journeyInstanceProcessingSteps/counts${query}`, criteria).expect(200))
        .body as unknown;
    // All steps are open without an owner, except a few that have an owner or are late, blocked or processed.
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
    // A filter with few rows is counted by one scan, with the same result.
    expect(
      await countsOf('?owner=mine', [
        { key: 'stepStatus', operation: 'EQUALS', value: 'PROCESSED' },
      ]),
    ).toMatchObject({ all: 7, todo: 0, done: 7, mine: 7, nobodys: 0, everybodys: 7 });
  });
});
