import { randomUUID } from 'node:crypto';

import type { NoteView, NoticeView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });

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
  it('can be written and read only by the agents of the organisation', async () => {
    const { agent, colleague, user, request, step, path } = await aStepWithNotes();
    const asAgent = await app.as(agent);
    await asAgent.post(path, { body: secret, clientKey: randomUUID() }).expect(201);
    const answer = await (await app.as(colleague)).get(path).expect(200);
    expect(answer.body).toMatchObject({
      notes: [{ body: secret, author: { name: `${agent.prenom} ${agent.nom}`, isMe: false } }],
      hasEarlier: false,
    });
    // A note without mentions notifies no user.
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

  it('never appear in a response to the beneficiary', async () => {
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

  it('are stored once when sent repeatedly, and can be added to a closed step', async () => {
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

describe('colleagues mentioned in a note', () => {
  const mentions = (path: string, named: readonly string[], clientKey: string = randomUUID()) =>
    [path, { body: 'À voir avec @quelqu’un', clientKey, mentions: named }] as const;

  it('get one notice and one mail, which link to the note without its text', async () => {
    const { agent, colleague, request, step, path } = await aStepWithNotes();
    const other = await app.make.anAgent({ partnerId: agent.partnerId });
    await app.db.refusedMail.deleteMany({ where: { userId: { in: [colleague.id, other.id] } } });
    const client = await app.as(agent);
    const key = randomUUID();
    const wanted = [colleague.id, other.id, agent.id, colleague.id.toUpperCase()];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.post(...mentions(path, wanted, key)).expect(201)),
    );
    const named = (answers.map(({ body }) => body as NoteView)[0] as NoteView).mentions;
    expect(new Set(named)).toEqual(
      new Set(
        [colleague, other, agent].map(({ id, prenom, nom }) => ({
          id,
          name: `${prenom} ${nom}`,
          isMe: id === agent.id,
          isSeen: id === agent.id,
        })),
      ),
    );
    const reader = await app.as(colleague);
    const notices = (await reader.get('/notices').expect(200)).body as NoticeView[];
    expect(notices.filter(({ kind }) => kind === 'MENTIONED')).toMatchObject([
      {
        target: 'WORKLIST',
        requestId: request.id,
        stepId: step.id,
        person: `${agent.prenom} ${agent.nom}`,
        isRead: false,
      },
    ]);
    // Authors are not notified of their own mentions.
    expect(await app.db.notice.count({ where: { userId: agent.id, kind: 'MENTIONED' } })).toBe(0);
    const mails = async (to: string) =>
      (await app.mails()).filter((mail) => mail.template === 'noteMention' && mail.to === to);
    expect(await mails(colleague.email)).toHaveLength(1);
    expect(await mails(agent.email)).toHaveLength(0);
    expect(JSON.stringify(await mails(colleague.email))).not.toContain('À voir');
    // Until the mention is read, the next mention only adds a notice in the portal.
    await client.post(...mentions(path, [colleague.id])).expect(201);
    expect(await mails(colleague.email)).toHaveLength(1);
    const page = (await reader.get(path).expect(200)).body as { notes: NoteView[] };
    const last = page.notes.at(-1);
    expect(last?.mentions).toMatchObject([{ isMe: true, isSeen: false }]);
    await reader.put(`${path}/read`, { upTo: last?.id }).expect(200);
    expect(
      await app.db.notice.count({
        where: { userId: colleague.id, kind: 'MENTIONED', readAt: null },
      }),
    ).toBe(0);
    expect(await app.db.noteMention.count({ where: { userId: other.id, seenAt: null } })).toBe(1);
    await client.post(...mentions(path, [colleague.id])).expect(201);
    expect(await mails(colleague.email)).toHaveLength(2);
  });

  it('are active agents of the step’s organisation, and at most fifty', async () => {
    const { agent, user, step, path } = await aStepWithNotes();
    const client = await app.as(agent);
    const stranger = await app.make.anAgent();
    const closed = await app.make.anAgent({ partnerId: agent.partnerId, disabledAt: new Date() });
    const awaiting = await app.make.anAgent({ partnerId: agent.partnerId, approvedAt: null });
    for (const id of [stranger.id, closed.id, awaiting.id, user.id, randomUUID()]) {
      const { body } = await client.post(...mentions(path, [agent.id, id])).expect(400);
      expect(body).toMatchObject({ errors: [{ path: 'mentions' }] });
    }
    const many = Array.from({ length: 51 }, () => agent.id);
    await client.post(...mentions(path, many)).expect(400);
    await client.post(...mentions(path, many.slice(1))).expect(201);
    // A refused note leaves no trace.
    expect(await app.db.stepNote.count({ where: { stepId: step.id } })).toBe(1);
    expect(await app.db.notice.count({ where: { kind: 'MENTIONED', stepId: step.id } })).toBe(0);
  });

  it('keep their name in the note after their access ends', async () => {
    const { agent, colleague, user, path } = await aStepWithNotes();
    const client = await app.as(agent);
    const note = (await client.post(...mentions(path, [colleague.id])).expect(201))
      .body as NoteView;
    const read = `${path}/read`;
    await (await app.as(user)).put(read, { upTo: note.id }).expect(403);
    await (await app.as(await app.make.anAgent())).put(read, { upTo: note.id }).expect(404);
    await app.db.user.update({ where: { id: colleague.id }, data: { disabledAt: new Date() } });
    const page = (await client.get(path).expect(200)).body as { notes: NoteView[] };
    expect(page.notes[0]?.mentions).toEqual([
      {
        id: colleague.id,
        name: `${colleague.prenom} ${colleague.nom}`,
        isMe: false,
        isSeen: false,
      },
    ]);
  });
});
