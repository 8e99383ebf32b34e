import http from 'node:http';

import { example1 as plant } from '@wasl/premium/testing';

import { tokenOf } from '../signed-in.ts';
import { raw } from './attacker.ts';
import { amina, cooperative, expect, ccisAgent, test } from './attack-fixture.ts';

// The change stream, and guessed links: the table is in docs/security.md.
test.use({ portalName: 'attacks' });

interface Listening {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly received: () => string;
  readonly leave: () => void;
}

/** Opens a stream; resolves with its headers. */
function listen(
  url: string,
  token: string,
  { query = '', headers = {} }: { query?: string; headers?: http.OutgoingHttpHeaders } = {},
): Promise<Listening> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.get(
      {
        hostname,
        port,
        path: `/api/changes${query}`,
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, ...headers },
        agent: false,
      },
      (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString('utf8')));
        answer.on('error', () => undefined);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          received: () => text,
          leave: () => request.destroy(),
        });
      },
    );
    request.on('error', reject);
  });
}

test('the number of change streams is limited per person', async ({ ground: { url }, request }) => {
  const token = await tokenOf(request, url, cooperative);
  const streams = await Promise.all(Array.from({ length: 30 }, () => listen(url, token)));
  const open = streams.filter(({ status }) => status === 200);
  expect(open).toHaveLength(8);
  const refused = streams.filter(({ status }) => status !== 200);
  for (const { status, headers } of refused) {
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  const other = await listen(url, await tokenOf(request, url, amina));
  expect(other.status).toBe(200);
  for (const one of [...streams, other]) one.leave();
});

test('a change stream only names the scope of its own person, for any query', async ({
  ground: { url, query: ask, userOf },
  request,
}) => {
  const insertNotice = async (email: string) => {
    const { id } = await userOf(email);
    await ask(`INSERT INTO notices (user_id, kind, params) VALUES ($1::uuid, 'IMPORTED', '{}')`, [
      id,
    ]);
  };
  const odd = {
    query: '?lang=%0d%0aset-cookie:%20a=b&userId=1&lastEventId=%0d%0adata:%20evil&partnerId=1',
    headers: { 'last-event-id': '0', 'x-request-id': 'data: evil', 'accept-language': '<b>' },
  };
  const mine = await listen(url, await tokenOf(request, url, amina), odd);
  const others = [
    await listen(url, await tokenOf(request, url, cooperative)),
    await listen(url, await tokenOf(request, url, ccisAgent)),
  ];
  expect(mine.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
  });
  expect(JSON.stringify(mine.headers)).not.toContain('a=b');
  await insertNotice(amina);
  await expect.poll(mine.received).toContain('data: person\n\n');
  // Their own events come later, so all earlier ones have been received.
  for (const other of others) expect(other.received()).not.toContain('person');
  await insertNotice(cooperative);
  await expect.poll(() => others[0]?.received()).toContain('data: person\n\n');
  for (const one of [mine, ...others]) {
    expect(one.received()).toMatch(/^(:\n\n|data: (person|organisation)\n\n)*$/);
    one.leave();
  }
});

test('expired, revoked and guessed links answer alike', async ({
  ground: { url, people, query: ask },
}) => {
  const made = await people.amina.call('POST', '/simulate', plant);
  expect(made.status, made.text).toBe(200);
  const { simulationPrimeId: id } = JSON.parse(made.text) as { simulationPrimeId: number };
  const share = async (): Promise<string> => {
    const { text, status } = await people.amina.call('POST', `/simulations/${String(id)}/share`);
    expect(status, text).toBeLessThan(300);
    return /\/partage\/([\w-]+)/.exec(text)?.[1] ?? '';
  };
  const first = await share();
  expect(first).toHaveLength(32);
  expect((await raw(url, `/partage/${first}`)).status).toBe(200);
  const second = await share();
  expect(second).not.toBe(first);
  const live = await raw(url, `/partage/${second}`);
  expect([live.status, live.headers['cache-control']]).toEqual([200, 'no-store']);
  const near = second.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const swapped = second.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  await ask(
    `UPDATE simulation_shares SET expires_at = now() - interval '1 second' WHERE simulation_id = $1`,
    [id],
  );
  const expired = await raw(url, `/partage/${second}`, {
    headers: { 'if-none-match': live.headers.etag ?? '*' },
  });
  const third = await share();
  expect(
    (await people.amina.call('DELETE', `/simulations/${String(id)}/share`)).status,
  ).toBeLessThan(300);
  const answers = [
    expired,
    ...(await Promise.all(
      [first, third, near, swapped, 'A'.repeat(32), '_'.repeat(32)].map((token) =>
        raw(url, `/partage/${token}`),
      ),
    )),
  ];
  // The answers may differ only in the requested address and the time.
  const seen = answers.map(({ status, headers, text }) => {
    const { date, etag, 'x-request-id': asked, ...rest } = headers;
    void [date, etag, asked];
    return JSON.stringify([status, rest, text.replaceAll(/partage\/[\w-]+/g, '')]);
  });
  expect([...new Set(seen)]).toHaveLength(1);
  expect(seen[0]).toContain('no-store');
  expect(answers[0]?.status).toBe(404);
});
