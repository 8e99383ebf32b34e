import { randomUUID } from 'node:crypto';

import { example1 as plant } from '@wasl/premium/testing';

import { tokenOf } from '../signed-in.ts';
import { caller, raw, type Caller } from './attacker.ts';
import {
  amina,
  cooperative,
  expect,
  isRefused,
  ccisAgent,
  criAgent,
  statusesOf,
  test,
} from './attack-fixture.ts';

// Sessions, keys, race conditions and data of other people, on the built server and not covered by other tests: the
// table is in docs/security.md.
test.use({ portalName: 'attacks' });

test('tokens in other places or shapes are ignored', async ({ ground: { url }, request }) => {
  const token = await tokenOf(request, url, amina);
  const [head = '', body = '', sign = ''] = token.split('.');
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const kid = Buffer.from('{"alg":"HS256","typ":"JWT","kid":"../../dev/null"}').toString(
    'base64url',
  );
  for (const authorization of [
    `Bearer ${token}.`,
    `Bearer ${none}.${body}.`,
    `Bearer ${kid}.${body}.${sign}`,
    `Bearer ${head}.${body}.${sign.slice(0, -1)}`,
    `Bearer ${token}, Bearer ${token}`,
    `Basic ${Buffer.from(`${amina}:Wasl#Demo2026`).toString('base64')}`,
    `Token ${token}`,
  ])
    expect(
      (await raw(url, '/api/notices', { headers: { authorization } })).status,
      authorization.slice(0, 30),
    ).toBe(401);
  expect((await raw(url, `/api/notices?token=${token}`)).status).toBe(401);
  expect((await raw(url, '/api/notices', { headers: { cookie: `token=${token}` } })).status).toBe(
    401,
  );
});

test('two identical concurrent calls create one key, one rating and one draft', async ({
  ground: { people, query: ask, firstRow: one, userOf },
}) => {
  const { partner_id: partner } = await userOf(ccisAgent);
  const path = `/partners/${String(partner)}/keys`;
  const name = `Course ${randomUUID().slice(0, 8)}`;
  const form = { name, scopes: ['requests:read'], days: 30 };
  const made = await Promise.all(
    Array.from({ length: 8 }, () => people.ccis.call('POST', path, form)),
  );
  expect(statusesOf(made).filter((status) => status === 201)).toHaveLength(1);
  const many = await Promise.all(
    Array.from({ length: 26 }, (_, at) =>
      people.ccis.call('POST', path, { ...form, name: `${name} ${String(at)}` }),
    ),
  );
  expect(Math.max(...statusesOf(many))).toBeLessThan(500);
  const { n } = await one<{ n: number }>(
    'SELECT count(*)::int AS n FROM api_keys WHERE partner_id = $1 AND revoked_at IS NULL',
    [partner],
  );
  expect(n).toBeLessThanOrEqual(20);
  await ask('UPDATE api_keys SET revoked_at = now() WHERE partner_id = $1', [partner]);

  const drafts = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      people.other.call('PUT', '/drafts/request', {
        value: { description: String(at) },
        version: null,
      }),
    ),
  );
  expect(statusesOf(drafts).filter((status) => status === 200)).toHaveLength(1);
  expect(Math.max(...statusesOf(drafts))).toBeLessThan(500);
  await people.other.call('DELETE', '/drafts/request');
});

test('only the owner of a request rates its steps, one rating at a time', async ({
  ground: { people, query: ask, firstRow: one },
}) => {
  const step = await one<{ id: number; email: string }>(
    `SELECT s.id, u.email FROM processing_steps s JOIN requests r ON r.id = s.request_id
     JOIN users u ON u.id = r.beneficiary_id WHERE s.status = 'PROCESSED' AND u.email = $1 LIMIT 1`,
    [amina],
  );
  const rate = (who: Caller, stars: number) =>
    who.call('POST', '/processing/step/update', {
      processingStepId: step.id,
      beneficiaryRating: stars,
      beneficiaryFeedback: `Note ${String(stars)}`,
    });
  expect(isRefused(await rate(people.other, 1))).toBe(true);
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 1, 2, 3].map((stars) => rate(people.amina, stars)),
  );
  expect(Math.max(...statusesOf(answers))).toBeLessThan(500);
  const rows = await ask('SELECT * FROM ratings WHERE step_id = $1', [step.id]);
  expect(rows).toHaveLength(1);
});

test('two managers who remove each other’s role at once leave one manager', async ({
  ground: { people, firstRow: one, userOf },
}) => {
  const { partner_id: partner, id: first } = await userOf(ccisAgent);
  const second = await one<{ id: string; email: string }>(
    `UPDATE users SET partner_id = $1, is_responsible = true, approved_at = now() WHERE email = $2
     RETURNING id::text, email`,
    [partner, criAgent],
  );
  const before = await one<{ n: number }>(
    'SELECT count(*)::int AS n FROM users WHERE partner_id = $1 AND is_responsible',
    [partner],
  );
  expect(before.n).toBeGreaterThanOrEqual(2);
  const demote = (who: Caller, id: string) =>
    who.call('PUT', `/partners/${String(partner)}/agents/${id}/role`, { role: 'AGENT' });
  const answers = await Promise.all([
    demote(people.ccis, second.id),
    demote(people.cri, first),
    demote(people.ccis, first),
    demote(people.cri, second.id),
  ]);
  // One call succeeds, so the attempt has a real target.
  expect(statusesOf(answers)).toContain(200);
  expect(Math.max(...statusesOf(answers)), String(statusesOf(answers))).toBeLessThan(500);
  const after = await one<{ n: number }>(
    'SELECT count(*)::int AS n FROM users WHERE partner_id = $1 AND is_responsible',
    [partner],
  );
  expect(after.n).toBeGreaterThanOrEqual(1);
});

test('an API key cannot extend its own rights', async ({
  ground: { people, url, query: ask, firstRow: one, userOf },
}) => {
  const { partner_id: partner, id } = await userOf(ccisAgent);
  await ask('UPDATE users SET is_responsible = true WHERE email = $1', [ccisAgent]);
  const path = `/partners/${String(partner)}/keys`;
  const wide = await people.ccis.call('POST', path, {
    name: 'Trop',
    scopes: ['requests:read', 'accounts:all', '*'],
    days: 30,
  });
  expect(wide.status).toBe(400);
  const long = await people.ccis.call('POST', path, {
    name: 'Longue',
    scopes: ['requests:read'],
    days: 36_500,
  });
  expect(long.status).toBe(400);
  const made = await people.ccis.call('POST', path, {
    name: 'Juste',
    scopes: ['requests:read'],
    days: 30,
    partnerId: 1,
  });
  expect(made.status, made.text).toBe(201);
  const { secret, key } = JSON.parse(made.text) as { secret: string; key: { id: string } };
  const system = caller(url, secret);
  expect((await system.call('GET', '/journeyInstanceProcessingSteps/mark')).status).toBe(200);
  const answers = await Promise.all([
    system.call('POST', path, { name: 'Autre', scopes: ['requests:read'], days: 30 }),
    system.call('GET', path),
    system.call('PUT', `/partners/${String(partner)}/agents/${id}/role`, { role: 'RESPONSABLE' }),
    system.call('POST', '/utilisateurs/changePassword', { currentPassword: 'x', password: 'y' }),
    system.call('GET', '/utilisateurs/export'),
    system.call('GET', '/changes'),
  ]);
  expect(new Set(statusesOf(answers))).toEqual(new Set([403]));
  const upload = await system.raw('/uploads', {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '1' },
  });
  expect(upload.status).toBe(401);
  for (const other of [
    secret.toUpperCase(),
    `${secret}x`,
    secret.slice(0, -1),
    `${secret} `.trimStart() + '%00',
  ])
    expect(
      (await caller(url, other).call('GET', '/journeyInstanceProcessingSteps/mark')).status,
    ).toBe(401);
  // Another organisation can neither see nor end it.
  const cri = await one<{ id: number }>(
    'SELECT id FROM partners WHERE id <> $1 ORDER BY id LIMIT 1',
    [partner],
  );
  expect((await people.ccis.call('GET', `/partners/${String(cri.id)}/keys`)).status).toBe(404);
  expect(
    (await people.ccis.call('DELETE', `/partners/${String(cri.id)}/keys/${key.id}`)).status,
  ).toBe(404);
  await people.ccis.call('DELETE', `${path}/${key.id}`);
  expect((await system.call('GET', '/journeyInstanceProcessingSteps/mark')).status).toBe(401);
});

test('notices, sessions, proposals, simulations and views of another person are inaccessible', async ({
  ground: { people, query: ask, firstRow: one, userOf },
}) => {
  const owner = await userOf(amina);
  const [session] = await ask<{ id: string }>(
    'SELECT id::text FROM sessions WHERE user_id = $1::uuid AND ended_at IS NULL',
    [owner.id],
  );
  expect(
    (await people.other.call('DELETE', `/utilisateurs/sessions/${session?.id ?? ''}`)).status,
  ).toBe(404);
  const notice = await one<{ id: number }>(
    'SELECT id FROM notices WHERE user_id = $1::uuid LIMIT 1',
    [owner.id],
  );
  const unread = () => one('SELECT read_at FROM notices WHERE id = $1', [notice.id]);
  const before = await unread();
  await people.other.call('PUT', `/notices/${String(notice.id)}/read`);
  expect(await unread()).toEqual(before);
  const put = await people.other.call('DELETE', '/proposals/NOT_A_CODE');
  expect(put.status).toBeLessThan(500);
  expect(
    await ask('SELECT * FROM dismissed_proposals WHERE user_id = $1::uuid', [owner.id]),
  ).toEqual([]);
  const made = await people.amina.call('POST', '/simulate', plant);
  const { simulationPrimeId } = JSON.parse(made.text) as { simulationPrimeId: number };
  const simulation = `/simulations/${String(simulationPrimeId)}`;
  const name = { name: 'À moi' };
  for (const [method, end, body] of [
    ['GET', ''],
    ['PUT', '', name],
    ['POST', '/share'],
    ['DELETE', '/share'],
    ['POST', '/copy', name],
    ['DELETE', ''],
  ] as const)
    expect((await people.other.call(method, simulation + end, body)).status).toBe(404);
  expect((await people.amina.call('GET', simulation)).status).toBe(200);
  expect((await people.amina.call('GET', '/utilisateurs/sessions')).status).toBe(200);
});

test('uploaded parts belong to their sender, arrive in order and have unguessable names', async ({
  ground: { people },
}) => {
  const tus = (
    who: Caller,
    method: string,
    path: string,
    headers: Record<string, string>,
    body = '',
  ) => who.raw(path, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, body });
  const begin = (headers: Record<string, string>) => tus(people.amina, 'POST', '/uploads', headers);
  const b64 = (text: string) => Buffer.from(text).toString('base64');
  const made = await begin({
    'upload-length': '10',
    'upload-metadata': `filename ${b64('../../../etc/x\r\nSet-Cookie: a=b')}`,
  });
  expect(made.status, made.text).toBe(201);
  expect(made.headers).not.toHaveProperty('set-cookie');
  const proto = await begin({
    'upload-length': '10',
    'upload-metadata': `__proto__ ${b64('polluted')}`,
  });
  expect(isRefused(proto)).toBe(true);
  const id = made.headers.location?.split('/').at(-1) ?? '';
  expect(id).toMatch(/^[0-9a-f]{64}$/);
  const part = (who: Caller, offset: string, body = 'abc', at = id) =>
    tus(
      who,
      'PATCH',
      `/uploads/${at}`,
      { 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' },
      body,
    );
  for (const offset of ['-1', '5', '1e1', 'NaN', '9007199254740993', '', '0x0', '0, 0'])
    expect(isRefused(await part(people.amina, offset)), `offset ${offset}`).toBe(true);
  expect((await part(people.other, '0')).status).toBe(404);
  expect((await part(people.anonymous, '0')).status).toBe(401);
  expect((await tus(people.other, 'HEAD', `/uploads/${id}`, {})).status).toBe(404);
  expect((await tus(people.other, 'DELETE', `/uploads/${id}`, {})).status).toBe(404);
  expect((await tus(people.amina, 'GET', `/uploads/${id}`, {})).status).toBe(405);
  expect(
    (await tus(people.amina, 'HEAD', `/uploads/${id.slice(0, 32)}%2f..%2f${id}`, {})).status,
  ).toBe(404);
  expect((await part(people.amina, '0', 'more than ten bytes')).status).toBe(413);
  for (const length of ['-1', '10485761', '1e99', 'NaN', '99999999999999999999'])
    expect(isRefused(await begin({ 'upload-length': length })), `length ${length}`).toBe(true);
  // An unsupported part of the protocol.
  expect((await begin({ 'upload-concat': `final;/api/uploads/${id}` })).status).toBe(501);
  const overridden = await tus(people.amina, 'PATCH', `/uploads/${id}`, {
    'x-http-method-override': 'POST',
    'upload-length': '5',
  });
  expect(isRefused(overridden)).toBe(true);
  // At most twenty uploads are pending, however many start at once.
  const flood = await Promise.all(
    Array.from({ length: 40 }, () => begin({ 'upload-length': '1' })),
  );
  expect(statusesOf(flood).filter((status) => status === 201).length).toBeLessThanOrEqual(19);
  expect(Math.max(...statusesOf(flood))).toBeLessThan(500);
});

test('the change stream needs a session and ends with it', async ({
  ground: { people, url },
  request,
}) => {
  expect((await people.anonymous.call('GET', '/changes')).status).toBe(401);
  const signed = await request.post(`${url}/api/utilisateurs/signIn`, {
    data: { email: cooperative, password: 'Wasl#Demo2026' },
  });
  const { token } = (await signed.json()) as { token: string };
  const mine = caller(url, token);
  const stream = mine.call('GET', '/changes');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await mine.call('POST', '/utilisateurs/signOut')).status).toBe(200);
  // Resolves when the server has closed the stream.
  const ended = await stream;
  expect(ended.status).toBe(200);
  expect(ended.text).not.toContain('@');
  expect((await mine.call('GET', '/changes')).status).toBe(401);
});
