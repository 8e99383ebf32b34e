import { randomUUID } from 'node:crypto';

import {
  mostCounted,
  type MessageView,
  type StepStatus,
  type ThreadHead,
  type ThreadView,
  type UnreadView,
} from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { createTestApp, type TestClient, useTestApp, writeMessage } from '../../testing/index.ts';
import { personDataService } from '../accounts/index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });

/** A step between a beneficiary and an organisation with two agents. */
async function aStepUnderWay(status: StepStatus = 'IN_PROGRESS') {
  const agent = await app.make.anAgent({ lang: 'ar' });
  const colleague = await app.make.anAgent({ partnerId: agent.partnerId });
  const user = await app.make.aBeneficiary({ lang: 'es' });
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId, status });
  const [asAgent, asColleague, asUser] = await Promise.all([
    app.as(agent),
    app.as(colleague),
    app.as(user),
  ]);
  const path = `/processing/step/${String(step.id)}/messages`;
  return { agent, colleague, user, request, step, path, asAgent, asColleague, asUser };
}

const send = async (
  client: TestClient,
  path: string,
  body: string,
  clientKey: string = randomUUID(),
): Promise<MessageView> =>
  (await client.post(path, { body, clientKey }).expect(201)).body as MessageView;
const read = async (client: TestClient, path: string) =>
  (await client.get(path).expect(200)).body as {
    thread: ThreadHead;
    messages: MessageView[];
    hasEarlier: boolean;
  };
const unread = async (client: TestClient): Promise<UnreadView> =>
  (await client.get('/unread').expect(200)).body as UnreadView;
const messageMails = async (email: string) =>
  (await app.mails()).filter(
    ({ to, template }) =>
      to === email && (template === 'messageReceived' || template === 'beneficiaryWrote'),
  );

describe('messages on a step', () => {
  it('are listed in both directions, oldest first, with author, time and read time', async () => {
    const { path, asAgent, asUser, agent, user, step, request } = await aStepUnderWay();
    const first = await send(asUser, path, '  Bonjour,\nquand puis-je venir ?  ');
    const second = await send(asAgent, path, 'Demain à 10 h.');
    const page = await read(asUser, path);
    expect(page.thread).toMatchObject({
      stepId: step.id,
      requestId: request.id,
      numRequest: request.numRequest,
      status: { code: 'IN_PROGRESS' },
      beneficiary: `${user.prenom} ${user.nom}`,
      canWrite: true,
    });
    expect(page.hasEarlier).toBe(false);
    expect(page.messages).toMatchObject([
      {
        id: first.id,
        body: 'Bonjour,\nquand puis-je venir ?',
        author: { side: 'BENEFICIAIRE', isMe: true },
        readAt: null,
      },
      {
        id: second.id,
        author: { name: agent.prenom, side: 'PARTENAIRE', isMe: false },
      },
    ]);
    // Messages contain no e-mail address (docs/security.md S19).
    expect(JSON.stringify(page)).not.toContain('@');

    await asAgent.put(`${path}/read`, { upTo: first.id }).expect(200);
    expect((await read(asUser, path)).messages[0]?.readAt).not.toBeNull();
    // Reading marks only messages of the other side.
    expect((await read(asAgent, path)).messages[1]?.readAt).toBeNull();
  });

  it('remain plain text: markup is inert, and direction marks and line ends are removed', async () => {
    const { path, asUser } = await aStepUnderWay();
    const sent = await send(asUser, path, '<script>alert(1)</script> a\u202Eb\u2066c ');
    expect(sent.body).toBe('<script>alert(1)</script> abc');
    for (const body of ['', '   ', 'x'.repeat(2001), 'a\u0007b', 7, null, ['x']]) {
      await asUser.post(path, { body, clientKey: randomUUID() }).expect(400);
    }
    await send(asUser, path, 'x'.repeat(2000));
    await asUser.post(path, { body: 'x', clientKey: 'again' }).expect(400);
    await asUser.post(path, { body: 'x' }).expect(400);
  });

  it('are visible to the person and the organisation only; other callers get 404', async () => {
    const { path, asUser, step } = await aStepUnderWay();
    const { id } = await send(asUser, path, 'Entre nous');
    const strangers = [await app.make.aBeneficiary(), await app.make.anAgent()];
    for (const stranger of strangers) {
      const client = await app.as(stranger);
      await client.get(path).expect(404);
      await client.post(path, { body: 'x', clientKey: randomUUID() }).expect(404);
      await client.put(`${path}/read`, { upTo: id }).expect(404);
      const threads = (await client.get('/messages/threads').expect(200)).body as ThreadView[];
      expect(threads).toEqual([]);
      expect(await unread(client)).toMatchObject({ messages: 0, steps: [] });
    }
    expect(await app.db.stepMessage.count({ where: { stepId: step.id } })).toBe(1);
    expect((await read(asUser, path)).messages[0]?.readAt).toBeNull();
  });

  it('are hidden from another organisation with a step on the same request', async () => {
    const { path, asUser, request } = await aStepUnderWay();
    const other = await app.make.anAgent();
    await app.make.aStep({ requestId: request.id, partnerId: other.partnerId });
    await send(asUser, path, 'Entre nous');
    await (await app.as(other)).get(path).expect(404);
  });

  it('of a deleted request are hidden from both sides', async () => {
    const { path, asAgent, asUser, request } = await aStepUnderWay();
    await app.db.supportRequest.update({
      where: { id: request.id },
      data: { status: 'SUPPRIME' },
    });
    await asUser.get(path).expect(404);
    await asAgent.get(path).expect(404);
  });

  it.each(['PROCESSED', 'REJECTED'] as const)(
    'on a step that is %s can be read but not written',
    async (status) => {
      const { path, asAgent, asUser, step } = await aStepUnderWay();
      const key = randomUUID();
      const sent = await send(asUser, path, 'Merci', key);
      await app.db.processingStep.update({
        where: { id: step.id },
        data: { status, percent: status === 'PROCESSED' ? 100 : 40 },
      });
      const page = await read(asUser, path);
      expect(page.messages).toHaveLength(1);
      expect(page.thread.canWrite).toBe(false);
      for (const client of [asUser, asAgent]) {
        const refusal = await client
          .post(path, { body: 'Encore', clientKey: randomUUID() })
          .expect(409);
        expect(refusal.body).toMatchObject({ code: 'STEP_CLOSED' });
      }
      // Repeating an earlier send returns the first answer.
      expect(await send(asUser, path, 'Merci', key)).toMatchObject({ id: sent.id });
    },
  );

  it('are stored once when the same message is sent again, even twenty times simultaneously', async () => {
    const { path, asUser, asAgent, step, agent } = await aStepUnderWay();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(asUser, path, 'Une seule fois', key)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await app.db.stepMessage.count({ where: { stepId: step.id } })).toBe(1);
    expect(await messageMails(agent.email)).toHaveLength(1);
    expect(await unread(asAgent)).toMatchObject({ messages: 1, notices: 1 });
    // Keys are unique per author.
    await send(asAgent, path, 'Bien reçu', key);
    expect(await app.db.stepMessage.count({ where: { stepId: step.id } })).toBe(2);
  });

  it('count as unread for the agents until an agent answers; the first read time stays', async () => {
    const { path, asUser, asAgent, asColleague, step } = await aStepUnderWay();
    await send(asUser, path, 'Un');
    const last = await send(asUser, path, 'Deux');
    for (const client of [asAgent, asColleague]) {
      expect(await unread(client)).toMatchObject({
        messages: 2,
        steps: [{ stepId: step.id, unread: 2 }],
      });
    }
    expect(await unread(asUser)).toMatchObject({ messages: 0 });
    const now = await Promise.all(
      [asAgent, asColleague].map((client) => client.put(`${path}/read`, { upTo: last.id })),
    );
    expect(now.map(({ status }) => status)).toEqual([200, 200]);
    const marks = (await read(asUser, path)).messages.map(({ readAt }) => readAt);
    await asAgent.put(`${path}/read`, { upTo: last.id }).expect(200);
    // Messages keep the time of their first reading.
    expect((await read(asUser, path)).messages.map(({ readAt }) => readAt)).toEqual(marks);
    expect(await unread(asAgent)).toMatchObject({ messages: 2, notices: 0 });
    // Answers count as unread for the beneficiary.
    const answer = await send(asAgent, path, 'Voici');
    expect(await unread(asUser)).toMatchObject({
      messages: 1,
      steps: [{ stepId: step.id, unread: 1 }],
    });
    await asUser.put(`${path}/read`, { upTo: answer.id }).expect(200);
    expect(await unread(asUser)).toMatchObject({ messages: 0, steps: [] });
  });

  it('that arrive during the reading stay unread', async () => {
    const { path, asUser, asAgent } = await aStepUnderWay();
    const first = await send(asAgent, path, 'Un');
    await send(asAgent, path, 'Deux');
    await asUser.put(`${path}/read`, { upTo: first.id }).expect(200);
    expect(await unread(asUser)).toMatchObject({ messages: 1 });
  });

  it('are paged from the newest', async () => {
    const { path, asUser, user, step } = await aStepUnderWay();
    await app.db.stepMessage.createMany({
      data: Array.from({ length: 65 }, (_, index) => ({
        stepId: step.id,
        authorId: user.id,
        authorRole: 'BENEFICIAIRE' as const,
        body: `Message ${String(index)}`,
        clientKey: randomUUID(),
      })),
    });
    const last = await read(asUser, path);
    expect(last.messages).toHaveLength(30);
    expect(last.messages.at(-1)?.body).toBe('Message 64');
    expect(last.hasEarlier).toBe(true);
    const second = await read(asUser, `${path}?before=${String(last.messages[0]?.id)}`);
    expect(second.messages.at(-1)?.body).toBe('Message 34');
    const first = await read(asUser, `${path}?before=${String(second.messages[0]?.id)}`);
    expect(first.messages.map(({ body }) => body)).toEqual(
      [0, 1, 2, 3, 4].map((index) => `Message ${String(index)}`),
    );
    expect(first.hasEarlier).toBe(false);
    for (const before of ['0', '-1', 'x', '1e99'])
      await asUser.get(`${path}?before=${before}`).expect(400);
  });
});

describe('the mail of a message', () => {
  it('is sent once to the other side, in their language, without the text, until they read', async () => {
    const { path, asUser, asAgent, agent, colleague, user, request } = await aStepUnderWay();
    const first = await send(asUser, path, 'Mon numéro est le 0600000000');
    await send(asUser, path, 'Encore un mot');
    const mails = await messageMails(agent.email);
    expect(mails).toMatchObject([
      {
        lang: 'ar',
        params: { from: `${user.prenom} ${user.nom}`, numRequest: request.numRequest },
      },
    ]);
    expect(JSON.stringify(mails)).not.toContain('0600000000');
    expect(await messageMails(colleague.email)).toHaveLength(1);
    expect(await messageMails(user.email)).toHaveLength(0);

    await asAgent.put(`${path}/read`, { upTo: first.id + 1000 }).expect(200);
    await send(asUser, path, 'Et après lecture');
    expect(await messageMails(agent.email)).toHaveLength(2);

    await send(asAgent, path, 'Réponse');
    const partner = await app.db.partner.findUniqueOrThrow({ where: { id: agent.partnerId } });
    expect(await messageMails(user.email)).toMatchObject([
      { lang: 'es', params: { from: partner.title } },
    ]);
  });
});

describe('the list of conversations', () => {
  it('puts a beneficiary’s latest conversations first, then silent open steps, and an agent’s longest waiting first', async () => {
    const { path, asUser, asAgent, step, request, agent } = await aStepUnderWay();
    const silent = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    const closed = await app.make.aStep({
      requestId: request.id,
      partnerId: agent.partnerId,
      status: 'PROCESSED',
      percent: 100,
    });
    const later = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    await send(asUser, path, 'Premier fil');
    await send(asUser, `/processing/step/${String(later.id)}/messages`, 'Second fil');
    const list = async (client: TestClient, query = '') => {
      const answer = await client.get(`/messages/threads${query}`).expect(200);
      return {
        ids: (answer.body as ThreadView[]).map(({ stepId }) => stepId),
        rows: answer.body as ThreadView[],
        total: answer.headers['x-total-count'],
      };
    };
    expect(await list(asUser)).toMatchObject({ ids: [later.id, step.id, silent.id], total: '3' });
    expect(await list(asUser, '?size=1&page=2')).toMatchObject({ ids: [silent.id], total: '3' });
    const agents = await list(asAgent);
    expect(agents).toMatchObject({ ids: [step.id, later.id], total: '2' });
    expect(agents.rows[0]).toMatchObject({
      unread: 1,
      lastMessage: { body: 'Premier fil', side: 'BENEFICIAIRE' },
    });
    expect(agents.ids).not.toContain(closed.id);
  });

  it('limits the total count, because the list is polled', async () => {
    const { path, asUser, asAgent, step } = await aStepUnderWay();
    await send(asUser, path, 'Premier fil');
    await app.db.$executeRaw`
      INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, updated_at, last_message_at)
      SELECT request_id, position + n, title_item_id, partner_id, status, updated_at, last_message_at
      FROM processing_steps, generate_series(1, ${mostCounted + 4}) n WHERE id = ${step.id}`;
    for (const client of [asUser, asAgent]) {
      const { headers } = await client.get('/messages/threads').expect(200);
      expect(headers['x-total-count']).toBe(String(mostCounted + 1));
    }
  });

  it('lists the latest five hundred steps with unread messages, because every open page polls it', async () => {
    const { path, asUser, asAgent, step } = await aStepUnderWay();
    await send(asUser, path, 'Premier fil');
    // Each step is a second older than the previous.
    await app.db.$executeRaw`
      INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, updated_at, last_message_at,
        awaits_answer_since, awaiting_messages)
      SELECT request_id, position + n, title_item_id, partner_id, status, updated_at, last_message_at,
        awaits_answer_since - make_interval(secs => n), 2
      FROM processing_steps, generate_series(1, 505) n WHERE id = ${step.id}`;
    const { body } = await asAgent.get('/unread').expect(200);
    const { messages, steps } = body as UnreadView;
    expect(steps).toHaveLength(500);
    expect(steps[0]).toEqual({ stepId: step.id, unread: 1 });
    expect(messages).toBe(1 + 499 * 2);
  });
});

describe('limits and erasure', () => {
  it('rate limits a flood of messages', async () => {
    const strict = await createTestApp();
    try {
      const user = await strict.make.aBeneficiary();
      const request = await strict.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
      const step = await strict.make.aStep({ requestId: request.id });
      const client = await strict.as(user);
      for (let count = 0; count < 59; count += 1)
        await strict.deps.limits.consume('message', { account: user.id });
      const post = () => writeMessage(client, step.id, 'x');
      await post().expect(201);
      const refusal = await post().expect(429);
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
      expect(await strict.db.stepMessage.count()).toBe(1);
    } finally {
      await strict.close();
    }
  });

  it('a person exports their messages without the organisation’s notes, and the erasure deletes both', async () => {
    const { path, asUser, asAgent, step, user } = await aStepUnderWay();
    await send(asUser, path, 'De ma main');
    await send(asAgent, path, 'De la leur');
    await asAgent
      .post(`/processing/step/${String(step.id)}/notes`, {
        body: 'Note interne',
        clientKey: randomUUID(),
      })
      .expect(201);
    const answer = await asUser.get('/utilisateurs/export').buffer().expect(200);
    expect(answer.text).toContain('De ma main');
    expect(answer.text).toContain('De la leur');
    expect(answer.text).not.toContain('Note interne');

    await personDataService(app.deps).erase(user.id, 'administrator');
    expect(await app.db.stepMessage.count({ where: { stepId: step.id } })).toBe(0);
    expect(await app.db.stepNote.count({ where: { stepId: step.id } })).toBe(0);
    expect(await app.db.notice.count({ where: { userId: user.id } })).toBe(0);
  });

  it('messages of an erased agent remain without a name', async () => {
    const { path, asUser, asAgent, agent } = await aStepUnderWay();
    await send(asAgent, path, 'Bonjour');
    await personDataService(app.deps).erase(agent.id, 'administrator');
    expect((await read(asUser, path)).messages).toMatchObject([
      { body: 'Bonjour', author: { name: '—' } },
    ]);
  });

  it('a step with messages is not deleted when the request is sent back', async () => {
    const { path, asUser, request, step } = await aStepUnderWay('ASSIGNED');
    await send(asUser, path, 'Une question');
    const { requestAdministration } = await import('../requests/index.ts');
    await requestAdministration(app.deps).sendBack(request.numRequest, 'À préciser');
    expect(
      await app.db.processingStep.findUnique({ where: { id: step.id }, select: { status: true } }),
    ).toEqual({ status: 'REJECTED' });
    expect((await read(asUser, path)).messages).toHaveLength(1);
  });
});
