import { randomUUID } from 'node:crypto';

import type { AdministrationCall } from '@wasl/contracts/administration';
import { URI } from 'otpauth';
import supertest, { type Test } from 'supertest';

import { administratorsService } from '../modules/administration/index.ts';
import type { Fixture } from './access/fixture.ts';
import type { TestApp } from './create-test-app.ts';
import type { TestClient } from './test-client.ts';

export const administratorPassword = 'Detroit#Bleu27';
export const ownOrigin = 'http://wasl.test';
const word = { by: 'terminal', reason: null };

/** The code of an authenticator at this instant. */
export function codeAt(uri: string, at: Date): string {
  const totp = URI.parse(uri);
  if (!('period' in totp)) throw new Error('not a TOTP');
  return totp.generate({ timestamp: at.getTime() });
}

/** The cookies that an answer sets, as a browser returns them. */
export const cookiesOf = (answer: { readonly headers: object }): string =>
  ((answer.headers as Readonly<Record<string, string[]>>)['set-cookie'] ?? [])
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

/** A page of the portal in a browser with these cookies. */
export function browserClient(baseUrl: string, cookies: string): TestClient {
  const agent = supertest(baseUrl);
  const sent = (test: Test, body?: object): Test => {
    const own = test.set('cookie', cookies).set('origin', baseUrl);
    return body === undefined ? own : own.send(body);
  };
  return {
    get: (path) => sent(agent.get(`/api${path}`)),
    post: (path, body) => sent(agent.post(`/api${path}`), body),
    put: (path, body) => sent(agent.put(`/api${path}`), body),
    delete: (path) => sent(agent.delete(`/api${path}`)),
  };
}

/** Opens an entry link. @returns the cookie of the browser; '' for a link that does not work */
export async function openEntry({ baseUrl }: Pick<TestApp, 'baseUrl'>, secret: string) {
  return cookiesOf(await supertest(baseUrl).post(`/admin/entry/${secret}`));
}

/** Sets up password and authenticator in a browser with a fresh link. */
export async function setUp({ baseUrl, deps }: TestApp, browser: string) {
  const client = browserClient(baseUrl, browser);
  const begun = await client.post('/admin/setUp', { password: administratorPassword }).expect(200);
  const { uri } = begun.body as { uri: string };
  const code = codeAt(uri, deps.clock.now());
  const done = await client.post('/admin/setUp/confirm', { code }).expect(200);
  const { recoveryCodes } = done.body as { recoveryCodes: string[] };
  const session = cookiesOf(done);
  const cookies = `${browser}; ${session}`;
  return { uri, recoveryCodes, session, cookies, client: browserClient(baseUrl, cookies) };
}

/** An administrator who has set up this browser and has a session in it. */
export async function anAdministrator(app: TestApp) {
  const email = `admin.${randomUUID().slice(0, 8)}@example.org`;
  const service = administratorsService(app.deps);
  const browser = await openEntry(app, await service.add(email, 'Sara Idrissi', word));
  return { email, service, browser, ...(await setUp(app, browser)) };
}

/** Calls the administration about the people and the organisation of a fixture. */
export async function callAdministration(
  client: TestClient,
  { route, body }: AdministrationCall,
  { app, a, partnerP }: Fixture,
  { sent = {}, query = '' }: { readonly sent?: object | undefined; readonly query?: string } = {},
) {
  const [method = '', path = ''] = route.split(' ');
  const address = path
    .replace(':id', a.id)
    .replace(':list', 'SERVICE')
    .replace(':slug', (await app.db.journeyDef.findFirstOrThrow()).slug)
    .replace(':organisationId', String(partnerP))
    .replace(':agentId', (await app.make.anAgent({ partnerId: partnerP })).id);
  const send = client[method.toLowerCase() as 'post'];
  return await send(`/admin${address}${query}`, body && sent);
}
