import { randomUUID } from 'node:crypto';

import type { MessageView, ThreadHead, ThreadView, UnreadView } from '@wasl/contracts';
import { describe, expect, it, vi } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { watchStatements } from '../../testing/watch-statements.ts';
import { personDataService } from '../accounts/index.ts';

let now = new Date('2026-07-15T08:00:00Z');
const app = useTestApp({
  clock: { now: () => now },
  env: { RATE_LIMIT_FACTOR: '1000' },
});
/** Advances one second, because sessions would end in a longer time. */
const later = () => {
  now = new Date(now.getTime() + 1000);
};

/** A step of an organisation with two agents, and its person. */
async function aStepUnderWay(partnerId?: number) {
  const agent = await app.make.anAgent({
    nom: 'Bennani',
    prenom: 'Sara',
    ...(partnerId === undefined ? {} : { partnerId }),
  });
  const colleague = await app.make.anAgent({ partnerId: agent.partnerId });
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  const step = await app.make.aStep({
    requestId: request.id,
    partnerId: agent.partnerId,
    status: 'IN_PROGRESS',
  });
  const [asAgent, asColleague, asUser] = await Promise.all([
    app.as(agent),
    app.as(colleague),
    app.as(user),
  ]);
  const path = `/processing/step/${String(step.id)}/messages`;
  return { agent, colleague, user, request, step, path, asAgent, asColleague, asUser };
}
const send = async (client: TestClient, path: string, body: string): Promise<MessageView> => {
  later();
  const answer = await client.post(path, { body, clientKey: randomUUID() }).expect(201);
  return answer.body as MessageView;
};
const read = async (client: TestClient, path: string, lang = 'fr') =>
  (await client.get(`${path}?lang=${lang}`).expect(200)).body as {
    thread: ThreadHead;
    messages: MessageView[];
  };
const unread = async (client: TestClient): Promise<UnreadView> =>
  (await client.get('/unread').expect(200)).body as UnreadView;
const threads = async (client: TestClient, query = '') => {
  const answer = await client.get(`/messages/threads${query}`).expect(200);
  return answer.body as ThreadView[];
};
const waive = (client: TestClient, path: string, upTo: number, isNeeded = false) =>
  client.put(`${path}/answer`, { isNeeded, upTo });

describe('an unanswered message', () => {
  it('stays unanswered for every agent until one of them answers, even if others read it', async () => {
    const { path, asUser, asAgent, asColleague, step } = await aStepUnderWay();
    await send(asUser, path, 'Un');
    const since = now.toISOString();
    const last = await send(asUser, path, 'Deux');
    await asAgent.put(`${path}/read`, { upTo: last.id }).expect(200);
    for (const client of [asAgent, asColleague]) {
      expect(await unread(client)).toMatchObject({
        messages: 2,
        steps: [{ stepId: step.id, unread: 2 }],
      });
      expect((await read(client, path)).thread.awaitsAnswerSince).toBe(since);
      expect((await threads(client))[0]).toMatchObject({ awaitsAnswerSince: since, unread: 2 });
    }
    // The waiting time is only visible to the agents.
    expect((await read(asUser, path)).thread.awaitsAnswerSince).toBeNull();
    await send(asColleague, path, 'Bonjour');
    for (const client of [asAgent, asColleague]) {
      expect(await unread(client)).toMatchObject({ messages: 0, steps: [] });
      expect((await threads(client))[0]).toMatchObject({ awaitsAnswerSince: null, unread: 0 });
    }
  });

  it('can be marked as needing no answer, which leaves later messages unanswered and can be undone', async () => {
    const { path, asUser, asAgent, asColleague } = await aStepUnderWay();
    const thanks = await send(asUser, path, 'Merci !');
    await send(asUser, path, 'Ah, une question encore');
    const since = now.toISOString();
    await waive(asAgent, path, thanks.id).expect(200);
    expect((await read(asColleague, path)).thread.awaitsAnswerSince).toBe(since);
    expect(await unread(asColleague)).toMatchObject({ messages: 1 });
    const [, last] = (await read(asAgent, path)).messages;
    await waive(asColleague, path, last?.id ?? 0).expect(200);
    expect(await unread(asAgent)).toMatchObject({ messages: 0, notices: 0 });
    await waive(asAgent, path, last?.id ?? 0, true).expect(200);
    expect(await unread(asAgent)).toMatchObject({ messages: 2 });
    await waive(asUser, path, thanks.id).expect(403);
    await waive(await app.as(await app.make.anAgent()), path, thanks.id).expect(404);
  });

  it('is cleared when the step closes or the person is erased', async () => {
    const { path, asUser, asAgent, step, user } = await aStepUnderWay();
    const { id } = await send(asUser, path, 'Et alors ?');
    const close = async (status: 'REJECTED' | 'IN_PROGRESS') =>
      await app.db.processingStep.update({ where: { id: step.id }, data: { status } });
    await close('REJECTED');
    expect(await unread(asAgent)).toMatchObject({ messages: 0, steps: [] });
    expect((await threads(asAgent))[0]).toMatchObject({ awaitsAnswerSince: null, unread: 0 });
    await waive(asAgent, path, id).expect(409);
    await close('IN_PROGRESS');
    expect(await unread(asAgent)).toMatchObject({ messages: 1 });
    await personDataService(app.deps).erase(user.id, 'administrator');
    expect(await unread(asAgent)).toMatchObject({ messages: 0, steps: [] });
    expect(await threads(asAgent)).toEqual([]);
  });

  it('clears the notices of all agents once it is answered', async () => {
    const { path, asUser, asAgent, asColleague } = await aStepUnderWay();
    await send(asUser, path, 'Un');
    expect((await unread(asColleague)).notices).toBe(1);
    await send(asAgent, path, 'Voici');
    expect((await unread(asAgent)).notices).toBe(0);
    expect((await unread(asColleague)).notices).toBe(0);
    // Answering marks the beneficiary's notice as read.
    expect((await unread(asUser)).notices).toBe(1);
    await send(asUser, path, 'Merci');
    expect((await unread(asUser)).notices).toBe(0);
  });
});

it('that two agents answer at once: the second agent sees the first answer and loses nothing', async () => {
  const { path, asUser, asAgent, asColleague, step } = await aStepUnderWay();
  const { id: seenUpTo } = await send(asUser, path, 'Quand ?');
  const answer = (client: TestClient, body: string, seen: number) =>
    client.post(path, { body, clientKey: randomUUID(), seenUpTo: seen });
  const both = await Promise.all([
    answer(asAgent, 'Lundi', seenUpTo),
    answer(asColleague, 'Mardi', seenUpTo),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'ANSWERED_MEANWHILE' });
  expect(await app.db.stepMessage.count({ where: { stepId: step.id } })).toBe(2);
  // An agent who has seen the answer may send another one, and an agent's own messages never block.
  const first = both.find(({ status }) => status === 201)?.body as MessageView;
  await answer(asAgent, 'Lundi matin', first.id).expect(201);
  await answer(asAgent, 'À 10 h', first.id).expect(201);
  // A new message of the beneficiary does not block an answer. A client without `seenUpTo` is never refused.
  await send(asUser, path, 'Bien');
  const { messages } = await read(asAgent, path);
  await answer(asColleague, 'Entendu', messages.at(-2)?.id ?? 0).expect(201);
  await send(asColleague, path, 'À lundi');
  await asUser.post(path, { body: 'x', clientKey: randomUUID(), seenUpTo: -1 }).expect(400);
});

it('shows the beneficiary a given name and organisation, and colleagues the full name', async () => {
  const { path, asUser, asAgent, asColleague, agent } = await aStepUnderWay();
  await app.db.partner.update({
    where: { id: agent.partnerId },
    data: { title: 'Centre régional', titleAr: 'المركز الجهوي' },
  });
  await send(asAgent, path, 'Bonjour');
  const author = { name: 'Sara', organisation: 'المركز الجهوي', side: 'PARTENAIRE', isMe: false };
  expect((await read(asUser, path, 'ar')).messages[0]?.author).toEqual(author);
  expect(JSON.stringify(await read(asUser, path))).not.toContain('Bennani');
  expect((await read(asColleague, path)).messages[0]?.author).toMatchObject({
    name: 'Sara Bennani',
    organisation: null,
  });
});

describe('the list of conversations', () => {
  it('puts unanswered conversations first, the longest waiting on top, over every page', async () => {
    const first = await aStepUnderWay();
    const { agent, asAgent } = first;
    const others = [];
    for (let i = 0; i < 4; i += 1) others.push(await aStepUnderWay(agent.partnerId));
    const [a, b, c, d] = others;
    if (!a || !b || !c || !d) throw new Error('four');
    await send(a.asUser, a.path, 'attend depuis le plus longtemps');
    await send(b.asUser, b.path, 'attend aussi');
    await send(first.asUser, first.path, 'répondu');
    await send(asAgent, first.path, 'réponse');
    await send(asAgent, c.path, 'le dernier écrit');
    // The position is that of the first unanswered message, despite a newer message.
    await send(a.asUser, a.path, 'toujours là ?');
    const wanted = [a, b, c, first].map(({ step }) => step.id);
    expect((await threads(asAgent)).map(({ stepId }) => stepId)).toEqual(wanted);
    const paged: number[] = [];
    for (let page = 0; page < 4; page += 1) {
      const [row] = await threads(asAgent, `?size=1&page=${String(page)}`);
      paged.push(row?.stepId ?? 0);
    }
    expect(paged).toEqual(wanted);
    expect(await threads(asAgent, '?size=1&page=4')).toEqual([]);
  });

  it('and the unread count need a fixed number of statements, for any number of conversations', async () => {
    const { asAgent, asUser, path, agent } = await aStepUnderWay();
    await send(asUser, path, 'Un');
    const counted = async (client: TestClient, call: string) => {
      const texts = watchStatements();
      await client.get(call).expect(200);
      const sent = texts.filter((text) => !text.includes('sessions')).length;
      vi.restoreAllMocks();
      return sent;
    };
    await threads(asAgent);
    // Two statements: the list with its last messages, and the status labels.
    expect(await counted(asAgent, '/messages/threads')).toBe(2);
    expect(await counted(asUser, '/messages/threads')).toBe(2);
    const few = await counted(asAgent, '/unread');
    expect(few).toBe(1);
    for (let i = 0; i < 5; i += 1) {
      const more = await aStepUnderWay(agent.partnerId);
      await send(more.asUser, more.path, 'Encore');
    }
    expect(await counted(asAgent, '/messages/threads')).toBe(2);
    expect(await counted(asAgent, '/unread')).toBe(few);
  });
});

it(
  'keeps the step’s counters equal to its messages after any order of events',
  { tags: ['slow'] },
  async () => {
    const { path, asUser, asAgent, asColleague, step } = await aStepUnderWay();
    const clients = { user: asUser, agent: asAgent, colleague: asColleague };
    const writers = ['user', 'user', 'agent', 'colleague'] as const;
    const deedOf = (random: () => number) =>
      random() < 0.7
        ? ({ by: writers[Math.floor(random() * writers.length)] ?? 'user' } as const)
        : { back: Math.floor(random() * 4), isNeeded: random() < 0.4 };
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = seededRandom(seed);
      await app.db.stepMessage.deleteMany({ where: { stepId: step.id } });
      await app.db.processingStep.update({
        where: { id: step.id },
        data: { answerWaivedUpTo: null, awaitsAnswerSince: null, awaitingMessages: 0 },
      });
      const written: { id: number; by: string; at: string }[] = [];
      let waived = 0;
      for (let count = 0; count < 10; count += 1) {
        const deed = deedOf(random);
        if ('by' in deed) {
          const { id } = await send(clients[deed.by], path, deed.by);
          written.push({ id, by: deed.by, at: now.toISOString() });
          continue;
        }
        const upTo = written.at(-1 - deed.back)?.id;
        if (upTo === undefined) continue;
        await waive(asAgent, path, upTo, deed.isNeeded).expect(200);
        waived = deed.isNeeded ? 0 : upTo;
      }
      const answered = written.findLast(({ by }) => by !== 'user')?.id ?? 0;
      const waiting = written.filter(({ id, by }) => by === 'user' && id > answered && id > waived);
      const unchanged = await app.db.processingStep.findUniqueOrThrow({ where: { id: step.id } });
      expect(
        {
          last: unchanged.lastMessageAt?.toISOString(),
          since: unchanged.awaitsAnswerSince?.toISOString(),
          count: unchanged.awaitingMessages,
        },
        `seed ${String(seed)}`,
      ).toEqual({ last: written.at(-1)?.at, since: waiting[0]?.at, count: waiting.length });
    }
  },
);

describe('the agent’s views and search', () => {
  /** Four conversations of one organisation; the agent owns the first. */
  async function conversations() {
    const first = await aStepUnderWay();
    const { agent, asAgent } = first;
    const all = [first];
    for (let i = 0; i < 3; i += 1) all.push(await aStepUnderWay(agent.partnerId));
    const [mine, amina, atlas, silent] = all;
    if (!mine || !amina || !atlas || !silent) throw new Error('four');
    await app.db.processingStep.update({
      where: { id: mine.step.id },
      data: { assigneeId: agent.id },
    });
    await app.db.user.update({
      where: { id: amina.user.id },
      data: { nom: 'Temsamani', prenom: 'Amina' },
    });
    await send(mine.asUser, mine.path, 'Où en est ma demande ?');
    await send(amina.asUser, amina.path, 'Le crédit de la BANQUE est accordé');
    await send(atlas.asUser, atlas.path, 'Bonjour');
    await send(asAgent, atlas.path, 'La banque attend');
    const ids = async (query: string, client = asAgent) =>
      (await threads(client, `?${query}`)).map(({ stepId }) => stepId);
    return { asAgent, mine, amina, atlas, silent, ids };
  }

  it('lists the conversations of the agent’s own steps, and all of the organisation', async () => {
    const { mine, amina, atlas, ids } = await conversations();
    expect(await ids('view=mine')).toEqual([mine.step.id]);
    const all = [mine.step.id, amina.step.id, atlas.step.id];
    expect(await ids('view=all')).toEqual(all);
    expect(await ids('')).toEqual(all);
    expect(await ids('view=mine', mine.asColleague)).toEqual([]);
    // A beneficiary has one list.
    expect(await ids('view=mine&search=nothing', mine.asUser)).toEqual([mine.step.id]);
  });

  it('finds a name by its sound, a number, and all words of one message', async () => {
    const { asAgent, mine, amina, atlas, ids } = await conversations();
    expect(await ids('search=tamsamani')).toEqual([amina.step.id]);
    expect(await ids(`search=${encodeURIComponent('تمسماني')}`)).toEqual([amina.step.id]);
    expect(await ids(`search=${atlas.request.numRequest}`)).toEqual([atlas.step.id]);
    expect(await ids('search=banque')).toEqual([amina.step.id, atlas.step.id]);
    expect(await ids('search=credit%20banque')).toEqual([amina.step.id]);
    // Words of two messages and patterns find nothing.
    expect(await ids('search=bonjour%20attend')).toEqual([]);
    expect(await ids('search=%25%25%25')).toEqual([]);
    expect(await ids('view=mine&search=banque')).toEqual([]);
    expect(await ids('view=mine&search=demande')).toEqual([mine.step.id]);
    const page = await asAgent.get('/messages/threads?search=banque&size=1&page=1').expect(200);
    expect(page.body).toMatchObject([{ stepId: atlas.step.id }]);
    expect(page.headers['x-total-count']).toBe('2');
    await asAgent.get('/messages/threads?search=ab').expect(400);
    await asAgent.get('/messages/threads?view=others').expect(400);
  });

  it('finds an e-mail address by its prefix if the agent may read it', async () => {
    const { mine, amina, ids } = await conversations();
    const { email } = amina.user;
    const address = (text: string) => `search=${encodeURIComponent(text)}`;
    expect(await ids(address(email))).toEqual([amina.step.id]);
    expect(await ids(address(email.slice(0, -3).toUpperCase()))).toEqual([amina.step.id]);
    expect(await ids(address(email.slice(1)))).toEqual([]);
    expect(await ids(address(email.replace('@', '_')))).toEqual([]);
    const stranger = await aStepUnderWay();
    expect(await ids(address(email), stranger.asAgent)).toEqual([]);
    expect(await ids(`view=mine&${address(email)}`, mine.asAgent)).toEqual([]);
    await app.db.processingStep.update({
      where: { id: amina.step.id },
      data: { status: 'REJECTED' },
    });
    expect(await ids(address(email))).toEqual([]);
  });

  it('run in one statement', async () => {
    const { asAgent } = await conversations();
    await threads(asAgent);
    const texts = watchStatements();
    await asAgent.get('/messages/threads?view=mine&search=banque').expect(200);
    expect(texts.filter((text) => !text.includes('sessions'))).toHaveLength(2);
    vi.restoreAllMocks();
  });

  it('include marking many conversations as needing no answer; later messages stay unanswered', async () => {
    const { asAgent, mine, amina, atlas } = await conversations();
    const [first, second] = await threads(asAgent);
    const stranger = await aStepUnderWay();
    await send(amina.asUser, amina.path, 'Encore une question');
    await app.db.processingStep.update({
      where: { id: atlas.step.id },
      data: { status: 'REJECTED' },
    });
    const setNeeded = (isNeeded: boolean, steps: unknown) =>
      asAgent.post('/processing/steps/bulk', {
        action: { kind: 'answerNeeded', isNeeded },
        key: randomUUID(),
        steps,
      });
    const chosen = [
      { stepId: mine.step.id, upTo: first?.lastMessage?.id },
      { stepId: amina.step.id, upTo: second?.lastMessage?.id },
      { stepId: atlas.step.id, upTo: 1 },
      { stepId: stranger.step.id, upTo: 1 },
    ];
    const { body } = await setNeeded(false, chosen).expect(200);
    expect(body).toMatchObject({
      results: [
        { refusal: null },
        { refusal: null },
        { refusal: { code: 'STEP_CLOSED' } },
        { refusal: { code: 'NOT_FOUND' } },
      ],
    });
    expect(await unread(asAgent)).toMatchObject({
      messages: 1,
      steps: [{ stepId: amina.step.id, unread: 1 }],
    });
    await setNeeded(true, chosen.slice(0, 2)).expect(200);
    expect(await unread(asAgent)).toMatchObject({ messages: 3 });
    await setNeeded(false, [{ stepId: mine.step.id }]).expect(400);
  });
});
