import { bytes, caller, raw } from './attacker.ts';
import { expect, isRefused, criAgent, test } from './attack-fixture.ts';

// Attempts on every call, and on the layers below them: the table is in docs/security.md.
test.use({ portalName: 'attacks' });

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const methods = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options'] as const;

/** Every address of the API with a value for each parameter, and its methods. */
async function everyPath(url: string, value = '1') {
  const { paths } = JSON.parse((await raw(url, '/api/openapi.json')).text) as Described;
  const list = Object.entries(paths).map(([path, calls]) => ({
    path: `/api${path.replace(/^\/api/, '')}`.replace(/\{[^}]+\}/g, value),
    declared: methods.filter((method) => method in calls),
  }));
  expect(list.length).toBeGreaterThan(80);
  return list;
}

test('every address refuses undeclared methods and forbids caching', async ({
  ground: { url },
}) => {
  const faults: string[] = [];
  for (const { path, declared } of await everyPath(url)) {
    for (const method of methods) {
      // Without a session, declared calls are refused too, except public ones.
      const { status, headers } = await raw(url, path, { method: method.toUpperCase() });
      const label = `${method} ${path}: ${String(status)}`;
      if (status >= 500) faults.push(label);
      const isThere = (declared as string[]).includes(method === 'head' ? 'get' : method);
      if (!isThere && method !== 'options' && status < 400) faults.push(label);
      if (headers['access-control-allow-origin'] !== undefined) faults.push(`${label} CORS`);
      if (!isThere && !/no-store/.test(headers['cache-control'] ?? 'no-store'))
        faults.push(`${label} ${String(headers['cache-control'])}`);
    }
  }
  expect(faults).toEqual([]);
});

test('no call answers 500 to a JSON body of the wrong shape, for any role', async ({
  ground: { url, people },
}) => {
  const faults: string[] = [];
  const shapes = [
    'null',
    '[]',
    '0',
    '"x"',
    '[[]]',
    '{"__proto__":null}',
    '{"a":1,"a":2}',
    '\ufeff{}',
  ];
  for (const { path, declared } of await everyPath(url, '999999999'))
    for (const method of declared.filter((one) => one === 'post' || one === 'put')) {
      // Calls that end the session or request a mail are tried once, without a session.
      const by = /logout|signout|sign-out|sessions/i.test(path) ? people.anonymous : people.amina;
      for (const body of shapes) {
        const headers = { 'content-type': 'application/json' };
        const { status } = await by.raw(path.replace(/^\/api/, ''), {
          method: method.toUpperCase(),
          headers,
          body,
        });
        if (status >= 500) faults.push(`${method} ${path} ${body}: ${String(status)}`);
      }
    }
  expect(faults).toEqual([]);
});

test('ambiguous lengths and parts are refused, and no smuggled request runs', async ({
  ground: { url },
}) => {
  const { host } = new URL(url);
  const inner = `GET /api/notices HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const head = (lines: string) =>
    `POST /api/authenticate HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${lines}\r\n`;
  for (const [why, text] of Object.entries({
    'parts by another name': head('Transfer-Encoding: xchunked\r\n') + `0\r\n\r\n${inner}`,
    'parts within parts': head('Transfer-Encoding: chunked, identity\r\n') + `0\r\n\r\n${inner}`,
    'parts twice, one hidden':
      head('Transfer-Encoding: identity\r\nTransfer-Encoding : chunked\r\n') + `0\r\n\r\n${inner}`,
    'a length with a sign': head('Content-Length: +2\r\n') + `{}${inner}`,
    'a length in hexadecimal': head('Content-Length: 0x2\r\n') + `{}${inner}`,
    'a length twice in one': head('Content-Length: 2, 2\r\n') + `{}${inner}`,
    'a part of more than 64 bits':
      head('Transfer-Encoding: chunked\r\n') + `fffffffffffffffff\r\n{}\r\n0\r\n\r\n${inner}`,
    'a part of a negative length':
      head('Transfer-Encoding: chunked\r\n') + `-1\r\n{}\r\n0\r\n\r\n${inner}`,
    'lines that end by a line feed alone':
      head('Transfer-Encoding: chunked\r\n').replaceAll('\r\n', '\n') + `0\n\n${inner}`,
    'no host': 'GET /api/notices HTTP/1.1\r\n\r\n',
    'two hosts': `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`,
    'a name of a header with a space': `GET / HTTP/1.1\r\nHost: ${host}\r\nX Y: 1\r\n\r\n`,
  })) {
    const answer = await bytes(url, text);
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) =>
      Number(status),
    );
    expect(statuses.length, `${why}: ${answer.slice(0, 200)}`).toBeLessThanOrEqual(1);
    for (const status of statuses)
      expect(isRefused({ status } as never), `${why}: ${String(status)}`).toBe(true);
  }
  // An upgrade request is answered in HTTP/1.1.
  for (const upgrade of ['websocket', 'h2c', 'TLS/1.0']) {
    const answer = await bytes(
      url,
      `GET /api/notices HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`,
    );
    expect(answer, upgrade).not.toMatch(/^HTTP\/1\.1 (?:101|5)/);
  }
});

test('a cached answer of one person is never returned to another person', async ({
  ground: { url, people },
}) => {
  for (const path of ['/notices', '/simulations', '/phoneMessages', '/utilisateurs/accesses']) {
    const mine = await people.amina.raw(path);
    expect(mine.status, path).toBe(200);
    expect(mine.headers['cache-control'], path).toContain('no-store');
    const marks = [mine.headers.etag, '*', 'W/"0"'].flatMap((mark) => mark ?? []);
    for (const mark of marks) {
      const headers = { 'if-none-match': mark };
      expect((await raw(url, `/api${path}`, { headers })).status, path).toBe(401);
      const theirs = await people.other.raw(path, { headers });
      if (mark === '*') expect([200, 304]).toContain(theirs.status);
      // Two people may have the same answer: an empty list.
      else if (theirs.status === 304)
        expect((await people.other.raw(path)).text, `${path} of another person`).toBe(mine.text);
    }
    const late = { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() };
    expect((await people.other.raw(path, { headers: late })).status, path).toBe(200);
  }
});

test('a webhook address never reaches the internal network, in any spelling', async ({
  ground: { people, userOf, query: ask },
}) => {
  const { partner_id: partner } = await userOf(criAgent);
  const path = `/partners/${String(partner)}/webhooks`;
  for (const url of [
    'https://10。0。0。1/',
    'https://①⓪.⓪.⓪.①/',
    'https://0251.0376.0251.0376/',
    'https://169.254.43518/',
    'https://[::ffff:169.254.169.254]/',
    'https://[fe80::1%25eth0]/',
    'https://[::]/',
    'https://localhost./',
    'https://LOCALHOST/',
    'https://metadata.google.internal/',
    'https://user:pw@erp.example.ma/',
    'https://erp.example.ma\\@10.0.0.1/',
    'https://10.0.0.1:443#@erp.example.ma/',
    'https:10.0.0.1/',
    'gopher://10.0.0.1/',
    'file:///etc/passwd',
    'https://10.0.0.1\t/',
    'javascript:alert(1)',
  ]) {
    const answer = await people.cri.call('POST', path, {
      url,
      description: 'x',
      kinds: ['step.updated'],
    });
    expect(isRefused(answer), `${url}: ${String(answer.status)} ${answer.text}`).toBe(true);
  }
  expect(await ask('SELECT id FROM webhook_endpoints WHERE partner_id = $1', [partner])).toEqual(
    [],
  );
});

test('a second factor cannot be enabled without its checks', async ({
  ground: { url, query: ask, userOf },
}) => {
  const { id } = await userOf('nord.cooperative@example.org');
  const paths = (await everyPath(url)).filter(({ path }) => /second-?factor/i.test(path));
  expect(paths.length).toBeGreaterThan(2);
  const anonymous = caller(url, null);
  for (const { path, declared } of paths)
    for (const method of declared) {
      const body = { code: '000000', password: 'x', challenge: 'x', token: 'x' };
      const { status } = await anonymous.call(
        method.toUpperCase(),
        path.replace(/^\/api/, ''),
        body,
      );
      expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
      expect(status, `${method} ${path}`).toBeLessThan(500);
    }
  expect(await ask('SELECT user_id FROM second_factors WHERE user_id = $1', [id])).toEqual([]);
});

test('page numbers and page sizes out of range are cheap', async ({ ground: { people } }) => {
  for (const query of [
    'page=2147483647&size=100',
    'page=99999999999999999999&size=1',
    'page=1e9&size=10',
    'page=-0&size=10',
    'page=0&size=2147483648',
    'page=0&size=٩',
    'page=0x10&size=10',
  ])
    for (const path of ['/notices', '/utilisateurs/accesses', '/partners']) {
      const { status } = await people.amina.raw(`${path}?${query.replace('٩', '%D9%A9')}`);
      expect(status, `${path}?${query}`).toBeLessThan(500);
    }
});
