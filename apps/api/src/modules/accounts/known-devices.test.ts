import { beforeEach, describe, expect, it } from 'vitest';

import { movableClock } from '../../testing/account-samples.ts';
import { testPassword, useTestApp } from '../../testing/index.ts';

const clock = movableClock();
// Behind a proxy, so that attempts can have any address.
const app = useTestApp({ clock, env: { TRUST_PROXY: '1' } });
beforeEach(async () => {
  await app.db.rateLimit.deleteMany();
  app.pauses.length = 0;
});

const wrong = 'Wrong#Password1';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0';

interface From {
  readonly address?: string;
  readonly cookie?: string;
  readonly password?: string;
}
const signIn = (
  email: string,
  { address = '192.0.2.1', cookie, password = testPassword }: From,
) => {
  const call = app.anonymous
    .post('/utilisateurs/signIn', { email, password })
    .set('x-forwarded-for', address)
    .set('user-agent', firefox);
  return cookie === undefined ? call : call.set('cookie', cookie);
};

async function browserOf(email: string, from: From = {}): Promise<string> {
  const answer = await signIn(email, from).expect(200);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}
const mailsTo = async (to: string) => (await app.mails()).filter((mail) => mail.to === to);

describe('a known browser of an account', () => {
  it('signs in after attackers have used up the account’s attempts over all addresses', async () => {
    const user = await app.make.aBeneficiary();
    const cookie = await browserOf(user.email);
    for (let attempt = 0; attempt < 101; attempt += 1) {
      const address = `198.51.100.${String(attempt)}`;
      await signIn(user.email, { address, password: wrong });
    }
    await signIn(user.email, { address: '203.0.113.9' }).expect(429);
    await signIn(user.email, { address: '203.0.113.9', cookie }).expect(200);
  });

  it('signs in after another device on the same line has used up the attempts', async () => {
    const user = await app.make.aBeneficiary();
    const cookie = await browserOf(user.email);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn(user.email, { password: wrong }).expect(401);
    await signIn(user.email, {}).expect(429);
    await signIn(user.email, { cookie }).expect(200);
  });

  it('is refused after its fifth wrong password, from any address', async () => {
    const user = await app.make.aBeneficiary();
    const cookie = await browserOf(user.email);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const address = `198.51.100.${String(attempt)}`;
      await signIn(user.email, { cookie, address, password: wrong }).expect(401);
    }
    await signIn(user.email, { cookie, address: '198.51.100.77' }).expect(429);
  });

  it('is known only for the accounts that signed in from it', async () => {
    const [user, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    const cookie = await browserOf(other.email);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn(user.email, { cookie, password: wrong }).expect(401);
    await signIn(user.email, { cookie }).expect(429);
  });

  it('stores a secret that scripts cannot read, and the server stores its hash', async () => {
    const user = await app.make.aBeneficiary();
    const answer = await signIn(user.email, {}).expect(200);
    const header = String(answer.headers['set-cookie']);
    expect(header).toMatch(/^wasl-device=[\w-]{32};.*Path=\/api; HttpOnly; SameSite=Strict$/);
    const secret = /=([\w-]{32})/.exec(header)?.[1];
    const rows = await app.db.knownDevice.findMany({ where: { userId: user.id } });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(app.logLines.join('\n')).not.toContain(secret);
  });

  it('is unknown again after a password change, except the browser of the change', async () => {
    const user = await app.make.aBeneficiary();
    const [here, there] = [await browserOf(user.email), await browserOf(user.email)];
    const password = 'Detroit#Bleu27';
    const body = { currentPassword: testPassword, password, confirmPassword: password };
    const client = await app.as(user);
    await client.post('/utilisateurs/changePassword', body).set('cookie', here).expect(200);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn(user.email, { password: wrong }).expect(401);
    await signIn(user.email, { password, cookie: there }).expect(429);
    await signIn(user.email, { password, cookie: here }).expect(200);
  });
});

describe('the delay of wrong passwords', () => {
  it('is short after the third, two seconds after the fifth, and absent in a known browser', async () => {
    const user = await app.make.aBeneficiary();
    const cookie = await browserOf(user.email);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn(user.email, { password: wrong }).expect(401);
    expect(app.pauses).toEqual([222, 889, 2000]);
    await signIn(user.email, { cookie }).expect(200);
    expect(app.pauses).toHaveLength(3);
  });

  it('is the same for an unknown address', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn('nobody@example.org', { password: wrong }).expect(401);
    expect(app.pauses).toEqual([222, 889, 2000]);
  });
});

describe('a security mail to the owner', () => {
  it('reports a sign-in from a new browser only', async () => {
    const user = await app.make.aBeneficiary({ lang: 'es' });
    const cookie = await browserOf(user.email);
    await signIn(user.email, { cookie }).expect(200);
    expect(await mailsTo(user.email)).toEqual([]);
    await signIn(user.email, { address: '203.0.113.9' }).expect(200);
    expect(await mailsTo(user.email)).toMatchObject([
      { lang: 'es', template: 'newDevice', params: { browser: 'Firefox · Windows' } },
    ]);
  });

  it('is sent at most three times a day for a program without cookies', async () => {
    const user = await app.make.aBeneficiary();
    for (let time = 0; time < 6; time += 1) await signIn(user.email, {}).expect(200);
    expect(await mailsTo(user.email)).toHaveLength(3);
  });

  it('reports a new password, set in the profile or with a mailed link', async () => {
    const user = await app.make.aBeneficiary({ lang: 'ar' });
    const pair = { password: 'Detroit#Bleu27', confirmPassword: 'Detroit#Bleu27' };
    const client = await app.as(user);
    await client
      .post('/utilisateurs/changePassword', { currentPassword: testPassword, ...pair })
      .expect(200);
    expect(await mailsTo(user.email)).toMatchObject([{ lang: 'ar', template: 'passwordChanged' }]);
    await app.anonymous.post(`/utilisateurs/forgotPassword/${user.email}`).expect(200);
    const token = (await mailsTo(user.email)).at(-1)?.params.token;
    await app.anonymous.post(`/utilisateurs/savePassword/${String(token)}`, pair).expect(200);
    expect((await mailsTo(user.email)).map(({ template }) => template)).toEqual([
      'passwordChanged',
      'resetPassword',
      'passwordChanged',
    ]);
  });
});

it('deletes a browser without a sign-in for half a year', async () => {
  const user = await app.make.aBeneficiary();
  await browserOf(user.email);
  const { runHousekeeping } = await import('../../platform/jobs/housekeeping.ts');
  await runHousekeeping(app.deps);
  expect(await app.db.knownDevice.count({ where: { userId: user.id } })).toBe(1);
  clock.advance(181 * 24 * 3600);
  await runHousekeeping(app.deps);
  expect(await app.db.knownDevice.count({ where: { userId: user.id } })).toBe(0);
});
