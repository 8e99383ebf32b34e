import {
  dayOf,
  type HistoryItem,
  type NoticeView,
  type OrganisationStatistics,
  type RequestView,
  type WorklistRow,
} from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { createOutbox } from '../../platform/mail/outbox.ts';
import type { Mail } from '../../platform/mail/mails/index.ts';
import {
  aJourneyUnderWay,
  rateStep,
  saveStep,
  type TestClient,
  useTestApp,
} from '../../testing/index.ts';
import { requestHold, reviewDeadlines } from '../requests/index.ts';

const app = useTestApp();

const takeBack = (client: TestClient, { id }: { id: number }) =>
  client.post(`/processing/step/take-back/${String(id)}`);
const noticesOf = async (client: TestClient, requestId: number) =>
  ((await client.get('/notices').expect(200)).body as NoticeView[])
    .filter((notice) => notice.requestId === requestId)
    .map(({ kind }) => kind);
const rowOf = async (client: TestClient, requestId: number) =>
  (
    (await client.post('/journeyInstanceProcessingSteps/filter?size=50', []).expect(200)).body as {
      results: WorklistRow[];
    }
  ).results.find(({ id }) => id === requestId);

/** A journey whose first step is closed at 100 %, from 40 %, so the second step is assigned. */
async function aClosedStep() {
  const journey = await aJourneyUnderWay(app);
  const { update, user, next } = journey;
  await update({ status: 'IN_PROGRESS', percent: 40, partnerFeedback: 'Vu' }).expect(200);
  await update({ status: 'PROCESSED', percent: 100, partnerFeedback: 'Fini' }).expect(200);
  return { ...journey, owner: await app.as(user), other: await app.as(next) };
}

async function wrongDeadlines(requestId: number) {
  const found: unknown[] = [];
  for await (const wrong of reviewDeadlines(app.db, app.deps.clock.now(), false))
    found.push(...wrong.filter((one) => one.requestId === requestId));
  return found;
}

describe('undoing the closing of a step', () => {
  it('restores the step, and resets the step that it opened to NOT_STARTED', async () => {
    const { client, other, owner, request, first, second, agent, read } = await aClosedStep();
    const closed = await read();
    expect(closed.steps.map(({ status }) => status)).toEqual(['PROCESSED', 'ASSIGNED']);
    expect((await rowOf(client, request.id))?.takeBackSeconds).toBeGreaterThan(500);
    expect(await noticesOf(other, request.id)).toEqual(['NEW_STEP']);
    await takeBack(client, first).expect(200, { success: true });

    const { steps, ...now } = await read();
    expect(now).toMatchObject({ status: 'ENTAME', percent: 20 });
    expect(steps).toMatchObject([
      {
        ...{ status: 'IN_PROGRESS', percent: 40, processedAt: null, closedFromStatus: null },
        ...{ assigneeId: agent.id, partnerFeedback: 'Fini' },
        version: (closed.steps[0]?.version ?? 0) + 1,
      },
      {
        ...{ status: 'NOT_STARTED', assignedAt: null, dueOn: null, daysLeft: null },
        version: (closed.steps[1]?.version ?? 0) + 1,
      },
    ]);
    expect(steps[0]?.dueOn).not.toBeNull();
    expect(await wrongDeadlines(request.id)).toEqual([]);
    expect((await rowOf(client, request.id))?.takeBackSeconds).toBeNull();

    // Unread notices are removed, and each side gets one notice about the undo.
    expect(await noticesOf(other, request.id)).toEqual(['TURN_TAKEN_BACK']);
    const notices = await noticesOf(owner, request.id);
    expect(notices.filter((kind) => kind !== 'STATUS')).toEqual(['REOPENED']);
    const { items } = (await client.get(`/requests/${String(request.id)}/history`).expect(200))
      .body as { items: HistoryItem[] };
    expect(items.slice(-2).map(({ what, by }) => [what, by?.kind ?? null])).toEqual([
      ['reopened', 'self'],
      ['waits', null],
    ]);

    // The step continues and is closed again.
    await saveStep(client, first.id, 'PROCESSED', 100, { version: steps[0]?.version }).expect(200);
    expect((await read()).steps.map(({ status }) => status)).toEqual(['PROCESSED', 'ASSIGNED']);
    expect(await noticesOf(other, request.id)).toEqual(['NEW_STEP', 'TURN_TAKEN_BACK']);
    expect((await read()).steps[1]?.id).toBe(second.id);
  });

  it('sets a handled request in progress again; a mail reports it, and there is nothing to rate', async () => {
    const { client, owner, request, first, read } = await aClosedStep();
    await app.db.processingStep.deleteMany({
      where: { requestId: request.id, position: { gt: 0 } },
    });
    await app.db.processingStep.update({
      where: { id: first.id },
      data: { status: 'ASSIGNED', percent: 0 },
    });
    await saveStep(client, first.id, 'PROCESSED', 100).expect(200);
    expect((await read()).status).toBe('DEMANDE_TRAITE');
    await takeBack(client, first).expect(200);
    expect(await read()).toMatchObject({
      ...{ status: 'NOUVEAU', percent: 0 },
      steps: [{ status: 'ASSIGNED', processingStartDate: null }],
    });
    const written = (await app.mails()).filter(({ template }) => template === 'closingTakenBack');
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({ lang: 'es', params: { requestId: request.id } });
    await rateStep(owner, first.id, 5, 'Bien').expect(409);
    const view = (await owner.get(`/requests/${String(request.id)}`).expect(200))
      .body as RequestView;
    expect(view.status.code).toBe('NOUVEAU');
  });

  it('removes the closing from the statistics', async () => {
    const { client, first } = await aClosedStep();
    const day = dayOf(app.deps.clock.now());
    const closed = async () => {
      const { body } = await client.get(`/statistics?from=${day}&to=${day}`).expect(200);
      return (body as OrganisationStatistics).closed;
    };
    expect(await closed()).toBe(1);
    await takeBack(client, first).expect(200);
    expect(await closed()).toBe(0);
  });
});

it('cancels only the unsent mail to the next organisation', async () => {
  const waiting = createOutbox({
    wake: () => undefined,
    mergeMinutes: 10,
    sealing: app.deps.sealing,
  });
  const { next, client, first, second, request } = await aClosedStep();
  const mail = (stepId: number, numRequest: string): Mail => ({
    to: next.email,
    lang: 'fr',
    template: 'stepAssigned',
    params: {
      ...{ name: 'Sara', organisation: 'CRI', service: 'Conseil' },
      ...{ numRequest, requestId: request.id, stepId },
    },
  });
  await app.db.outboxMail.deleteMany({ where: { to: next.email } });
  const mails = [mail(second.id, request.numRequest), mail(second.id + 1, 'another')];
  for (const one of mails) await waiting.enqueue(app.db, one);
  await takeBack(client, first).expect(200);
  const left = await app.db.outboxMail.findMany({ where: { to: next.email } });
  expect(left).toMatchObject([{ params: { stepId: second.id + 1 } }]);
});

describe('undoing a closing is refused', () => {
  const expectFinal = async (client: TestClient, step: { id: number }, because: string) => {
    const { body } = await takeBack(client, step).expect(409);
    expect(body).toMatchObject({ code: 'CLOSING_STANDS', details: { because } });
  };

  it('after ten minutes of the database’s clock', async () => {
    const { client, first } = await aClosedStep();
    await app.db.$executeRaw`
      UPDATE processing_steps SET processed_at = now() - interval '10 minutes' WHERE id = ${first.id}`;
    await expectFinal(client, first, 'late');
  });

  it('once the person has rated the step', async () => {
    const { client, owner, first } = await aClosedStep();
    await rateStep(owner, first.id, 2, 'Bof').expect(200);
    await expectFinal(client, first, 'rated');
  });

  it('once the next organisation has claimed the opened step, written on it, or begun it', async () => {
    const acts = [
      ({ other, next, second }) =>
        other
          .post(`/processing/step/owner/${String(second.id)}`, { owner: next.id, expected: null })
          .expect(200),
      ({ update, other, second }) =>
        saveStep(other, second.id, 'IN_PROGRESS', 5)
          .expect(200)
          .then(() => update),
    ] satisfies ((closed: Awaited<ReturnType<typeof aClosedStep>>) => PromiseLike<unknown>)[];
    for (const act of acts) {
      const closed = await aClosedStep();
      await act(closed);
      await expectFinal(closed.client, closed.first, 'others');
      expect((await closed.read()).steps[0]).toMatchObject({ status: 'PROCESSED', percent: 100 });
    }
  });

  it('while the request is on hold, and for a step that is not closed', async () => {
    const { client, request, first, second, other } = await aClosedStep();
    await takeBack(other, second)
      .expect(409)
      .expect(({ body }) => expect(body).toMatchObject({ code: 'STATE_CONFLICT' }));
    await requestHold(app.deps).hold(request.numRequest, 'Congés');
    await expectFinal(client, first, 'request');
  });

  it('for every caller outside its own organisation', async () => {
    const { owner, other, first, read } = await aClosedStep();
    await takeBack(owner, first).expect(403);
    await takeBack(other, first).expect(404);
    await takeBack(await app.as(await app.make.anAgent()), first).expect(404);
    expect((await read()).steps[0]).toMatchObject({ status: 'PROCESSED' });
  });
});

describe('of several simultaneous calls', () => {
  it('one undoes the closing, with one history event and one notice', async () => {
    const { agent, request, first, client, owner } = await aClosedStep();
    const colleague = await app.as(await app.make.anAgent({ partnerId: agent.partnerId }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => takeBack(i % 2 === 0 ? client : colleague, first)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
    const lines = await app.db.historyEvent.count({
      where: { requestId: request.id, stepId: first.id, fromStatus: 'PROCESSED' },
    });
    expect(lines).toBe(1);
    expect((await noticesOf(owner, request.id)).filter((kind) => kind === 'REOPENED')).toHaveLength(
      1,
    );
  });

  it('either the undo or the begin of the next organisation succeeds, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { client, other, first, second, read } = await aClosedStep();
      const begin = () => saveStep(other, second.id, 'IN_PROGRESS', 5);
      const [taken, begun] =
        round % 2 === 0
          ? await Promise.all([takeBack(client, first), begin()])
          : await Promise.all([begin(), takeBack(client, first)]).then(([b, a]) => [a, b] as const);
      expect([taken.status, begun.status].sort()).toEqual([200, 409]);
      expect((await read()).steps.map(({ status }) => status)).toEqual(
        taken.status === 200 ? ['IN_PROGRESS', 'NOT_STARTED'] : ['PROCESSED', 'IN_PROGRESS'],
      );
    }
  });

  it('either the undo succeeds or the next organisation claims the opened step', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { client, other, next, first, second, read } = await aClosedStep();
      const [taken, claimed] = await Promise.all([
        takeBack(client, first),
        other.post(`/processing/step/owner/${String(second.id)}`, {
          owner: next.id,
          expected: null,
        }),
      ]);
      // The owner of a waiting step can be set too. With the closing in force, the step stays assigned.
      expect(claimed.status).toBe(200);
      const { steps } = await read();
      expect(steps[1]).toMatchObject({
        status: taken.status === 200 ? 'NOT_STARTED' : 'ASSIGNED',
        assigneeId: next.id,
      });
    }
  });
});
