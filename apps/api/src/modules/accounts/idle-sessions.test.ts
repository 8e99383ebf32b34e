import { afterEach, describe, expect, it } from 'vitest';

import { movableClock } from '../../testing/account-samples.ts';
import { testPassword, useTestApp } from '../../testing/index.ts';

const clock = movableClock();
const minute = 60;
const app = useTestApp({ clock, isListening: true, settings: { sessionIdleMinutes: 60 } });
afterEach(() => app.db.rateLimit.deleteMany());

async function signedIn() {
  const { email, id } = await app.make.aBeneficiary();
  const answer = await app.anonymous
    .post('/utilisateurs/signIn', { email, password: testPassword })
    .expect(200);
  const authorization = `Bearer ${(answer.body as { token: string }).token}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${app.baseUrl}/api${path}`, { headers: { authorization, ...headers } });
  return {
    id,
    authorization,
    /** A call that the person makes; returns its status. */
    act: async () => (await get('/utilisateurs/sessions')).status,
    /** A call that the page makes by itself. */
    poll: async () => (await get('/utilisateurs/sessions', { 'x-wasl-quiet': '1' })).status,
    follow: (signal: AbortSignal) =>
      fetch(`${app.baseUrl}/api/changes`, {
        headers: { authorization, accept: 'text/event-stream' },
        signal,
      }),
  };
}

describe('an idle session', () => {
  it('ends exactly at its idle limit', async () => {
    const person = await signedIn();
    clock.advance(59 * minute);
    expect(await person.act()).toBe(200);
    clock.advance(59 * minute);
    expect(await person.act()).toBe(200);
    clock.advance(61 * minute);
    expect(await person.act()).toBe(401);
  });

  it('is not extended by the page’s polling or by the stream', async () => {
    const person = await signedIn();
    const stop = new AbortController();
    for (let asked = 0; asked < 5; asked += 1) {
      clock.advance(11 * minute);
      expect(await person.poll()).toBe(200);
      const stream = await person.follow(stop.signal);
      expect(stream.status).toBe(200);
    }
    stop.abort();
    clock.advance(6 * minute);
    expect(await person.poll()).toBe(401);
    expect(await person.act()).toBe(401);
  });

  it('is extended by a user’s call between the page’s automatic calls', async () => {
    const person = await signedIn();
    for (let asked = 0; asked < 5; asked += 1) {
      clock.advance(30 * minute);
      expect(await person.poll()).toBe(200);
      expect(await person.act()).toBe(200);
    }
  });

  it('is not ended by one process after another process recorded activity', async () => {
    const person = await signedIn();
    expect(await person.act()).toBe(200);
    clock.advance(50 * minute);
    // Another process notes the activity, so no event is sent.
    await app.db.session.updateMany({
      where: { userId: person.id },
      data: { lastSeenAt: clock.now() },
    });
    clock.advance(50 * minute);
    expect(await person.act()).toBe(200);
  });

  it('disappears from the list of sessions', async () => {
    const person = await signedIn();
    await app.db.session.create({
      data: {
        userId: person.id,
        lastSeenAt: new Date(clock.now().getTime() - 61 * minute * 1000),
        expiresAt: new Date(clock.now().getTime() + 3600_000),
      },
    });
    const answer = await fetch(`${app.baseUrl}/api/utilisateurs/sessions`, {
      headers: { authorization: person.authorization },
    });
    expect(await answer.json()).toHaveLength(1);
  });

  it('writes nothing to the database for most calls', async () => {
    const person = await signedIn();
    const seen = async () =>
      (await app.db.session.findFirstOrThrow({ where: { userId: person.id } })).lastSeenAt;
    const before = await seen();
    clock.advance(4 * minute);
    await person.act();
    expect(await seen()).toEqual(before);
    clock.advance(2 * minute);
    await person.act();
    expect(await seen()).not.toEqual(before);
  });
});
