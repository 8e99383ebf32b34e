import { describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';

let now = new Date('2026-06-01T10:00:00Z');
const app = useTestApp({ clock: { now: () => now } });

async function aProcessedStep() {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({
    beneficiaryId: user.id,
    status: 'DEMANDE_TRAITE',
    percent: 100,
  });
  const agent = await app.make.anAgent();
  const step = await app.make.aStep({
    requestId: request.id,
    partnerId: agent.partnerId,
    status: 'PROCESSED',
    percent: 100,
  });
  const client = async () => await app.as(user);
  const rate = async (members: object) =>
    (await client()).post('/processing/step/update', {
      processingStepId: step.id,
      beneficiaryRating: 4,
      beneficiaryFeedback: 'Merci',
      ...members,
    });
  return { user, request, agent, step, rate };
}

describe('rating a processed step', () => {
  it('is stored and shown, and can be changed for 7 days', async () => {
    now = new Date('2026-06-01T10:00:00Z');
    const { user, request, agent, step, rate } = await aProcessedStep();
    const answer = await rate({ modifiedBy: 'someone@example.org' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      rating: { beneficiaryRating: 4, beneficiaryFeedback: 'Merci' },
      abilities: { canRate: true },
    });
    expect(await app.db.notice.findMany({ where: { userId: agent.id } })).toMatchObject([
      { kind: 'RATED', requestId: request.id, stepId: step.id, params: { count: 4 } },
    ]);
    now = new Date('2026-06-08T09:59:00Z');
    expect(
      (await rate({ beneficiaryRating: 2, beneficiaryFeedback: 'Finalement non' })).status,
    ).toBe(200);
    now = new Date('2026-06-08T10:01:00Z');
    const late = await rate({ beneficiaryRating: 5 });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'RATING_CLOSED' });
    expect(await app.db.rating.findMany({ where: { stepId: step.id } })).toMatchObject([
      { beneficiaryRating: 2, beneficiaryFeedback: 'Finalement non' },
    ]);
    expect(await app.db.historyEvent.findMany({ where: { requestId: request.id } })).toMatchObject([
      { kind: 'RATED', detail: '4', actorId: user.id },
      { kind: 'RATED', detail: '2', actorId: user.id },
    ]);
  });

  it('returns the step as the person reads it, including all feedback', async () => {
    const { step, rate } = await aProcessedStep();
    expect((await rate({})).body).toMatchObject({ feedbacks: [] });
    await app.db.stepFeedback.create({
      data: { stepId: step.id, kind: 'SAID', percent: 100, text: 'Dossier complet' },
    });
    expect((await rate({})).body).toMatchObject({ feedbacks: [{ text: 'Dossier complet' }] });
  });

  it('changes nothing when it is sent again: one history event, one notice', async () => {
    const { request, agent, rate } = await aProcessedStep();
    await rate({});
    await app.db.notice.updateMany({ where: { userId: agent.id }, data: { readAt: new Date() } });
    expect((await rate({})).body).toMatchObject({ rating: { beneficiaryRating: 4 } });
    expect(await app.db.historyEvent.count({ where: { requestId: request.id } })).toBe(1);
    expect(await app.db.notice.count({ where: { userId: agent.id } })).toBe(1);
  });

  it('uses one connection while twenty calls wait for a lock, so other calls continue', async () => {
    const { request, step, rate } = await aProcessedStep();
    const other = await aProcessedStep();
    const waiting = async (): Promise<number> => {
      const { rows } = await app.deps.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.count ?? 0;
    };
    const blocker = await app.deps.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM requests WHERE id = $1 FOR UPDATE', [request.id]);
    const ratings = Array.from({ length: 20 }, () => rate({}));
    try {
      await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0);
      expect((await other.rate({})).status).toBe(200);
      expect(await waiting()).toBe(1);
    } finally {
      await blocker.query('COMMIT');
      blocker.release();
    }
    const answers = await Promise.all(ratings);
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(await app.db.rating.count({ where: { stepId: step.id } })).toBe(1);
  });

  it('is stored once for twenty simultaneous calls', async () => {
    const { step, rate } = await aProcessedStep();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => rate({ beneficiaryRating: (i % 5) + 1 })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await app.db.rating.count({ where: { stepId: step.id } })).toBe(1);
  });

  it.each<[string, object]>([
    ['no stars', { beneficiaryRating: 0 }],
    ['six stars', { beneficiaryRating: 6 }],
    ['half a star', { beneficiaryRating: 4.5 }],
    ['stars as text', { beneficiaryRating: '4' }],
    ['no text', { beneficiaryFeedback: '  ' }],
    ['a text too long', { beneficiaryFeedback: 'x'.repeat(2001) }],
    ['NUL', { beneficiaryFeedback: 'a\u0000' }],
    ['an operator', { processingStepId: { gt: 0 } }],
  ])('refuses %s', async (_, members) => {
    const { step, rate } = await aProcessedStep();
    expect((await rate(members)).status).toBe(400);
    expect(await app.db.rating.count({ where: { stepId: step.id } })).toBe(0);
  });

  it('is visible to the step’s organisation, but to no other partner', async () => {
    const { request, agent, rate } = await aProcessedStep();
    await rate({});
    const other = await app.make.anAgent();
    await app.make.aStep({ requestId: request.id, partnerId: other.partnerId });
    const seenBy = async (reader: { id: string }) =>
      (
        await (
          await app.as(reader)
        )
          .post('/journeyInstanceProcessingSteps/list', { requestId: request.id })
          .expect(200)
      ).text.includes('Merci');
    expect(await seenBy(agent)).toBe(true);
    expect(await seenBy(other)).toBe(false);
  });
});
