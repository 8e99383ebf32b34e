import { createServer } from 'node:http';

import { describe, expect, it } from 'vitest';

import { createApp } from '../../app.ts';
import { testClient, useTestApp, writeMessage } from '../../testing/index.ts';
import { useOtherProcess } from '../../testing/other-process.ts';
import { changesLimits, createChanges } from './changes.ts';
import { openDeps } from '../program/open-deps.ts';
import { drain } from '../program/serve.ts';
import type { Listener, Signals } from './signals.ts';

const app = useTestApp({ isListening: true });
const other = useOtherProcess(app);

interface Page {
  readonly answer: Response;
  /** The next event; undefined after the end of the stream. */
  readonly next: () => Promise<string | undefined>;
  readonly leave: () => void;
}

async function open(baseUrl: string, token: string): Promise<Page> {
  const leaving = new AbortController();
  const answer = await fetch(`${baseUrl}/api/changes`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' },
    signal: leaving.signal,
  });
  const lines = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  return {
    answer,
    next: async () => {
      for (;;) {
        const end = rest.indexOf('\n\n');
        if (end >= 0) {
          const event = rest.slice(0, end);
          rest = rest.slice(end + 2);
          if (event.startsWith('data: ')) return event.slice('data: '.length);
          continue;
        }
        const read = await lines?.read();
        if (read === undefined || read.done) return undefined;
        rest += read.value;
      }
    },
    leave: () => leaving.abort(),
  };
}

async function aConversation() {
  const agent = await app.make.anAgent();
  const person = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: person.id, status: 'ENTAME' });
  const step = await app.make.aStep({
    requestId: request.id,
    partnerId: agent.partnerId,
    status: 'IN_PROGRESS',
  });
  const write = async (who: { readonly id: string }): Promise<void> => {
    const client = await app.as(who);
    await writeMessage(client, step.id, 'Bonjour').expect(201);
  };
  return { agent, person, write };
}

describe('the change stream of a page', () => {
  it('receives an event from one process for a message that was written through another', async () => {
    const { agent, person, write } = await aConversation();
    const [here, there, colleague] = await Promise.all([
      open(app.baseUrl, await app.tokenOf(person)),
      open(other.baseUrl, await app.tokenOf(person)),
      open(
        other.baseUrl,
        await app.tokenOf(await app.make.anAgent({ partnerId: agent.partnerId })),
      ),
    ]);
    await write(agent);
    expect(await Promise.all([here, there, colleague].map((page) => page.next()))).toEqual([
      'person',
      'person',
      'organisation',
    ]);
    for (const page of [here, there, colleague]) page.leave();
  });

  it('receives no event for other people’s changes, and one event for many changes', async () => {
    const { agent, person, write } = await aConversation();
    const token = await app.tokenOf(await app.make.aBeneficiary());
    const [page, stranger] = await Promise.all([
      open(other.baseUrl, await app.tokenOf(agent)),
      open(other.baseUrl, token),
    ]);
    for (let n = 0; n < 3; n += 1) await write(person);
    expect(await page.next()).toBe('person');
    await other.deps.signals.waitUntilSynced();
    expect([await page.next(), await page.next()].sort()).toEqual(['organisation', 'person']);
    // The stranger receives only the end of their own session.
    await testClient(other.baseUrl, token).post('/utilisateurs/signOut').expect(200);
    expect(await stranger.next()).toBeUndefined();
    page.leave();
  });

  it('is sent without compression and buffering', async () => {
    const page = await open(app.baseUrl, await app.tokenOf(await app.make.aBeneficiary()));
    expect(page.answer.status).toBe(200);
    expect(Object.fromEntries(page.answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(page.answer.headers.has('content-encoding')).toBe(false);
    page.leave();
  });

  it('ends with the session, with the access, and with the organisation of its reader', async () => {
    const [person, suspended, moved] = [
      await app.make.aBeneficiary(),
      await app.make.aBeneficiary(),
      await app.make.anAgent(),
    ];
    const token = await app.tokenOf(person);
    const pages = [
      await open(app.baseUrl, token),
      await open(app.baseUrl, await app.tokenOf(suspended)),
      await open(app.baseUrl, await app.tokenOf(moved)),
    ];
    const staying = await open(app.baseUrl, await app.tokenOf(person));
    await fetch(`${app.baseUrl}/api/utilisateurs/signOut`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    await app.db.user.update({ where: { id: suspended.id }, data: { disabledAt: new Date() } });
    const { partnerId } = await app.make.anAgent();
    await app.db.user.update({ where: { id: moved.id }, data: { partnerId } });
    for (const page of pages) expect(await page.next()).toBeUndefined();
    // Another session of the same person continues.
    await app.db.notice.create({ data: { userId: person.id, kind: 'STATUS' } });
    expect(await staying.next()).toBe('person');
    staying.leave();
  });

  it('is limited to eight per person; a closed stream frees its slot', async () => {
    const token = await app.tokenOf(await app.make.aBeneficiary());
    const pages: Page[] = [];
    for (let n = 0; n < changesLimits.perPerson; n += 1) pages.push(await open(app.baseUrl, token));
    expect(pages.map(({ answer }) => answer.status)).toEqual(pages.map(() => 200));
    const refused = await open(app.baseUrl, token);
    expect([refused.answer.status, refused.answer.headers.get('retry-after')]).toEqual([429, '60']);
    pages.pop()?.leave();
    for (;;) {
      const again = await open(app.baseUrl, token);
      pages.push(again);
      if (again.answer.status === 200) break;
    }
    for (const page of pages) page.leave();
  });

  it('is refused without a session, and by a process without a listen connection', async () => {
    expect((await open(app.baseUrl, 'none')).answer.status).toBe(401);
    const unsubscribed = await openDeps(app.deps.settings, {
      log: app.deps.log,
      isMailPaused: true,
    });
    await expect(
      unsubscribed.deps.changes.follow({
        userId: 'a',
        partnerId: null,
        sessionId: 's',
        isStillIn: () => Promise.resolve(true),
      }),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await unsubscribed.close();
  });

  it('does not delay the shutdown of a process', async () => {
    const going = await openDeps(app.deps.settings, {
      log: app.deps.log,
      isMailPaused: true,
      isListening: true,
    });
    const its = createServer(createApp(going.deps));
    await new Promise<void>((resolve) => its.listen(0, '127.0.0.1', resolve));
    const address = its.address();
    const url = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`;
    const page = await open(url, await app.tokenOf(await app.make.aBeneficiary()));
    const lines = app.logLines.length;
    await drain(its, {
      log: app.deps.log,
      delaySeconds: 0,
      unready: () => undefined,
      begin: () => going.deps.changes.close(),
      close: going.close,
    });
    expect(await page.next()).toBeUndefined();
    expect(app.logLines.slice(lines).join('\n')).not.toContain('process.calls_aborted');
  });
});

describe('the streams of a process', () => {
  /** A fake signal source that the test triggers. */
  function testSignals(): { signals: Signals; emit: Listener } {
    const listeners: Listener[] = [];
    return {
      emit: (topic, id) => {
        for (const listener of listeners) listener(topic, id);
      },
      signals: {
        onChange: (listener) => {
          listeners.push(listener);
        },
        isFresh: () => true,
        waitUntilSynced: () => Promise.resolve(),
        close: () => Promise.resolve(),
      },
    };
  }
  const follower = {
    userId: 'a',
    partnerId: 7,
    sessionId: 's',
    isStillIn: () => Promise.resolve(true),
  };

  it('end when the listen connection is lost, so that each page reloads', async () => {
    const { signals, emit } = testSignals();
    const out = await createChanges(signals).follow(follower);
    emit('anything', null);
    const written: string[] = [];
    for await (const chunk of out) written.push(String(chunk));
    expect(written).toEqual([':\n\n']);
  });

  it('send a heartbeat, and check whether the session is still valid', async () => {
    const { signals } = testSignals();
    const answers = [true, true, false];
    const out = await createChanges(signals, { ...changesLimits, beatMs: 1 }).follow({
      ...follower,
      isStillIn: () => Promise.resolve(answers.shift() ?? false),
    });
    const written: string[] = [];
    for await (const chunk of out) written.push(String(chunk));
    expect(written).toEqual([':\n\n', ':\n\n', ':\n\n']);
  });
});
