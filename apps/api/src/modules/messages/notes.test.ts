import { randomUUID } from 'node:crypto';

import type { NoteView } from '@wasl/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../testing/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });
});
afterAll(async () => {
  await app.close();
});

async function aStepWithNotes() {
  const agent = await app.make.anAgent();
  const colleague = await app.make.anAgent({ partnerId: agent.partnerId });
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
  const path = `/processing/step/${String(step.id)}/notes`;
  return { agent, colleague, user, request, step, path };
}

const secret = 'Dossier fragile, à suivre de près';

describe('internal notes', () => {
  it('are written and read by the agents of the organisation, and by them alone', async () => {
    const { agent, colleague, user, request, step, path } = await aStepWithNotes();
    const asAgent = await app.as(agent);
    await asAgent.post(path, { body: secret, clientKey: randomUUID() }).expect(201);
    const answer = await (await app.as(colleague)).get(path).expect(200);
    expect(answer.body).toMatchObject({
      notes: [{ body: secret, author: { name: `${agent.prenom} ${agent.nom}`, isMe: false } }],
      hasEarlier: false,
    });
    // Written for colleagues: nobody is told.
    expect(await app.db.notice.count({ where: { stepId: step.id } })).toBe(0);
    expect((await app.mails()).filter(({ to }) => to === colleague.email)).toEqual([]);

    const asUser = await app.as(user);
    await asUser.get(path).expect(403);
    await asUser.post(path, { body: 'x', clientKey: randomUUID() }).expect(403);
    const other = await app.make.anAgent();
    await app.make.aStep({ requestId: request.id, partnerId: other.partnerId });
    const asOther = await app.as(other);
    await asOther.get(path).expect(404);
    await asOther.post(path, { body: 'x', clientKey: randomUUID() }).expect(404);
    expect(await app.db.stepNote.count({ where: { stepId: step.id } })).toBe(1);
  });

  it('never show in anything the beneficiary can read', async () => {
    const { agent, user, request, step, path } = await aStepWithNotes();
    await (await app.as(agent)).post(path, { body: secret, clientKey: randomUUID() }).expect(201);
    const asUser = await app.as(user);
    const answers = [
      await asUser.get(`/processing/step/${String(step.id)}/messages`),
      await asUser.get('/messages/threads'),
      await asUser.get('/notices'),
      await asUser.get('/unread'),
      await asUser.get(`/requests/${String(request.id)}`),
      await asUser.post('/journeyInstanceProcessingSteps/list', { requestId: request.id }),
      await asUser.get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`),
      await asUser.get('/utilisateurs/export').buffer(),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const { text } of answers) expect(text).not.toContain(secret);
  });

  it('are one when sent twice, also at once, and stay open on a closed step', async () => {
    const { agent, step, path } = await aStepWithNotes();
    await app.db.processingStep.update({
      where: { id: step.id },
      data: { status: 'PROCESSED', percent: 100 },
    });
    const client = await app.as(agent);
    const note = { body: 'Classé', clientKey: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post(path, note).expect(201)),
    );
    expect(new Set(answers.map(({ body }) => (body as NoteView).id)).size).toBe(1);
    expect(await app.db.stepNote.count({ where: { stepId: step.id } })).toBe(1);
  });
});
