import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { receiver, type Answer } from '../../testing/receiver.ts';
import { newSecret, signedMessage } from './message.ts';
import { messagePoster, type PostOptions } from './post-message.ts';
import { hasFailedTooLong, webhookRetries } from './schedule.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
async function opened(answer: () => Answer | null, options: Partial<PostOptions> = {}) {
  const target = await receiver(answer);
  const poster = messagePoster({
    allowedPrivate: ['127.0.0.1/32'],
    isPlainAllowed: true,
    ...options,
  });
  ends.push(target.close, () => poster.close());
  return { target, poster };
}
const message = { body: '{}', headers: { 'content-type': 'application/json' } };

describe('a webhook message', () => {
  it('is delivered by a 2xx status only, and follows no redirect', async () => {
    const answers = [200, 204, 302, 400, 410, 500].map((status) => ({
      status,
      location: '/inside',
    }));
    const statuses = answers.values();
    const { target, poster } = await opened(() => statuses.next().value ?? { status: 500 });
    const outcomes = [];
    while (outcomes.length < answers.length) outcomes.push(await poster.post(target.url, message));
    expect(
      outcomes.map(({ isDelivered, httpStatus, fault }) => [isDelivered, httpStatus, fault]),
    ).toEqual([
      [true, 200, null],
      [true, 204, null],
      [false, 302, 'REDIRECT'],
      [false, 400, 'REFUSED'],
      [false, 410, 'REFUSED'],
      [false, 500, 'REFUSED'],
    ]);
    expect(target.received.map(({ url }) => url)).toEqual(answers.map(() => '/wasl'));
  });

  it('has a time limit for the response, and reads only the necessary part of it', async () => {
    const { target, poster } = await opened(() => null, { timeoutMs: 300 });
    const slow = await poster.post(target.url, message);
    expect(slow).toMatchObject({ isDelivered: false, httpStatus: null, fault: 'TOO_SLOW' });
    expect(slow.durationMs).toBeLessThan(5000);
    const endless = await opened(() => ({
      status: 200,
      body: 'x'.repeat(100_000),
      isEndless: true,
    }));
    const long = await endless.poster.post(endless.target.url, message);
    expect(long).toMatchObject({ isDelivered: true });
    expect(long.durationMs).toBeLessThan(10_000);
  });

  it('is refused when the name resolves to another address than at the check', async () => {
    let asked = 0;
    const { target, poster } = await opened(() => ({ status: 204 }), {
      allowedPrivate: [],
      resolve: (_, done) => {
        asked += 1;
        done(null, [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
      },
    });
    const url = `http://erp.example.ma:${String(target.port)}/wasl`;
    expect(await poster.post(url, message)).toMatchObject({ fault: 'ADDRESS_REFUSED' });
    expect(await poster.post(target.url, message)).toMatchObject({ fault: 'ADDRESS_REFUSED' });
    expect(target.received).toEqual([]);
    expect(asked).toBe(1);
  });

  it('requires TLS when configured, and reports why the connection failed', async () => {
    const { target, poster } = await opened(() => ({ status: 204 }), { isPlainAllowed: false });
    expect(await poster.post(target.url, message)).toMatchObject({ fault: 'ADDRESS_REFUSED' });
    const secure = target.url.replace('http:', 'https:');
    expect(await poster.post(secure, message)).toMatchObject({
      isDelivered: false,
      httpStatus: null,
    });
    expect(target.received).toEqual([]);
    const plain = await opened(() => ({ status: 204 }));
    await plain.target.close();
    ends.splice(ends.indexOf(plain.target.close), 1);
    expect(await plain.poster.post(plain.target.url, message)).toMatchObject({
      fault: 'NOT_REACHED',
    });
    const unnamed = await opened(() => ({ status: 204 }), {
      resolve: (_, done) => done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []),
    });
    expect(await unnamed.poster.post('http://erp.example.ma/', message)).toMatchObject({
      fault: 'NAME_UNKNOWN',
    });
  });
});

describe('the signature', () => {
  const sent = { id: 'msg-1', kind: 'step.updated', at: new Date(), data: { stepId: 7 } };

  it('is valid for the library of the specification, with the new and the previous secret', () => {
    const [now, before, other] = [newSecret(), newSecret(), newSecret()];
    const { body, headers } = signedMessage(sent, [now, before], new Date());
    const expected = {
      type: 'step.updated',
      timestamp: sent.at.toISOString(),
      data: { stepId: 7 },
    };
    for (const secret of [now, before])
      expect(new Webhook(secret).verify(body, headers)).toEqual(expected);
    expect(() => new Webhook(other).verify(body, headers)).toThrow(WebhookVerificationError);
    expect(() => new Webhook(now).verify(body.replace('7', '8'), headers)).toThrow();
  });

  it('belongs to the attempt: a replay is invalid after ten minutes', () => {
    const secret = newSecret();
    const { body, headers } = signedMessage(sent, [secret], new Date(Date.now() - 600_000));
    expect(() => new Webhook(secret).verify(body, headers)).toThrow('too old');
  });
});

describe('the retry schedule', () => {
  it('is that of Standard Webhooks, with at most a tenth more', () => {
    const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
    expect(seconds.map((_, n) => webhookRetries(n + 1))).toEqual(seconds);
    expect(webhookRetries(10)).toBeNull();
    chance.mockReturnValue(1);
    expect(webhookRetries(3)).toBeCloseTo(1980);
    chance.mockRestore();
  });

  it('disables an address after five days of failures, never for a single failure', () => {
    const day = 24 * 3600 * 1000;
    const now = new Date();
    const since = (days: number) => new Date(now.getTime() - days * day);
    expect(hasFailedTooLong(since(5), now, 4)).toBe(true);
    expect(hasFailedTooLong(since(4.9), now, 9)).toBe(false);
    expect(hasFailedTooLong(since(60), now, 1)).toBe(false);
  });
});
