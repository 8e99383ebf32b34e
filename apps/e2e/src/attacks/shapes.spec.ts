import { raw } from './attacker.ts';
import {
  amina,
  cooperative,
  expect,
  isRefused,
  criAgent,
  statusesOf,
  test,
} from './attack-fixture.ts';

// Values, bodies and ids that violate the contract, on the built server and not covered by other tests: the table is in
// docs/security.md.
test.use({ portalName: 'attacks' });

test('fields that the caller may not set are ignored', async ({ ground: { people, userOf } }) => {
  const before = await userOf(amina);
  const more = { role: 'PARTENAIRE', partnerId: 1, isResponsible: true, sessionVersion: 99 };
  await people.amina.call('PUT', '/utilisateurs/lang', { lang: 'fr', ...more, email: criAgent });
  await people.amina.call('POST', '/utilisateurs/renewSession', {
    ...more,
    expiresAt: '2099-01-01',
  });
  expect(await userOf(amina)).toEqual(before);
  const consents = await people.amina.call('POST', '/utilisateurs/consent', {
    version: 999,
    userId: (await userOf(cooperative)).id,
  });
  expect(isRefused(consents)).toBe(true);
});

test('a body cannot pollute a prototype', async ({ ground: { people, url } }) => {
  const nasty = '{"value":{"constructor":{"prototype":{"polluted":"yes"}}},"version":null}';
  const direct = '{"value":{"__proto__":{"polluted":"yes"}},"version":null}';
  expect((await people.other.call('PUT', '/drafts/request', direct)).status).toBe(400);
  await people.other.call('PUT', '/drafts/request', nasty);
  const config = JSON.parse((await raw(url, '/config.json')).text) as Record<string, unknown>;
  expect(config).not.toHaveProperty('polluted');
  expect(isRefused(await people.other.call('PUT', '/utilisateurs/lang', '{"polluted":1}'))).toBe(
    true,
  );
  await people.other.call('DELETE', '/drafts/request');
});

test('names of built-in object properties are not accepted as ids', async ({
  ground: { people },
}) => {
  for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const answers = await Promise.all([
      people.anonymous.call('GET', `/params/paramsByParent/${word}`),
      people.anonymous.call('GET', `/params/names/${word}`),
      people.anonymous.call('GET', `/premiumRules/${word}`),
      people.amina.call('GET', `/drafts/${word}`),
      people.amina.call('DELETE', `/proposals/${word}`),
      people.anonymous.call('GET', `/partners?lang=${word}`),
      people.amina.call('PUT', '/utilisateurs/lang', { lang: word }),
      people.amina.call('POST', '/requests/filter', [
        { key: word, value: 'x', operation: 'EQUAL' },
      ]),
    ]);
    expect(Math.max(...statusesOf(answers)), word).toBeLessThan(500);
  }
});

test('repeated, bracketed and empty parameters never cause an internal error', async ({
  ground: { people },
}) => {
  const answers = await Promise.all(
    [
      '/notices?page=0&page=1',
      '/notices?page[$gt]=0',
      '/notices?page[]=0',
      '/notices?size=10&size=100000',
      '/notices?page=',
      '/notices?page=0x10',
      '/notices?page=1e2',
      '/notices?page=%00',
      '/notices?__proto__[page]=1',
      '/utilisateurs/reinitialiserMotPasse?token=a&token=b',
      '/partners?lang=fr&lang=ar',
    ].map((path) => people.amina.call('GET', path)),
  );
  expect(Math.max(...statusesOf(answers))).toBeLessThan(500);
  const sized = await people.amina.call('GET', '/notices?size=10&size=100000');
  expect(sized.status).toBe(400);
});

test('ids out of range find nothing', async ({ ground: { people } }) => {
  for (const id of [
    '2147483648',
    '9007199254740993',
    '-1',
    '1e2',
    '0x10',
    '%201',
    '1%00',
    '1,2',
    encodeURIComponent('١'),
    'NaN',
    '1.0',
  ]) {
    const answers = await Promise.all([
      people.amina.call('GET', `/requests/${id}`),
      people.cri.call('GET', `/processing/steps/${id}/file`),
      people.anonymous.call('GET', `/partners/${id}`),
      people.amina.call('GET', `/simulations/${id}`),
    ]);
    expect(
      [...new Set(statusesOf(answers))].every((status) => status === 400 || status === 404),
      `${id} ${String(statusesOf(answers))}`,
    ).toBe(true);
  }
});

test('deep, duplicated, re-encoded and compressed JSON is refused or parsed safely', async ({
  ground: { people },
}) => {
  const deep = (n: number) => `{"value":${'['.repeat(n)}${']'.repeat(n)},"version":null}`;
  const put = (body: string, headers = {}) =>
    people.amina.raw('/drafts/request', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  expect((await put(deep(40))).status).toBe(400);
  expect((await put(deep(40_000))).status).toBe(400);
  expect(isRefused(await put('{"value":{"a":1e999},"version":"1"}'))).toBe(true);
  expect(isRefused(await put('[]'))).toBe(true);
  expect(isRefused(await put('{"value":{}}', { 'content-encoding': 'br' }))).toBe(true);
  const utf16 = Buffer.from('{"lang":"fr"}', 'utf16le');
  const answer = await people.amina.raw('/utilisateurs/lang', {
    method: 'PUT',
    headers: { 'content-type': 'application/json; charset=utf-16' },
    body: utf16,
  });
  expect(isRefused(answer)).toBe(true);
  const typed = await people.amina.raw('/utilisateurs/lang', {
    method: 'PUT',
    headers: { 'content-type': 'text/plain' },
    body: '{"lang":"fr"}',
  });
  expect(typed.status).toBeLessThan(500);
});

test('operators in place of values match nothing', async ({ ground: { people } }) => {
  for (const email of [{ contains: '@' }, { not: '' }, ['amina@example.org'], { $ne: null }, true])
    expect(
      (await people.anonymous.call('POST', '/utilisateurs/signIn', { email, password: 'x' }))
        .status,
    ).toBe(400);
});

test('an e-mail with look-alike letters is another address', async ({
  ground: { people, firstRow: one },
}) => {
  for (const email of [
    'ａmina@example.org',
    'amına@example.org',
    'amina@ｅxample.org',
    'amina@example.org\u0000',
    'аmina@example.org',
  ]) {
    const answer = await people.anonymous.call('POST', '/utilisateurs/signIn', {
      email,
      password: 'Wasl#Demo2026',
    });
    expect([400, 401], email).toContain(answer.status);
  }
  const mails = () => one<{ n: string }>('SELECT count(*)::text AS n FROM outbox_mails');
  const before = await mails();
  for (const email of [
    'amına@example.org',
    'ａmina@example.org',
    'amina@example.org,evil@example.com',
    'amina@example.org%0d%0aBcc:evil@example.com',
  ])
    await people.anonymous.call(
      'POST',
      `/utilisateurs/forgotPassword/${encodeURIComponent(email)}`,
    );
  expect(await mails()).toEqual(before);
});

test('malformed multipart bodies are refused as a whole', async ({
  ground: { people, firstRow: one },
}) => {
  const { id } = await one<{ id: number }>(
    `SELECT r.id FROM requests r JOIN users u ON u.id = r.beneficiary_id WHERE u.email = $1 LIMIT 1`,
    [amina],
  );
  const send = (
    boundary: string,
    body: string,
    type = `multipart/form-data; boundary=${boundary}`,
  ) =>
    people.amina.raw(`/requests/${String(id)}/document`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const answers = await Promise.all([
    send('x', `${part('__proto__', '{}')}--x--\r\n`),
    send('x', `${part('dto', '{}')}${part('dto', '{"code":"CIN"}')}--x--\r\n`),
    send('x', `${part('constructor[prototype][a]', '1')}--x--\r\n`),
    send('y'.repeat(5000), `--${'y'.repeat(5000)}--\r\n`),
    send('x', '--x\r\n'),
    send('x', '', 'multipart/form-data'),
    send('x', `${part('parts.file', '../../../../etc/passwd')}--x--\r\n`),
    send('x', `${part('parts.file', 'f'.repeat(64))}--x--\r\n`),
  ]);
  expect(
    statusesOf(answers).every((status) => status >= 400 && status < 500),
    String(statusesOf(answers)),
  ).toBe(true);
});

test('values that begin like a formula are exported as text', async ({ ground: { people } }) => {
  const label = '=HYPERLINK("http://evil.example","x")';
  const child = await people.cri.call('POST', '/params/SERVICE/addChild', {
    libelle: label,
    label,
    code: label,
  });
  expect(isRefused(child)).toBe(true);
  const exported = await people.cri.call('GET', '/statistics/export?format=csv');
  expect(exported.status).toBeLessThan(500);
  for (const line of exported.text.split(/\r?\n/)) expect(line).not.toMatch(/(^|[;,])"?[=+@]/);
});
