import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { endpoints, errorCodes, errorStatus, type Endpoint } from '@wasl/contracts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { createTestApp, type TestApp, useTestApp } from '../../testing/index.ts';
import { ApiError } from './api-error.ts';
import { errorAnswer, toApiError } from './error-response.ts';

const app = useTestApp({ env: { CORS_ORIGINS: 'https://portail.example.ma' } });

const signInUrl = () => `${app.baseUrl}/api/utilisateurs/signIn`;

/** Sends raw bytes, which supertest cannot. */
async function sendRaw(body: Uint8Array, contentType = 'application/json'): Promise<Response> {
  return await fetch(signInUrl(), {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  });
}

describe('an error', () => {
  it('has a code, a message in the reader’s language, and the call’s id', async () => {
    const answer = await app.anonymous
      .get('/nowhere')
      .set('accept-language', 'es')
      .set('x-request-id', 'abcdef-123456')
      .expect(404);
    expect(answer.body).toEqual({
      code: 'NOT_FOUND',
      message: app.deps.words.es.errors.NOT_FOUND,
      requestId: 'abcdef-123456',
    });
    expect(answer.headers['x-request-id']).toBe('abcdef-123456');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('uses the language of the query first, and French when no language matches', async () => {
    const arabic = await app.anonymous.get('/nowhere?lang=ar').set('accept-language', 'es');
    expect((arabic.body as { message: string }).message).toMatch(/\p{Script=Arabic}/u);
    const unknown = await app.anonymous.get('/nowhere').set('accept-language', 'de');
    expect(unknown.body).toMatchObject({ message: 'Élément introuvable.' });
  });

  it('replaces a malformed request id', async () => {
    const answer = await app.anonymous.get('/nowhere').set('x-request-id', 'a"><script>');
    expect((answer.body as { requestId: string }).requestId).toMatch(/^[\w-]{36}$/);
  });

  it('has a message in every language for every code', () => {
    for (const lang of ['fr', 'en', 'ar', 'es'] as const) {
      for (const code of errorCodes) {
        const { status, body } = errorAnswer(new ApiError(code), app.deps.words, lang, 'x');
        expect(body.message.length).toBeGreaterThan(3);
        expect(status).toBe(errorStatus[code]);
      }
    }
  });

  it('is INTERNAL if it is unexpected, and reveals no details', () => {
    const error = toApiError(new Error('SELECT secret FROM users at /srv/app/x.ts:1'));
    const { status, body } = errorAnswer(error, app.deps.words, 'fr', 'x');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

describe('routes', () => {
  it('return 405 with the existing methods on a known path', async () => {
    const answer = await app.anonymous.delete('/utilisateurs/signIn').expect(405);
    expect(answer.body).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    expect(answer.headers.allow).toBe('POST, OPTIONS');
  });

  it.each(
    Object.values(endpoints as Record<string, Endpoint>)
      .filter(({ permission }) => permission !== 'public')
      .map((endpoint) => [endpoint.id, endpoint] as const),
  )('%s refuses a caller without a session before it reads the body', async (_id, endpoint) => {
    const path = endpoint.path.replace(/:\w+/g, '1');
    const answer = await app.anonymous[endpoint.method](path).expect(401);
    expect(answer.body).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('return 400 for an address that cannot be decoded', async () => {
    const answer = await fetch(`${app.baseUrl}/api/email/confirm/%E0%A4%A`, { method: 'POST' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'MALFORMED_BODY' });
  });

  it('return 400 for control characters in path and query', async () => {
    await app.anonymous.post('/email/confirm/abc%00def').expect(400);
    const answer = await app.anonymous
      .get('/utilisateurs/reinitialiserMotPasse?token=a%00b')
      .expect(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'token', code: 'forbiddenCharacters' }] });
  });
});

describe('a JSON body', () => {
  const encoder = new TextEncoder();

  it.each([
    ['is not JSON', encoder.encode('{"email":'), 400, 'MALFORMED_BODY'],
    ['is not UTF-8', Uint8Array.from([0x22, 0xff, 0xfe, 0x22]), 400, 'MALFORMED_BODY'],
    ['holds NUL', encoder.encode('{"email":"a\\u0000b","password":"x"}'), 400, 'MALFORMED_BODY'],
    [
      'holds a lone surrogate',
      encoder.encode('{"email":"\\ud800","password":"x"}'),
      400,
      'MALFORMED_BODY',
    ],
    [
      'is 10,000 deep',
      encoder.encode('['.repeat(10_000) + ']'.repeat(10_000)),
      400,
      'MALFORMED_BODY',
    ],
    ['holds __proto__', encoder.encode('{"__proto__":{"a":1}}'), 400, 'MALFORMED_BODY'],
    ['has 25,000 members', encoder.encode(`[${'1,'.repeat(25_000)}1]`), 400, 'MALFORMED_BODY'],
    [
      'is over 100 kB',
      encoder.encode(JSON.stringify({ email: 'x'.repeat(102_400) })),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['is a list', encoder.encode('[]'), 400, 'INVALID_INPUT'],
    ['is empty', new Uint8Array(), 400, 'INVALID_INPUT'],
  ] as const)(
    'that %s is refused, and the server keeps running',
    async (_case, body, status, code) => {
      const answer = await sendRaw(body);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ code });
      expect((await fetch(`${app.baseUrl}/api/health/live`)).status).toBe(200);
    },
  );

  it('of another type is refused with 415', async () => {
    const answer = await sendRaw(encoder.encode('email=a'), 'application/x-www-form-urlencoded');
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('that is compressed is refused without decompression', async () => {
    const { gzipSync } = await import('node:zlib');
    const answer = await fetch(signInUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ email: 'x'.repeat(5_000_000) })),
    });
    expect(answer.status).toBe(415);
  });

  it('without an end gets a response and a closed connection', async () => {
    const answer = await new Promise<{ status: number; connection: string | undefined }>(
      (resolve, reject) => {
        const call = httpRequest(
          signInUrl(),
          { method: 'POST', headers: { 'content-type': 'application/json' } },
          (res) => {
            resolve({ status: res.statusCode ?? 0, connection: res.headers.connection });
            res.resume();
            call.destroy();
          },
        );
        call.on('error', reject);
        call.write('x'.repeat(150_000));
      },
    );
    expect(answer).toEqual({ status: 413, connection: 'close' });
  });
});

describe('headers', () => {
  it('forbid inline scripts and styles, framing, sniffing and referrers', async () => {
    const { headers } = await app.anonymous.get('/health/live');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('allow the configured origins, with the total exposed, and no others', async () => {
    const friend = await app.anonymous
      .get('/health/ready')
      .set('origin', 'https://portail.example.ma');
    expect(friend.headers['access-control-allow-origin']).toBeUndefined();
    const call = await app.anonymous.get('/nowhere').set('origin', 'https://portail.example.ma');
    expect(call.headers['access-control-allow-origin']).toBe('https://portail.example.ma');
    expect(call.headers['access-control-expose-headers']).toMatch(/^date, x-total-count,/);
    const stranger = await app.anonymous.get('/nowhere').set('origin', 'https://evil.example');
    expect(stranger.headers['access-control-allow-origin']).toBeUndefined();
    const preflight = await fetch(signInUrl(), {
      method: 'OPTIONS',
      headers: { origin: 'https://portail.example.ma', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    // Without a preflight's header, the call asks for the protocol of uploads in parts.
    const protocol = await fetch(`${app.baseUrl}/api/uploads`, {
      method: 'OPTIONS',
      headers: { origin: 'https://portail.example.ma' },
    });
    expect(protocol.headers.get('tus-version')).toBe('1.0.0');
    expect(protocol.headers.get('access-control-expose-headers')).toMatch(/tus-version/i);
  });

  it('require HTTPS in production', async () => {
    const production = await createTestApp({
      env: { NODE_ENV: 'production', PUBLIC_URL: 'https://portail.example.ma' },
    });
    const { headers } = await production.anonymous.get('/health/live');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    const mailbox = await fetch(`${production.baseUrl}/dev/mail`, {
      headers: { accept: 'application/json' },
    });
    expect(mailbox.status).toBe(404);
    await production.close();
  });
});

describe('health and documents', () => {
  it('report ready with database, migrations and storage', async () => {
    const answer = await app.anonymous.get('/health/ready').expect(200);
    expect(answer.body).toEqual({
      status: 'ok',
      checks: { database: 'ok', migrations: 'ok', storage: 'ok', accepting: 'ok' },
    });
  });

  it('report not ready on a database with a missing migration', async () => {
    const other = await createTestApp();
    await other.db.$executeRaw`DELETE FROM _prisma_migrations`;
    const answer = await other.anonymous.get('/health/ready').expect(503);
    expect(answer.body).toMatchObject({
      status: 'failed',
      checks: { database: 'ok', migrations: 'failed' },
    });
    await other.close();
  });

  it('return the client’s configuration', async () => {
    const answer = await fetch(`${app.baseUrl}/config.json`);
    expect(await answer.json()).toMatchObject({
      apiBaseUrl: '/api',
      landingUrls: { fr: '/landing/fr', en: '/landing/en', ar: '/landing/ar', es: '/landing/es' },
      defaultPartnerId: null,
      version: '1.0.0',
      clock: expect.arrayContaining([[Date.parse('2026-02-15T02:00:00Z'), 0]]) as unknown,
    });
  });

  it('return the OpenAPI document and a local page for it', async () => {
    const document = await app.anonymous.get('/openapi.json').expect(200);
    expect(document.body).toMatchObject({ openapi: '3.1.0' });
    const page = await app.anonymous.get('/docs').expect(200);
    expect(page.text).not.toMatch(/https?:\/\//);
    for (const [, asset] of page.text.matchAll(/(?:src|href)="\/api([^"]+)"/g)) {
      await app.anonymous.get(asset ?? '').expect(200);
    }
  });
});

describe('the web client', () => {
  let web: TestApp;
  let folder: string;
  beforeAll(async () => {
    // Built before the server starts, because it looks for compressed files only once.
    folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-web-'));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>portal</title>');
    await writeFile(path.join(folder, 'landing.html'), '<!doctype html><title>landing</title>');
    await mkdir(path.join(folder, 'landing'));
    await writeFile(path.join(folder, 'landing', 'ar.html'), '<!doctype html><title>وصل</title>');
    await writeFile(path.join(folder, 'assets', 'index-abc123.js'), 'export {};');
    await writeFile(
      path.join(folder, 'assets', 'index-abc123.js.br'),
      brotliCompressSync('export {};'),
    );
    for (const name of ['drawing-1.svg', 'frame-1.html', 'reader-1.mjs', 'pages.worker-1.js'])
      await writeFile(path.join(folder, 'assets', name), ' ');
    await writeFile(path.join(folder, '.env'), 'a secret');
    web = await createTestApp({ settings: { webDist: folder } });
  });
  afterAll(async () => {
    await web.close();
    await rm(folder, { recursive: true });
  });
  const get = async (url: string) =>
    await fetch(web.baseUrl + url, { headers: { accept: 'text/html,*/*;q=0.8' } });

  it('is returned for each page of the client, and is not cached', async () => {
    for (const page of [
      '/login',
      '/requests',
      '/requests/42',
      '/emailConfirmation/abc',
      '/unknown?token=x',
    ]) {
      const answer = await get(page);
      expect(await answer.text()).toContain('portal');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    }
    expect(await (await get('/landing/ar')).text()).toContain('وصل');
    expect(await (await get('/landing/fr')).text()).toContain('landing');
  });

  it('treats an address that cannot be decoded as an unknown address', async () => {
    for (const address of ['/requests/%E0%A4%A', '/%', '/help%ff'])
      expect(
        (await fetch(web.baseUrl + address, { redirect: 'manual' })).headers.get('location'),
      ).toBe('/login');
    for (const file of ['/%E0%A4%A.png', '/assets/%E0%A4%A', '/assets/%E0%A4%A.js'])
      expect((await get(file)).status).toBe(404);
    for (const address of ['/wasl/%E0%A4%A', '/partage/%E0%A4%A', '/emails/stop/%E0%A4%A'])
      expect(await (await get(address)).text()).toContain('<main class="bad">');
  });

  it.each([
    ['/requests', 'index.html'],
    ['/landing/ar', 'landing/ar.html'],
  ])('revalidates %s by its content, also after a rollback to an older file', async (url, file) => {
    const page = path.join(folder, file);
    const earlier = await readFile(page, 'utf8');
    const served = await (await get(url)).text();
    // Without this last header, fetch adds its own cache header and no comparison happens.
    const ask = (headers: Record<string, string>) =>
      fetch(web.baseUrl + url, {
        headers: { accept: 'text/html', 'cache-control': 'max-age=0', ...headers },
      });
    await writeFile(page, `${earlier}<p>withdrawn`);
    const withdrawn = await ask({});
    const tag = withdrawn.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    expect(withdrawn.headers.get('last-modified')).toBeNull();
    expect((await ask({ 'if-none-match': tag })).status).toBe(304);

    await writeFile(page, earlier);
    await utimes(page, new Date('2020-01-01'), new Date('2020-01-01'));
    const back = await ask({ 'if-none-match': tag, 'if-modified-since': new Date().toUTCString() });
    expect(back.status).toBe(200);
    expect(await back.text()).toBe(served);
  });

  it('caches hashed assets forever, and returns 404 for a missing asset', async () => {
    const asset = await get('/assets/index-abc123.js');
    expect(asset.headers.get('cache-control')).toBe('max-age=31536000, immutable');
    expect((await get('/assets/index-old.js')).status).toBe(404);
    expect((await get('/missing.png')).status).toBe(404);
  });

  it('serves the assets of earlier releases only', async () => {
    const releases = path.join(web.deps.settings.dataDir, 'assets');
    await mkdir(path.join(releases, 'abc'), { recursive: true });
    await writeFile(path.join(releases, 'abc', 'index-before.js'), 'export {};');
    await writeFile(path.join(releases, 'abc', '.env'), 'a secret');
    await writeFile(path.join(web.deps.settings.dataDir, 'index-beside.js'), 'a secret');
    const earlier = await get('/assets/index-before.js');
    expect(earlier.status).toBe(200);
    expect(earlier.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(earlier.headers.get('cache-control')).toBe('max-age=31536000, immutable');
    expect(earlier.headers.get('x-frame-options')).toBeNull();
    for (const name of ['.env', '..%2f..%2findex-beside.js', 'abc/index-before.js', 'abc', ''])
      expect((await get(`/assets/${name}`)).status).toBe(404);
  });

  it.each(['drawing-1.svg', 'frame-1.html', 'reader-1.mjs', 'pages.worker-1.js'])(
    'sends the full content security policy with %s, which runs as a document or worker',
    async (name) => {
      const { headers } = await get(`/assets/${name}`);
      const page = await get('/');
      expect(headers.get('content-security-policy')).toBe(
        page.headers.get('content-security-policy'),
      );
    },
  );

  it('serves an asset in its compressed form, without the headers for pages', async () => {
    const url = `${web.baseUrl}/assets/index-abc123.js`;
    const compressed = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(compressed.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(compressed.headers.get('x-content-type-options')).toBe('nosniff');
    expect(compressed.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(await compressed.text()).toBe('export {};');
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe('export {};');
  });

  it('serves no file outside its folder and no hidden file', async () => {
    expect(await (await get('/.env')).text()).not.toContain('a secret');
    for (const url of [
      '/..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%5c..%5cjwt-secret',
    ]) {
      expect(await (await get(url)).text()).not.toMatch(/root:|secret/);
    }
  });
});

describe('an unreachable database', () => {
  it('returns 503 quickly, keeps the liveness check green, and recovers automatically', async () => {
    const other = await createTestApp();
    const user = await other.make.aBeneficiary();
    const client = await other.as(user);
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
      code: 'ECONNREFUSED',
    });
    const away = vi
      .spyOn(pg.Pool.prototype, 'connect')
      .mockImplementation(((done?: (error: Error) => void) =>
        done === undefined ? Promise.reject(refused) : done(refused)) as pg.Pool['connect']);
    const answer = await client.post('/utilisateurs/signOut').expect(503);
    expect(answer.body).toMatchObject({ code: 'UNAVAILABLE' });
    expect(answer.headers['retry-after']).toBe('5');
    await other.anonymous.get('/health/live').expect(200);
    away.mockRestore();
    await client.post('/utilisateurs/signOut').expect(200);
    await other.close();
  });

  it(
    'that hangs returns 503 instead of no response, like an exhausted pool',
    { tags: ['slow'] },
    async () => {
      const other = await createTestApp();
      const client = await other.as(await other.make.aBeneficiary());
      // Every connection of Prisma's pool waits for a lock of an eleventh connection.
      const key = 4242;
      const holder = await other.deps.pool.connect();
      await holder.query('SELECT pg_advisory_lock($1)', [key]);
      const waiting = Promise.allSettled(
        Array.from(
          { length: 10 },
          () => other.db.$queryRaw`SELECT pg_advisory_xact_lock(${key})::text`,
        ),
      );
      const answer = await client.post('/utilisateurs/signOut');
      expect({ status: answer.status, body: answer.body as unknown }).toMatchObject({
        status: 503,
        body: { code: 'UNAVAILABLE' },
      });
      await other.anonymous.get('/health/live').expect(200);
      await holder.query('SELECT pg_advisory_unlock($1)', [key]);
      holder.release(true);
      await waiting;
      await client.post('/utilisateurs/signOut').expect(200);
      await other.close();
    },
  );

  it('is recognised with a real client without a server', async () => {
    const { openDatabase } = await import('../database/db.ts');
    const nowhere = openDatabase('postgresql://nobody:x@127.0.0.1:1/none');
    const error: unknown = await nowhere.user.count().catch((thrown: unknown) => thrown);
    expect(toApiError(error).code).toBe('UNAVAILABLE');
    const raw: unknown = await nowhere.$queryRaw`SELECT 1`.catch((thrown: unknown) => thrown);
    expect(toApiError(raw).code).toBe('UNAVAILABLE');
    await nowhere.$disconnect();
  });
});
