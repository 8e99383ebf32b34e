import type { AbsenceView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { samplePdf, saveStep, type TestClient, useTestApp } from '../../testing/index.ts';
import { applyAbsences } from './index.ts';

let now = new Date('2026-06-15T10:00:00Z');
const app = useTestApp({ clock: { now: () => now } });

/** A step with an owner, a colleague of the owner, and a document that its person can upload. */
async function aDesk() {
  now = new Date('2026-06-15T10:00:00Z');
  const agent = await app.make.anAgent();
  const { partnerId } = agent;
  const [colleague, third] = [
    await app.make.anAgent({ partnerId }),
    await app.make.anAgent({ partnerId }),
  ];
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  const step = await app.make.aStep({
    requestId: request.id,
    partnerId,
    status: 'IN_PROGRESS',
    percent: 10,
    assigneeId: agent.id,
  });
  const item = await app.make.anItem('DOCUMENT');
  await app.db.stepDocument.create({ data: { stepId: step.id, documentItemId: item.id } });
  const client = await app.as(agent);
  const handIn = async () =>
    await (
      await app.as(user)
    )
      .post(`/processing/step/upload/${String(step.id)}`)
      .attach('files', samplePdf, 'a.pdf')
      .expect(201);
  const notices = async () =>
    (await app.db.notice.findMany({ where: { stepId: step.id, kind: 'DOCUMENTS_RECEIVED' } })).map(
      ({ userId }) => userId,
    );
  const owner = async () =>
    (await app.db.processingStep.findUniqueOrThrow({ where: { id: step.id } })).assigneeId;
  return { agent, colleague, third, client, partnerId, request, step, handIn, notices, owner };
}

const away = (
  client: TestClient,
  body: { from?: string; until?: string; substitute: string | null },
) => client.put('/processing/absence', { from: '2026-06-15', until: '2026-06-20', ...body });

describe('an absent agent', () => {
  it('keeps their steps, and the substitute receives the notifications', async () => {
    const { agent, colleague, client, handIn, notices, owner } = await aDesk();
    const answer = await away(client, { substitute: colleague.id }).expect(200);
    expect((answer.body as { absence: AbsenceView }).absence).toMatchObject({
      from: '2026-06-15',
      until: '2026-06-20',
      substitute: { id: colleague.id },
      hasBegun: true,
    });
    await handIn();
    expect(await notices()).toEqual([colleague.id]);
    expect(await owner()).toBe(agent.id);
    await client.delete('/processing/absence').expect(200);
    expect((await client.get('/processing/absence')).body).toEqual({ absence: null });
  });

  it('loses their steps without a substitute, and cannot be assigned steps during the absence', async () => {
    const { agent, colleague, third, client, step, handIn, notices, owner } = await aDesk();
    await away(client, { substitute: null }).expect(200);
    expect(await owner()).toBeNull();
    const history = await app.db.historyEvent.findMany({
      where: { stepId: step.id, kind: 'OWNER' },
    });
    expect(history).toMatchObject([{ fromOwnerId: agent.id, toOwnerId: null }]);
    await handIn();
    expect((await notices()).sort()).toEqual([agent.id, colleague.id, third.id].sort());
    await saveStep(client, step.id, 'IN_PROGRESS', 40).expect(200);
    expect(await owner()).toBeNull();
    await (
      await app.as(colleague)
    )
      .post(`/processing/step/owner/${String(step.id)}`, { owner: agent.id, expected: null })
      .expect(400);
  });

  it('is absent from the first day on, and returns the day after the last', async () => {
    const { agent, colleague, client, handIn, notices, owner } = await aDesk();
    await away(client, { from: '2026-06-16', substitute: null }).expect(200);
    await applyAbsences(app.deps);
    expect(await owner()).toBe(agent.id);
    now = new Date('2026-06-15T23:30:00Z');
    await applyAbsences(app.deps);
    expect(await owner()).toBeNull();
    now = new Date('2026-06-20T22:00:00Z');
    await applyAbsences(app.deps);
    expect(await app.db.absence.count({ where: { userId: agent.id } })).toBe(1);
    now = new Date('2026-06-20T23:30:00Z');
    await applyAbsences(app.deps);
    expect(await app.db.absence.count({ where: { userId: agent.id } })).toBe(0);
    await handIn();
    expect(await notices()).toContain(colleague.id);
  });

  it('has their steps released in the transaction that removes the substitute', async () => {
    const { colleague, third, client, partnerId, owner } = await aDesk();
    await away(client, { substitute: colleague.id }).expect(200);
    await (
      await app.as(third)
    )
      .delete(`/partners/${String(partnerId)}/agents/${colleague.id}`)
      .expect(200);
    expect(await owner()).toBeNull();
  });

  it('owns no step after ten saves during the start of the absence, and no save is lost', async () => {
    const { agent, client, partnerId } = await aDesk();
    const steps = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const request = await app.make.aRequest({ status: 'NOUVEAU' });
        return await app.make.aStep({ requestId: request.id, partnerId });
      }),
    );
    const saves = steps.map(({ id }) => saveStep(client, id, 'IN_PROGRESS', 25));
    const answers = await Promise.all([
      ...saves.slice(0, 5),
      away(client, { substitute: null }),
      ...saves.slice(5),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => 200));
    const after = await app.db.processingStep.findMany({
      where: { id: { in: steps.map(({ id }) => id) } },
    });
    expect(after.every(({ percent }) => percent === 25)).toBe(true);
    expect(after.filter(({ assigneeId }) => assigneeId === agent.id)).toEqual([]);
  });

  it.each([
    [
      'the absent agent',
      async ({ agent }: Awaited<ReturnType<typeof aDesk>>) => Promise.resolve(agent.id),
    ],
    ['somebody of another organisation', async () => (await app.make.anAgent()).id],
  ])('cannot choose %s as substitute', async (_, who) => {
    const desk = await aDesk();
    await away(desk.client, { substitute: await who(desk) }).expect(400);
    await away(desk.client, { substitute: null, until: '2026-06-14', from: '2026-06-10' }).expect(
      400,
    );
    await away(desk.client, { substitute: null, until: '2026-06-14' }).expect(400);
  });
});
