import { randomUUID } from 'node:crypto';

import type { MessageView, NoticeView, ThreadHead } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { samplePdf, type TestClient, useTestApp } from '../../testing/index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });

async function aConversation() {
  const agent = await app.make.anAgent();
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
  const path = `/processing/step/${String(step.id)}/messages`;
  const write = async (client: TestClient, body: string) =>
    (await client.post(path, { body, clientKey: randomUUID() }).expect(201)).body as MessageView;
  const read = async (client: TestClient) =>
    (await client.get(path).expect(200)).body as { thread: ThreadHead; messages: MessageView[] };
  const bodies = async (client: TestClient) =>
    (await read(client)).messages.map(({ body }) => body);
  const notices = async (client: TestClient) =>
    ((await client.get('/notices').expect(200)).body as NoticeView[])
      .filter(({ kind, isRead }) => kind === 'MESSAGE' && !isRead)
      .map(({ count }) => count);
  const asAgent = await app.as(agent);
  return { agent, step, path, write, read, bodies, notices, asAgent, asUser: await app.as(user) };
}

const tooLate = { code: 'UNDO_TOO_LATE' };

describe('the deletion of a message by its author', () => {
  it('restores the conversation, its notices and its files as before the message', async () => {
    const { step, path, write, read, bodies, notices, asAgent, asUser } = await aConversation();
    await write(asUser, 'Avez-vous reçu mon dossier ?');
    const since = (await read(asAgent)).thread.awaitsAnswerSince;
    const first = await write(asAgent, 'Oui');
    const second = (
      await asAgent
        .post(`${path}/files`)
        .field('body', 'Voici la convention')
        .field('clientKey', randomUUID())
        .attach('files', samplePdf, 'convention.pdf')
        .expect(201)
    ).body as MessageView;
    expect(await notices(asUser)).toEqual([2]);
    await asAgent.delete(`${path}/${String(second.id)}`).expect(200);
    expect(await bodies(asUser)).toEqual(['Avez-vous reçu mon dossier ?', 'Oui']);
    expect(await notices(asUser)).toEqual([1]);
    const file = await app.db.storedFile.findUniqueOrThrow({
      where: { key: second.attachments[0]?.filename ?? '' },
    });
    expect(file.removedAt).not.toBeNull();

    await asAgent.delete(`${path}/${String(first.id)}`).expect(200);
    expect(await notices(asUser)).toEqual([]);
    expect((await read(asAgent)).thread.awaitsAnswerSince).toBe(since);
    const row = await app.db.processingStep.findUniqueOrThrow({ where: { id: step.id } });
    expect(row.awaitingMessages).toBe(1);
  });

  it('is possible for the person too, whose own notices remain', async () => {
    const { path, write, bodies, notices, asAgent, asUser } = await aConversation();
    await write(asAgent, 'Bonjour');
    const mine = await write(asUser, 'Je me suis trompée');
    await asUser.delete(`${path}/${String(mine.id)}`).expect(200);
    expect(await bodies(asAgent)).toEqual(['Bonjour']);
    expect(await notices(asAgent)).toEqual([]);
  });

  it('is refused after ten minutes, or after the message was read or answered', async () => {
    const { path, write, asAgent, asUser } = await aConversation();
    const remove = (message: MessageView) => asAgent.delete(`${path}/${String(message.id)}`);
    const read = await write(asAgent, 'Lu');
    await asUser.put(`${path}/read`, { upTo: read.id }).expect(200);
    expect((await remove(read).expect(409)).body).toMatchObject(tooLate);
    const answered = await write(asAgent, 'Répondu');
    await write(asUser, 'Merci');
    expect((await remove(answered).expect(409)).body).toMatchObject(tooLate);
    const old = await write(asAgent, 'Ancien');
    const set = (createdAt: number) =>
      app.db.stepMessage.update({
        where: { id: old.id },
        data: { createdAt: new Date(createdAt) },
      });
    await set(Date.now() - 601_000);
    expect((await remove(old).expect(409)).body).toMatchObject(tooLate);
    await set(Date.now() - 590_000);
    await remove(old).expect(200);
  });

  it('is refused for a colleague, the other side and another organisation', async () => {
    const { agent, path, write, asAgent, asUser, bodies } = await aConversation();
    const sent = await write(asAgent, 'Bonjour');
    const colleague = await app.as(await app.make.anAgent({ partnerId: agent.partnerId }));
    const stranger = await app.as(await app.make.anAgent());
    for (const client of [colleague, asUser, stranger])
      await client.delete(`${path}/${String(sent.id)}`).expect(404);
    expect(await bodies(asUser)).toEqual(['Bonjour']);
  });
});
