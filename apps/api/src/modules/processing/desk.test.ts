import type { DeskColleague } from '@wasl/contracts';
import { describe, expect, it, vi } from 'vitest';

import { saveStep, type TestClient, useTestApp } from '../../testing/index.ts';
import { watchStatements } from '../../testing/watch-statements.ts';

const app = useTestApp({
  env: { RATE_LIMIT_FACTOR: '100' },
  clock: { now: () => new Date('2026-06-15T10:00:00Z') },
});

/** An organisation with a responsable, an agent with files, and two colleagues. */
async function anOffice(files = 3) {
  const responsable = await app.make.anAgent({ prenom: 'Rachida', nom: 'Amrani' });
  const { partnerId } = responsable;
  const agent = (prenom: string) =>
    app.make.anAgent({ partnerId, isResponsible: false, prenom, nom: 'Berrada' });
  const [sick, second, third] = [await agent('Sanae'), await agent('Tarik'), await agent('Wafae')];
  const own = async (userId: string, over: object = {}) => {
    const request = await app.make.aRequest({ status: 'ENTAME' });
    return await app.make.aStep({
      requestId: request.id,
      partnerId,
      status: 'IN_PROGRESS',
      assigneeId: userId,
      ...over,
    });
  };
  const steps: { id: number }[] = [];
  for (let n = 0; n < files; n += 1) steps.push(await own(sick.id));
  const client = await app.as(responsable);
  const desk = async () =>
    ((await client.get('/processing/desk').expect(200)).body as { colleagues: DeskColleague[] })
      .colleagues;
  const ownersOf = async () => {
    const found = await app.db.processingStep.findMany({
      where: { id: { in: steps.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
    });
    return found.map(({ assigneeId }) => assigneeId);
  };
  return { responsable, partnerId, sick, second, third, own, steps, client, desk, ownersOf };
}

const handOver = (client: TestClient, userId: string, body: object = {}) =>
  client.post(`/processing/desk/${userId}/handOver`, {
    until: null,
    to: [],
    reason: null,
    ...body,
  });

const noticesOf = (userId: string) =>
  app.db.notice.findMany({
    where: { userId, kind: 'HANDED_OVER' },
    select: { requestId: true, aboutId: true, params: true },
  });

describe('the desk of a responsable', () => {
  it('counts the open and late files of each colleague who can sign in', async () => {
    const { responsable, partnerId, sick, second, third, own, desk } = await anOffice(2);
    await own(sick.id, { dueOn: new Date('2026-06-14') });
    await own(sick.id, { dueOn: new Date('2026-06-15') });
    await own(sick.id, { status: 'NOT_STARTED' });
    await own(sick.id, { status: 'PROCESSED', percent: 100 });
    await app.make.anAgent({ partnerId, disabledAt: new Date() });
    await app.make.anAgent({ partnerId, approvedAt: null });
    const none = { isSelf: false, open: 0, late: 0, files: 0, absence: null, services: [] };
    expect(await desk()).toEqual([
      { ...none, id: responsable.id, name: 'Rachida Amrani', isSelf: true },
      { ...none, id: sick.id, name: 'Sanae Berrada', open: 4, late: 1, files: 5 },
      { ...none, id: second.id, name: 'Tarik Berrada' },
      { ...none, id: third.id, name: 'Wafae Berrada' },
    ]);
  });
});

describe('the hand-over of all files', () => {
  it('sends the receiver one notice with the reason, and adds a history event to each file', async () => {
    const { responsable, sick, second, steps, client, desk, ownersOf } = await anOffice(3);
    const body = { until: '2026-06-20', to: [second.id], reason: 'Sanae est en congé maladie.' };
    const answer = await handOver(client, sick.id, body).expect(200);
    expect(answer.body).toEqual({ handedOver: 3 });
    expect(await ownersOf()).toEqual([second.id, second.id, second.id]);
    expect(await noticesOf(second.id)).toEqual([
      { requestId: null, aboutId: responsable.id, params: { count: 3, reason: body.reason } },
    ]);
    const read = await (await app.as(second)).get('/notices').expect(200);
    expect(read.body).toMatchObject([
      { kind: 'HANDED_OVER', count: 3, person: 'Rachida Amrani', reason: body.reason },
    ]);
    const lines = await app.db.historyEvent.findMany({
      where: { stepId: { in: steps.map(({ id }) => id) }, kind: 'OWNER' },
    });
    expect(lines).toHaveLength(3);
    for (const line of lines)
      expect(line).toMatchObject({
        fromOwnerId: sick.id,
        toOwnerId: second.id,
        actorId: responsable.id,
        detail: null,
      });
    expect((await desk()).find(({ id }) => id === sick.id)).toMatchObject({
      open: 0,
      absence: { from: '2026-06-15', until: '2026-06-20', substitute: null, hasBegun: true },
    });
  });

  it('assigns each file to the receiver with the fewest files', async () => {
    const { sick, second, third, own, client, ownersOf } = await anOffice(5);
    for (let n = 0; n < 3; n += 1) await own(third.id);
    await own(third.id, { status: 'PROCESSED', percent: 100 });
    const body = { to: [third.id, second.id], reason: 'Congé' };
    await handOver(client, sick.id, body).expect(200);
    const given = await ownersOf();
    expect(given.filter((id) => id === second.id)).toHaveLength(4);
    expect(given.filter((id) => id === third.id)).toHaveLength(1);
    expect(await noticesOf(third.id)).toMatchObject([{ params: { reason: 'Congé' } }]);
    expect(await noticesOf(second.id)).toMatchObject([{ params: { count: 4, reason: 'Congé' } }]);
  });

  it('leaves closed files with the agent, and does not notify a responsable who receives files', async () => {
    const { responsable, sick, own, client, ownersOf } = await anOffice(2);
    const closed = await own(sick.id, { status: 'PROCESSED', percent: 100 });
    const body = { to: [responsable.id], reason: 'Je les prends' };
    await handOver(client, sick.id, body).expect(200);
    expect(await ownersOf()).toEqual([responsable.id, responsable.id]);
    expect(await noticesOf(responsable.id)).toEqual([]);
    expect(
      (await app.db.processingStep.findUniqueOrThrow({ where: { id: closed.id } })).assigneeId,
    ).toBe(sick.id);
  });

  it('releases the files with the absence when there are no receivers', async () => {
    const { sick, client, ownersOf } = await anOffice(2);
    await handOver(client, sick.id, { until: '2026-06-15' }).expect(200);
    expect(await ownersOf()).toEqual([null, null]);
  });

  it('needs the same number of statements for thirty files as for one', async () => {
    const counts = [];
    for (const files of [1, 30]) {
      const { sick, second, client } = await anOffice(files);
      // Caches the caller's session.
      await client.get('/unread').expect(200);
      const texts = watchStatements();
      await handOver(client, sick.id, { to: [second.id], reason: 'Congé' }).expect(200);
      vi.restoreAllMocks();
      counts.push(texts.filter((text) => !text.includes('pg_notify')).length);
    }
    expect(counts).toEqual([9, 9]);
  });
});

describe('a hand-over is refused', () => {
  it('for an agent who is not a responsable, like the desk', async () => {
    const { sick, second, ownersOf } = await anOffice(1);
    const plain = await app.as(second);
    const refused = await handOver(plain, sick.id, { to: [second.id], reason: 'Congé' });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'RESPONSIBLE_REQUIRED' });
    await plain.get('/processing/desk').expect(403);
    expect(await ownersOf()).toEqual([sick.id]);
  });

  it('for the responsable of another organisation', async () => {
    const { sick, second, ownersOf } = await anOffice(1);
    const other = await app.make.anAgent();
    const stranger = await app.as(other);
    for (const to of [[other.id], [second.id], []])
      await handOver(stranger, sick.id, { to, reason: 'Congé', until: '2026-06-20' }).expect(404);
    expect(await ownersOf()).toEqual([sick.id]);
    expect(await app.db.absence.count({ where: { userId: sick.id } })).toBe(0);
    const seen = (await stranger.get('/processing/desk').expect(200)).body as object;
    expect(JSON.stringify(seen)).not.toContain(sick.id);
  });

  it('from and to a colleague who left', async () => {
    const { partnerId, sick, second, client, ownersOf } = await anOffice(1);
    await client.delete(`/partners/${String(partnerId)}/agents/${second.id}`).expect(200);
    await handOver(client, sick.id, { to: [second.id], reason: 'Congé' }).expect(400);
    await handOver(client, second.id, { to: [sick.id], reason: 'Congé' }).expect(404);
    expect(await ownersOf()).toEqual([sick.id]);
  });

  it('to another organisation, to the agent, to an absent colleague, and without a reason', async () => {
    const { sick, second, third, client, ownersOf } = await anOffice(1);
    const stranger = await app.make.anAgent();
    await handOver(client, third.id, { until: '2026-06-20' }).expect(200);
    for (const body of [
      { to: [stranger.id], reason: 'Congé' },
      { to: [second.id, sick.id], reason: 'Congé' },
      { to: [second.id, third.id], reason: 'Congé' },
      { to: [second.id, second.id], reason: 'Congé' },
      { to: [second.id], reason: ' ' },
      { to: [], reason: 'Congé' },
      { to: [second.id], reason: 'Congé', until: '2026-06-14' },
    ])
      await handOver(client, sick.id, body).expect(400);
    expect(await ownersOf()).toEqual([sick.id]);
    expect(await noticesOf(second.id)).toEqual([]);
  });
});

describe('a simultaneous hand-over', () => {
  it('during saves of the agent leaves none of their files behind', async () => {
    const { sick, second, steps, client, ownersOf } = await anOffice(10);
    const own = await app.as(sick);
    const saves = steps.map(({ id }) => saveStep(own, id, 'IN_PROGRESS', 25));
    const body = { until: '2026-06-20', to: [second.id], reason: 'Congé' };
    const answers = await Promise.all([
      ...saves.slice(0, 5),
      handOver(client, sick.id, body),
      ...saves.slice(5),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => 200));
    expect(await ownersOf()).toEqual(steps.map(() => second.id));
  });

  it('in the opposite direction ends with each file at one of the two agents', async () => {
    const { sick, second, own, client, ownersOf } = await anOffice(4);
    for (let n = 0; n < 4; n += 1) await own(second.id);
    const answers = await Promise.all([
      handOver(client, sick.id, { to: [second.id], reason: 'Congé' }),
      handOver(client, second.id, { to: [sick.id], reason: 'Congé' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(await ownersOf()).size).toBe(1);
  });
});
