import { randomUUID } from 'node:crypto';

import { bytes, raw } from './attacker.ts';
import { amina, cooperative, expect, isRefused, statusesOf, test } from './attack-fixture.ts';

// Methods, addresses, headers and bytes, on the built server and not covered by other tests: the table is in
// docs/security.md.
test.use({ portalName: 'attacks' });

test('a header cannot override the method of a call', async ({
  ground: { people, firstRow: one },
}) => {
  const { id } = await one<{ id: number }>('SELECT id FROM requests ORDER BY id LIMIT 1');
  const count = () =>
    one<{ n: string }>(`SELECT string_agg(status::text, ' ' ORDER BY id) AS n FROM requests`);
  const before = await count();
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    const answer = await people.amina.raw(`/requests/${String(id)}?_method=DELETE`, {
      method: 'POST',
      headers: { [name]: 'DELETE' },
    });
    expect(answer.status).toBe(405);
  }
  for (const method of ['TRACE', 'PROPFIND', 'LOCK', 'PATCH'])
    expect(isRefused(await people.amina.raw('/requests/filter', { method })), method).toBe(true);
  const head = await people.anonymous.raw(`/requests/${String(id)}`, { method: 'HEAD' });
  expect(head.status).toBe(401);
  expect(await count()).toEqual(before);
});

test('other spellings of a path reach no file and need the same permission', async ({
  ground: { url },
}) => {
  for (const path of [
    '/assets/..%2f..%2f..%2fapi/dist/server.mjs',
    '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5c..%5cpackage.json',
    '/..%2f..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/assets/%00.js',
    '/.env',
    '/.git/config',
    '/assets/..;/..;/package.json',
    '/%ff%fe.json',
  ]) {
    const answer = await raw(url, path);
    expect(answer.text, path).not.toMatch(/root:|"dependencies"|JWT_SECRET|\[core\]|createApp/);
    expect(answer.status, path).toBeLessThan(500);
  }
  for (const path of [
    '/api//notices',
    '/api/notices/',
    '/API/notices',
    '/api/Notices',
    '/api/./notices',
    '/api/x/../notices',
    '/api/%6eotices',
    '/api/notices;a=b',
    '/api/notices%20',
    '//api/notices',
  ]) {
    const { status, text } = await raw(url, path, { headers: { accept: 'application/json' } });
    expect([400, 401, 404, 405], `${path}: ${text.slice(0, 80)}`).toContain(status);
  }
});

test('an address that looks like another site does not redirect', async ({ ground: { url } }) => {
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/landing//evil.example',
  ])
    expect((await raw(url, path)).headers.location, path).toBeUndefined();
});

test('host and proxy headers change no page, link or address', async ({
  ground: { url, query: ask },
}) => {
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-prefix': '/evil',
    'x-original-url': '/api/notices',
    'x-rewrite-url': '/api/notices',
    forwarded: 'host=evil.example',
  };
  for (const path of [
    '/',
    '/landing/fr',
    '/config.json',
    '/api/openapi.json',
    '/manifest-fr.webmanifest',
  ]) {
    const answer = await raw(url, path, { headers });
    expect(answer.text + JSON.stringify(answer.headers), path).not.toContain('evil');
  }
  expect((await raw(url, '/dev/mail', { headers: { host: 'evil.example' } })).status).toBe(404);
  await raw(url, `/api/utilisateurs/forgotPassword/${cooperative}`, { method: 'POST', headers });
  const mails = await ask<{ params: unknown }>('SELECT params FROM outbox_mails WHERE "to" = $1', [
    cooperative,
  ]);
  expect(JSON.stringify(mails)).not.toContain('evil');
  const absolute = await raw(url, 'http://evil.example/api/notices');
  expect([400, 401, 404]).toContain(absolute.status);
});

test('other origins are refused in any spelling', async ({ ground: { people, url } }) => {
  for (const origin of [
    'https://evil.example',
    'null',
    `${url}.evil.example`,
    `${url}@evil.example`,
    'http://127.0.0.1',
    'file://',
  ]) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await people.amina.raw('/notices', {
        method,
        headers: { origin, 'access-control-request-method': 'GET' },
      });
      expect(headers['access-control-allow-origin'], origin).toBeUndefined();
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  }
});

test('forged cookies are ignored without an error', async ({ ground: { url } }) => {
  for (const cookie of [
    'device=a; device=b; device=c',
    `device=${'x'.repeat(7000)}`,
    'signUp=eyJ1c2VySWQiOiIxIn0.x; signup=1',
    '__Host-device=%00; device[]=1; =; ;;;=',
    'device=%E0%A4%A',
  ]) {
    const answer = await raw(url, '/api/utilisateurs/signIn', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ email: amina, password: 'wrong' }),
    });
    expect(answer.status, cookie.slice(0, 40)).toBe(401);
  }
});

test('oversized headers are refused and never echoed', async ({ ground: { url } }) => {
  const wide = await raw(url, '/api/health/live', { headers: { 'x-big': 'a'.repeat(20_000) } });
  expect(wide.status).toBe(431);
  const many = await bytes(
    url,
    `GET /api/health/live HTTP/1.1\r\nHost: a\r\n${Array.from({ length: 3000 }, (_, at) => `x-${String(at)}: 1`).join('\r\n')}\r\nConnection: close\r\n\r\n`,
  );
  expect(many.slice(9, 12)).toMatch(/^(200|431|400)$/);
  const named = await raw(url, '/api/health/live', {
    headers: { 'x-request-id': '"><script>alert(1)</script>' },
  });
  expect(named.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  const began = performance.now();
  const tongues = await raw(url, '/api/notices', {
    headers: {
      'accept-language': Array.from({ length: 900 }, (_, at) => `fr-${String(at)};q=0.1`).join(','),
    },
  });
  expect(tongues.status).toBe(401);
  expect(performance.now() - began).toBeLessThan(1000);
});

test('conflicting content lengths never produce a second request', async ({ ground: { url } }) => {
  const smuggled = 'GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
  const both = await bytes(
    url,
    `POST /api/utilisateurs/signIn HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${String(smuggled.length + 5)}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  );
  expect(both).not.toContain('openapi');
  expect(both.slice(9, 12)).toBe('400');
  const twice = await bytes(
    url,
    `POST /api/utilisateurs/signIn HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 40\r\n\r\n${smuggled}`,
  );
  expect(twice.slice(9, 12)).toBe('400');
  const folded = await bytes(
    url,
    'GET /api/notices HTTP/1.1\r\nHost: a\r\nX: a\r\n Authorization: b\r\nConnection: close\r\n\r\n',
  );
  expect(folded.slice(9, 12)).toMatch(/^40[01]$/);
});

test('oversized range headers are cheap', async ({ ground: { url } }) => {
  const ranges = Array.from({ length: 500 }, () => '0-').join(',');
  const answer = await raw(url, '/landing/fr', { headers: { range: `bytes=${ranges}` } });
  expect([200, 206, 416]).toContain(answer.status);
  expect(answer.text.length).toBeLessThan(200_000);
});

test('invented links open nothing and do not reveal other links', async ({ ground: { url } }) => {
  const links = Array.from({ length: 12 }, () => randomUUID().replaceAll('-', '').slice(0, 32));
  for (const place of ['/partage', '/wasl', '/emails/stop']) {
    const answers = await Promise.all(links.map((link) => raw(url, `${place}/${link}`)));
    expect(new Set(statusesOf(answers)).size, place).toBe(1);
    expect(new Set(answers.map(({ text }) => text.length)).size).toBe(1);
    for (const odd of ['..%2f..%2f', '%00', '__proto__', 'a'.repeat(5000)])
      expect((await raw(url, `${place}/${odd}`)).status).toBeLessThan(500);
  }
});
