import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { administrationCalls, type AdministrationCall } from '@wasl/contracts/administration';
import { sampleContact } from '@wasl/contracts/testing';
import supertest from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  anIndividual,
  mailedToken,
  makeLists,
  movableClock,
  signedUp,
} from '../../testing/account-samples.ts';
import { useAdmin } from '../../testing/admin.ts';
import {
  administratorPassword as password,
  anAdministrator,
  browserClient,
  codeAt,
  cookiesOf,
  openEntry,
  ownOrigin,
  setUp,
} from '../../testing/administrators.ts';
import { testPassword, useTestApp } from '../../testing/index.ts';
import { addPeopleLists, peopleFile } from '../../testing/people-files.ts';
import { portalJobs } from '../jobs/index.ts';

// A stopped clock: codes are valid for half a minute, and a slow machine takes longer.
const clock = movableClock({ isFrozen: true });
const app = useTestApp({ clock });
const { admin, out, faults } = useAdmin(app);
beforeEach(() => app.db.rateLimit.deleteMany());
beforeAll(async () => {
  const folder = path.join(app.deps.settings.dataDir, 'web');
  const own = path.join(folder, '.administration');
  await mkdir(path.join(own, 'admin/assets'), { recursive: true });
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>portal</title>');
  await writeFile(path.join(own, 'admin.html'), '<!doctype html><title>administration</title>');
  await writeFile(path.join(own, 'admin/assets/page-1.js'), 'export {};');
});

const minute = 60;
const hour = 60 * minute;
const word = { by: 'terminal', reason: null };
const in_ = (cookies: string) => browserClient(app.baseUrl, cookies);
const stateIn = async (cookies: string) =>
  ((await in_(cookies).get('/admin/session').expect(200)).body as { state: string }).state;
const linkIn = (lines: readonly string[]) =>
  /\/admin\/entry\/([\w-]{43})$/.exec(lines.at(-1) ?? '')?.[1] ?? '';
const signIn = (browser: string, code: string, typed = password) =>
  in_(browser).post('/admin/session', { password: typed, code });
/** The page at an address, as a browser asks for it. */
const page = (address: string, cookies = '') =>
  supertest(app.baseUrl).get(address).set('accept', 'text/html').set('cookie', cookies);
/** What a visitor can compare, without what differs in each answer. */
function seen({ status, headers, body }: supertest.Response) {
  const { date: _, 'x-request-id': __, ...rest } = headers as Record<string, string>;
  return { status, headers: rest, body: { ...(body as object), requestId: null } };
}

describe('an administrator', () => {
  it('is created by a command, sets up a browser through a link, and signs in there', async () => {
    expect(await admin('administrators', 'add', 'Sara@Example.org', '--name', 'Sara')).toBe(0);
    const link = linkIn(out);
    expect(await admin('administrators', 'add', 'sara@example.org', '--name', 'S')).toBe(1);
    expect(faults.at(-1)).toContain('administrators link');

    // A preview of the link changes nothing.
    const shown = await page(`/admin/entry/${link}`).expect(200);
    expect(shown.text).toContain('<form method="post"');
    expect(shown.headers['set-cookie']).toBeUndefined();
    const opened = await supertest(app.baseUrl).post(`/admin/entry/${link}`).expect(303);
    expect(opened.headers.location).toBe('/admin');
    expect(String(opened.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Strict/);
    const browser = cookiesOf(opened);
    expect((await page('/admin/people', browser)).text).toContain('administration');
    const script = await page('/admin/assets/page-1.js', browser).expect(200);
    expect(script.headers['cache-control']).toContain('private');
    expect(await stateIn(browser)).toBe('setUp');
    // No session before the second factor.
    await signIn(browser, '123456').expect(401);
    await in_(browser).get('/admin/waiting').expect(401);
    await in_(browser).post('/admin/setUp/confirm', { code: '123456' }).expect(409);
    await in_(browser).post('/admin/setUp', { password: 'Sara2026' }).expect(400);

    const { uri, recoveryCodes, cookies, client } = await setUp(app, browser);
    expect(recoveryCodes).toHaveLength(10);
    expect(await stateIn(cookies)).toBe('signedIn');
    await client.get('/admin/waiting').expect(200);
    await in_(browser).post('/admin/setUp', { password }).expect(409);

    await client.delete('/admin/session').expect(200);
    expect(await stateIn(cookies)).toBe('signIn');
    // The code of the set-up is used.
    await signIn(browser, codeAt(uri, clock.now())).expect(401);
    clock.advance(30);
    const code = codeAt(uri, clock.now());
    await signIn(browser, code, testPassword).expect(401);
    const signedIn = await signIn(browser, code).expect(200);
    await in_(`${browser}; ${cookiesOf(signedIn)}`)
      .get('/admin/waiting')
      .expect(200);
    await signIn(browser, code).expect(401);

    const [paper = ''] = recoveryCodes;
    await signIn(browser, paper.toUpperCase()).expect(200);
    await signIn(browser, paper).expect(401);
    expect(app.logLines.join()).not.toContain(link);
  });

  it('receives links that work once, for 24 hours, with only the latest valid', async () => {
    const { email, service, browser } = await anAdministrator(app);
    const first = await service.link(email, false, word);
    const second = await service.link(email, false, word);
    expect(await openEntry(app, first)).toBe('');
    const other = await openEntry(app, second);
    expect(await stateIn(other)).toBe('signIn');
    expect(await openEntry(app, second)).toBe('');
    expect((await page(`/admin/entry/${second}`)).text).toContain('portal');
    expect(await stateIn(browser)).toBe('signIn');
    const late = await service.link(email, false, word);
    clock.advance(24 * hour + 1);
    expect(await openEntry(app, late)).toBe('');
  });

  it('is signed out after 30 idle minutes, and after 8 hours', async () => {
    const { browser, uri, client } = await anAdministrator(app);
    clock.advance(29 * minute);
    await client.get('/admin/waiting').expect(200);
    clock.advance(29 * minute);
    await client.get('/admin/waiting').expect(200);
    clock.advance(31 * minute);
    await client.get('/admin/waiting').expect(401);
    const signedIn = await signIn(browser, codeAt(uri, clock.now())).expect(200);
    const again = in_(`${browser}; ${cookiesOf(signedIn)}`);
    for (let half = 0; half < 16; half += 1) {
      await again.get('/admin/waiting').expect(200);
      clock.advance(29.9 * minute);
    }
    clock.advance(2 * minute);
    await again.get('/admin/waiting').expect(401);
  });

  it('ends the session that a sign-in replaces in the browser', async () => {
    const { client, uri } = await anAdministrator(app);
    await client.get('/admin/waiting').expect(200);
    clock.advance(minute);
    const sent = { password, code: codeAt(uri, clock.now()) };
    await client.post('/admin/session', sent).expect(200);
    await client.get('/admin/waiting').expect(401);
  });

  it('loses access immediately when suspended, and signs in again when reopened', async () => {
    const { email, service, client, browser, uri } = await anAdministrator(app);
    const link = await service.link(email, false, word);
    expect(await admin('administrators', 'suspend', email, '--as', 'Omar', '--reason', 'x')).toBe(
      0,
    );
    await client.get('/admin/waiting').expect(404);
    expect((await page('/admin', browser)).text).toContain('portal');
    expect(await openEntry(app, link)).toBe('');
    expect(await admin('administrators', 'link', email)).toBe(1);
    expect(await admin('administrators', 'reopen', email)).toBe(0);
    await client.get('/admin/waiting').expect(401);
    clock.advance(30);
    await signIn(browser, codeAt(uri, clock.now())).expect(200);
    const acts = await app.db.administratorAct.findMany({
      where: { administrator: { email } },
      orderBy: { id: 'asc' },
    });
    expect(acts.map(({ kind }) => kind)).toEqual([
      'ADMINISTRATOR_ADDED',
      'ADMINISTRATOR_LINKED',
      'ADMINISTRATOR_SUSPENDED',
      'ADMINISTRATOR_REOPENED',
    ]);
    expect(acts[2]).toMatchObject({ byName: 'Omar', reason: 'x' });
  });

  it('loses sessions, other browsers, password and codes after a reset', async () => {
    const { email, service, client, browser, uri, recoveryCodes } = await anAdministrator(app);
    const fresh = await openEntry(app, await service.link(email, true, word));
    // The old password works until the new one is set up.
    await client.get('/admin/waiting').expect(200);
    clock.advance(60);
    const { client: renewed } = await setUp(app, fresh);
    await renewed.get('/admin/waiting').expect(200);
    await client.get('/admin/waiting').expect(404);
    clock.advance(60);
    await signIn(fresh, codeAt(uri, clock.now())).expect(401);
    await signIn(fresh, recoveryCodes[0] ?? '').expect(401);
    expect((await page('/admin', browser)).text).toContain('portal');
  });

  it('has five attempts in a quarter of an hour', async () => {
    const { browser, uri } = await anAdministrator(app);
    const other = await anAdministrator(app);
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn(browser, '000000').expect(401);
    await signIn(browser, codeAt(uri, clock.now())).expect(429);
    clock.advance(30);
    await signIn(other.browser, codeAt(other.uri, clock.now())).expect(200);
  });

  it('needs matching cookies of one browser and one person', async () => {
    const [a, b] = [await anAdministrator(app), await anAdministrator(app)];
    await in_(a.session).get('/admin/waiting').expect(404);
    await in_(`${a.browser}; ${b.session}`).get('/admin/waiting').expect(401);
    await in_(`${b.browser}; ${b.session}`).get('/admin/waiting').expect(200);
  });

  it('can write only from pages of the portal', async () => {
    const { cookies } = await anAdministrator(app);
    const decide = (origin?: string) => {
      const call = supertest(app.baseUrl).post('/api/admin/approvals').set('cookie', cookies);
      return (origin === undefined ? call : call.set('origin', origin)).send({
        kind: 'services',
        ids: ['NONE'],
        decision: 'approve',
      });
    };
    for (const origin of [undefined, 'null', 'https://evil.example', 'http://sub.wasl.test'])
      await decide(origin).expect(403);
    await decide(ownOrigin).expect(200);
  });

  it('leaves no expired rows', async () => {
    const { email, service, browser } = await anAdministrator(app);
    await service.link(email, false, word);
    const job = portalJobs(app.deps).find(({ name }) => name === 'housekeeping');
    clock.advance(25 * hour);
    await job?.run();
    const where = { administrator: { email } };
    expect(await app.db.administratorLink.count({ where })).toBe(0);
    expect(await app.db.administratorSession.count({ where })).toBe(0);
    expect(await stateIn(browser)).toBe('signIn');
    clock.advance(180 * 24 * hour);
    await job?.run();
    expect(await app.db.administratorBrowser.count({ where })).toBe(0);
  });
});

describe('the administration is hidden from other callers', () => {
  const unknown = `wasl-administrator=${'a'.repeat(43)}`;
  const unknownSession = `wasl-administrator-session=${'b'.repeat(43)}`;
  const calls = Object.values<AdministrationCall>(administrationCalls).map(({ route }) => route);
  const send = (method: string, address: string) =>
    supertest(app.baseUrl)[method.toLowerCase() as 'get'](`/api${address}`);

  it.each(calls)('%s responds as an unknown call', async (route) => {
    const [method = '', address = ''] = route.split(' ');
    const beneficiary = await app.tokenOf(await app.make.aBeneficiary());
    const agent = await app.tokenOf(await app.make.anAgent());
    const { secret: key } = await app.make.aKey();
    const gone = await anAdministrator(app);
    await gone.service.suspend(gone.email, word);
    const senders: ((call: supertest.Test) => supertest.Test)[] = [
      (call) => call,
      (call) => call.set('cookie', `${unknown}; ${unknownSession}`),
      (call) => call.set('cookie', 'wasl-administrator=x').set('origin', ownOrigin),
      (call) => call.set('cookie', gone.cookies).set('origin', ownOrigin),
      ...[beneficiary, agent, key].map(
        (token) => (call: supertest.Test) => call.set('authorization', `Bearer ${token}`),
      ),
    ];
    for (const as of senders) {
      const answers = [];
      for (const at of [`/admin${address}`, '/nowhere'])
        answers.push(
          seen(
            await (method === 'GET'
              ? as(send(method, at))
              : as(send(method, at)).send({ password: 1 })),
          ),
        );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.status).toBe(404);
    }
  });

  it('other methods and bodies respond as an unknown call', async () => {
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'HEAD', 'DELETE'])
      expect(seen(await send(method, '/admin/session'))).toEqual(
        seen(await send(method, '/nowhere')),
      );
    const broken = (at: string) =>
      send('POST', at).set('cookie', unknown).set('content-type', 'application/json').send('{');
    expect(seen(await broken('/admin/session'))).toEqual(seen(await broken('/nowhere')));
  });

  it('its pages, links and files respond as unknown addresses', async () => {
    const wanted = seen(await page('/nowhere'));
    for (const address of [
      '/admin',
      '/admin/people',
      '/.administration/admin.html',
      '/%2Eadministration/admin.html',
      '//.administration/admin.html',
      '/x/../.administration/admin.html',
      `/admin/entry/${'c'.repeat(43)}`,
    ])
      for (const cookies of ['', unknown])
        expect({ address, ...seen(await page(address, cookies)) }).toEqual({ address, ...wanted });
    const noFile = seen(await page('/nowhere-1.js'));
    for (const file of ['/admin/assets/page-1.js', '/.administration/admin/assets/page-1.js'])
      expect({ file, ...seen(await page(file, unknown)) }).toEqual({ file, ...noFile });
    expect(seen(await page('/admin/entry/%E0%A4%A'))).toEqual(seen(await page('/x/%E0%A4%A')));
    // Also beyond the limit of links.
    for (let link = 0; link < 25; link += 1) await page(`/admin/entry/${'d'.repeat(43)}`);
    expect(seen(await page(`/admin/entry/${'d'.repeat(43)}`))).toEqual(wanted);
    const posted = (at: string) => supertest(app.baseUrl).post(at);
    expect(seen(await posted(`/admin/entry/${'d'.repeat(43)}`))).toEqual(
      seen(await posted('/nowhere')),
    );
  });
});

describe('actions in the portal never create an administrator', () => {
  it('a sign-up, a profile, a reset or an import with the same address', async () => {
    await makeLists(app);
    await addPeopleLists(app.make);
    const { email, client } = await anAdministrator(app);
    const before = await app.db.administrator.findMany();
    const role = { name: 'ADMINISTRATEUR' };
    // Another role is refused or ignored; the portal's account with the same address is another one.
    await app.anonymous
      .post('/utilisateurs/signUpBeneficiary', { ...anIndividual(), email, role })
      .expect((answer) => expect([201, 400]).toContain(answer.status));
    await app.db.user.deleteMany({ where: { email } });
    const person = await signedUp(app, { ...anIndividual(), email });
    expect(person.role).toBe('BENEFICIAIRE');
    const portal = await app.as(person);
    const profile = { ...sampleContact, role, isAdministrator: true, administratorId: person.id };
    await portal.put('/updateBeneficiaryUser', profile).expect(200);
    await app.anonymous.post(`/utilisateurs/forgotPassword/${email}`).expect(200);
    const token = await mailedToken(app, email, 'resetPassword');
    const other = 'Rivage#Orange83';
    const pair = { password: other, confirmPassword: other };
    await app.anonymous.post(`/utilisateurs/savePassword/${token}`, pair).expect(200);
    const agent = await app.as(await app.make.anAgent());
    await agent
      .post('/beneficiary/uploadCanevasBeneficiaires')
      .attach('file', peopleFile({ email }, { email: 'new.admin@example.org' }), 'people.xlsx');

    const user = await app.as(person);
    await user.get('/admin/waiting').expect(404);
    const signedIn = await app.anonymous
      .post('/utilisateurs/signIn', { email, password: other })
      .expect(200);
    await in_(cookiesOf(signedIn)).get('/admin/waiting').expect(404);
    expect(await app.db.administrator.findMany()).toEqual(before);
    // The administrator's password and session are good for nothing in the portal.
    await app.anonymous.post('/utilisateurs/signIn', { email, password }).expect(401);
    await client.get('/utilisateurs/sessions').expect(401);
    await client.get('/admin/waiting').expect(200);
  });
});
