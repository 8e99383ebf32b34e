import { createHash } from 'node:crypto';

import type { SecondFactorView } from '@wasl/contracts';
import jsqr from 'jsqr';
import { URI } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';

import { mailedToken, movableClock } from '../../testing/account-samples.ts';
import { adminOn } from '../../testing/admin.ts';
import { type TestClient, testPassword, useTestApp } from '../../testing/index.ts';

// A stopped clock: codes are valid for half a minute, and a slow machine takes longer.
const clock = movableClock({ isFrozen: true });
const app = useTestApp({ clock, isListening: true });
beforeEach(() => app.db.rateLimit.deleteMany());

const decode = (jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr;
const base = '/utilisateurs/secondFactor';
/** The code of an application at the clock's time, plus some steps. */
function codeOf(uri: string, steps = 0): string {
  const totp = URI.parse(uri);
  if (!('period' in totp)) throw new Error('not a TOTP');
  return totp.generate({ timestamp: clock.now().getTime() + steps * 30_000 });
}
const signIn = (email: string, code?: string, password = testPassword) =>
  app.anonymous.post('/utilisateurs/signIn', { email, password, ...(code ? { code } : {}) });

function textOf({ path, size }: { path: string; size: number }): string | undefined {
  const scale = 4;
  const side = size * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dot = 0; dot < scale * scale; dot += 1) {
      const [across, down] = [dot % scale, Math.floor(dot / scale)];
      const at = ((Number(y) * scale + down) * side + Number(x) * scale + across) * 4;
      pixels.fill(0, at, at + 3);
    }
  return decode(pixels, side, side)?.data;
}

async function turnOn(client: TestClient) {
  const begun = await client.post(base, { currentPassword: testPassword }).expect(200);
  const { uri, secret } = begun.body as { uri: string; secret: string };
  const confirmed = await client.post(`${base}/confirm`, { code: codeOf(uri, -1) }).expect(200);
  return { uri, secret, ...(confirmed.body as { recoveryCodes: string[]; token: string }) };
}
async function somebodyWithOne() {
  const user = await app.make.aBeneficiary();
  const client = await app.as(user);
  return { user, client, ...(await turnOn(client)) };
}
const changesTo = async (to: string) =>
  (await app.mails())
    .filter((mail) => mail.to === to && mail.template === 'secondFactorChanged')
    .map(({ params }) => params.change);

describe('the second factor', () => {
  it('is required for a password change', async () => {
    const { user, client, uri, recoveryCodes } = await somebodyWithOne();
    const pair = { password: 'Detroit#Bleu27', confirmPassword: 'Detroit#Bleu27' };
    const change = (more: object) =>
      client.post('/utilisateurs/changePassword', {
        currentPassword: testPassword,
        ...pair,
        ...more,
      });
    for (const [more, code] of [
      [{}, 'required'],
      [{ code: '000000' }, 'codeWrong'],
      [{ code: 'aaaa-bbbb-cccc-dddd-eeee-ffff-gg' }, 'codeWrong'],
    ] as const) {
      const refused = await change(more).expect(400);
      expect(refused.body).toMatchObject({ errors: [{ path: 'code', code }] });
    }
    // The password alone is not enough yet, and the old password is still valid.
    await signIn(user.email, recoveryCodes[0]).expect(200);
    // A refused password uses no code up.
    const common = { password: 'Montagne2026!', confirmPassword: 'Montagne2026!' };
    const code = codeOf(uri);
    const weak = await change({ ...common, code }).expect(400);
    expect(weak.body).toMatchObject({ errors: [{ path: 'password', code: 'passwordCommon' }] });
    await change({ code }).expect(200);
    await signIn(user.email, recoveryCodes[1]).expect(401);
    await signIn(user.email, recoveryCodes[1], 'Detroit#Bleu27').expect(200);
  });

  it('is required for the request to delete the account', async () => {
    const { client, recoveryCodes } = await somebodyWithOne();
    const ask = (more: object) =>
      client.post('/utilisateurs/deleteAccount', { currentPassword: testPassword, ...more });
    for (const [more, code] of [
      [{}, 'required'],
      [{ code: '000000' }, 'codeWrong'],
    ] as const) {
      const refused = await ask(more).expect(400);
      expect(refused.body).toMatchObject({ errors: [{ path: 'code', code }] });
    }
    await client.get('/utilisateurs/sessions').expect(200);
    await ask({ code: recoveryCodes[0] }).expect(200);
  });

  it('accepts the shorter codes of earlier versions', async () => {
    const { user } = await somebodyWithOne();
    const hash = createHash('sha256').update('abcdefghjkmnpqrs').digest('hex');
    await app.db.recoveryCode.create({ data: { userId: user.id, hash } });
    await signIn(user.email, 'abcd-efgh-jkmn-pqrs').expect(200);
  });

  it('changes nothing for a person who has not activated it', async () => {
    const user = await app.make.aBeneficiary();
    await signIn(user.email).expect(200);
    const view = await (await app.as(user)).get(base).expect(200);
    expect(view.body).toEqual({
      since: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    } satisfies SecondFactorView);
  });

  it('requires a code after the right password, and stays hidden after a wrong password', async () => {
    const { user, uri } = await somebodyWithOne();
    const asked = await signIn(user.email).expect(401);
    expect(asked.body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    const wrong = await signIn(user.email, undefined, 'Wrong#Password1').expect(401);
    expect(wrong.body).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    const guessed = await signIn(user.email, '000000').expect(401);
    expect(guessed.body).toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    const code = codeOf(uri);
    await signIn(user.email, `${code.slice(0, 3)} ${code.slice(3)}`).expect(200);
  });

  it('accepts each code once, even in four simultaneous calls', async () => {
    const { user, uri } = await somebodyWithOne();
    const code = codeOf(uri);
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(user.email, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    clock.advance(30);
    await signIn(user.email, codeOf(uri)).expect(200);
    clock.reset();
  });

  it('accepts only the current, the previous and the next code', async () => {
    const { user, uri } = await somebodyWithOne();
    await signIn(user.email, codeOf(uri, -2)).expect(401);
    await signIn(user.email, codeOf(uri, 2)).expect(401);
    await signIn(user.email, codeOf(uri, 0)).expect(200);
    await signIn(user.email, codeOf(uri, 1)).expect(200);
    // Earlier than the last used code.
    await signIn(user.email, codeOf(uri, 0)).expect(401);
  });

  it('limits the sixth wrong code', async () => {
    const { user, uri } = await somebodyWithOne();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn(user.email, `00000${String(attempt)}`).expect(401);
    await signIn(user.email, codeOf(uri)).expect(429);
  });

  it('accepts a recovery code once, and sends a mail about it', async () => {
    const { user, recoveryCodes } = await somebodyWithOne();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = ''] = recoveryCodes;
    expect(first).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){5}-[a-z2-9]{2}$/);
    const typed = first.toUpperCase().replaceAll('-', ' ');
    await signIn(user.email, typed).expect(200);
    await signIn(user.email, first).expect(401);
    expect(await changesTo(user.email)).toEqual(['on', 'recovered']);
    const view = await (await app.as(user)).get(base).expect(200);
    expect(view.body).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('is stored sealed, with hashed recovery codes, and does not appear in mails or the log', async () => {
    const { user, secret, recoveryCodes } = await somebodyWithOne();
    const rows = JSON.stringify([
      await app.db.secondFactor.findUnique({ where: { userId: user.id } }),
      await app.db.recoveryCode.findMany({ where: { userId: user.id } }),
      await app.mails(),
    ]);
    for (const shown of [secret, ...recoveryCodes]) {
      expect(rows).not.toContain(shown);
      expect(app.logLines.join('\n')).not.toContain(shown);
    }
  });

  it('rejects a secret sealed for another person, but accepts a recovery code', async () => {
    const [one, other] = [await somebodyWithOne(), await somebodyWithOne()];
    const row = await app.db.secondFactor.findUniqueOrThrow({ where: { userId: one.user.id } });
    await app.db.secondFactor.update({
      where: { userId: other.user.id },
      data: { sealedSecret: row.sealedSecret },
    });
    await signIn(other.user.email, codeOf(one.uri)).expect(401);
    const [recovery = ''] = other.recoveryCodes;
    await signIn(other.user.email, recovery).expect(200);
  });

  it('ends the other sessions when it is activated, and keeps the current one', async () => {
    const user = await app.make.aBeneficiary();
    const [here, there] = [await app.as(user), await app.as(user)];
    await turnOn(here);
    await here.get(base).expect(200);
    await there.get(base).expect(401);
  });

  it('is activated once with the password and a code of its own secret', async () => {
    const user = await app.make.aBeneficiary();
    const client = await app.as(user);
    await client.post(base, { currentPassword: 'Wrong#Password1' }).expect(400);
    await client.post(`${base}/confirm`, { code: '123456' }).expect(409);
    const first = await client.post(base, { currentPassword: testPassword }).expect(200);
    const second = await client.post(base, { currentPassword: testPassword }).expect(200);
    const [{ uri: older }, { uri, qr }] = [first.body, second.body] as {
      uri: string;
      qr: { path: string; size: number };
    }[] as [{ uri: string }, { uri: string; qr: { path: string; size: number } }];
    expect(textOf(qr)).toBe(uri);
    const refused = await client.post(`${base}/confirm`, { code: codeOf(older) }).expect(400);
    expect(refused.body).toMatchObject({ errors: [{ path: 'code', code: 'codeWrong' }] });
    await signIn(user.email).expect(200);
    await client.post(`${base}/confirm`, { code: codeOf(uri) }).expect(200);
    await client.post(base, { currentPassword: testPassword }).expect(409);
  });

  it('is deactivated, and its recovery codes renewed, with the password and a code', async () => {
    const { user, client, uri, recoveryCodes } = await somebodyWithOne();
    const currentPassword = testPassword;
    const post = (path: string, body: object) => client.post(`${base}/${path}`, body);
    await post('remove', { currentPassword, code: '000000' }).expect(400);
    await post('remove', { currentPassword: 'Wrong#Password1', code: codeOf(uri) }).expect(400);
    const renewed = await post('recoveryCodes', { currentPassword, code: codeOf(uri) }).expect(200);
    const [fresh = ''] = (renewed.body as { recoveryCodes: string[] }).recoveryCodes;
    const [old = ''] = recoveryCodes;
    await signIn(user.email, old).expect(401);
    await post('remove', { currentPassword, code: fresh }).expect(200);
    await signIn(user.email).expect(200);
    expect(await changesTo(user.email)).toEqual(['on', 'codes', 'recovered', 'off']);
  });

  it('remains on after a password reset by a mailed link', async () => {
    const { user, uri } = await somebodyWithOne();
    await app.anonymous.post(`/utilisateurs/forgotPassword/${user.email}`).expect(200);
    const token = (await app.mails()).findLast(({ template }) => template === 'resetPassword');
    const pair = { password: 'Detroit#Bleu27', confirmPassword: 'Detroit#Bleu27' };
    await app.anonymous
      .post(`/utilisateurs/savePassword/${String(token?.params.token)}`, pair)
      .expect(200);
    await signIn(user.email, undefined, pair.password).expect(401);
    await signIn(user.email, codeOf(uri), pair.password).expect(200);
  });

  it('is removed by the administrator, which ends every session', async () => {
    const { user, client } = await somebodyWithOne();
    const lines: string[] = [];
    const print = (line: string) => {
      lines.push(line);
    };
    const run = (email: string) => adminOn(app, ['second-factor', 'reset', email], print);
    expect(await run(user.email)).toBe(0);
    await expect.poll(async () => (await client.get(base)).status).toBe(401);
    await signIn(user.email).expect(200);
    expect(await changesTo(user.email)).toEqual(['on', 'reset']);
    expect(app.logLines.join('\n')).toContain('account.second_factor_reset');
    expect(await run(user.email)).toBe(0);
    expect(lines.at(-1)).toContain('has no second factor');
    expect(await run('nobody@example.org')).toBe(1);
  });
});

describe('a new phone', () => {
  it('replaces the previous phone once it has confirmed a code; until then the previous phone is valid', async () => {
    const { user, uri, client, recoveryCodes } = await somebodyWithOne();
    const elsewhere = await app.as(user);
    const given = (code: string) => ({ currentPassword: testPassword, code });
    await client.post(base, { currentPassword: testPassword }).expect(409);
    await client.post(base, given('000000')).expect(400);
    await client.post(base, { ...given(codeOf(uri)), currentPassword: 'Wrong#1234' }).expect(400);
    const begun = await client.post(base, given(codeOf(uri))).expect(200);
    expect(begun.body).toMatchObject({ isMailed: false });
    const next = (begun.body as { uri: string }).uri;
    clock.advance(30);
    await client.post(`${base}/confirm`, { code: codeOf(uri) }).expect(400);
    await signIn(user.email, codeOf(uri)).expect(200);
    const confirm = () => client.post(`${base}/confirm`, { code: codeOf(next) });
    const answers = await Promise.all([confirm(), confirm()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await expect
      .poll(async () => (await elsewhere.get('/unread')).status, { timeout: 60_000 })
      .toBe(401);
    clock.advance(60);
    await signIn(user.email, codeOf(uri)).expect(401);
    await signIn(user.email, recoveryCodes[0]).expect(401);
    await signIn(user.email, codeOf(next)).expect(200);
    expect(await changesTo(user.email)).toEqual(['on', 'moved']);
    clock.reset();
  });

  it('can be activated with a recovery code within a quarter of an hour', async () => {
    const { client, recoveryCodes } = await somebodyWithOne();
    const begin = async (code: string) =>
      await client.post(base, { currentPassword: testPassword, code });
    const first = await begin(recoveryCodes[0] ?? '');
    expect(first.status).toBe(200);
    clock.advance(15 * 60 + 1);
    const late = codeOf((first.body as { uri: string }).uri);
    await client.post(`${base}/confirm`, { code: late }).expect(409);
    expect((await begin(recoveryCodes[0] ?? '')).status).toBe(400);
    const second = await begin(recoveryCodes[1] ?? '');
    const { uri } = second.body as { uri: string };
    await client.post(`${base}/confirm`, { code: codeOf(uri) }).expect(200);
    clock.reset();
  });
});

describe('AGENTS_SECOND_FACTOR=required', () => {
  const strict = useTestApp({
    clock,
    isListening: true,
    env: { AGENTS_SECOND_FACTOR: 'required' },
  });

  const mailedTo = async (email: string) => await mailedToken(strict, email, 'secondFactorCode');

  it('allows an agent only to activate it or to sign out until it is active', async () => {
    const agent = await strict.make.anAgent();
    const client = await strict.as(agent);
    const body = { currentPassword: testPassword };
    for (const refused of [
      client.post('/journeyInstanceProcessingSteps/filter', []),
      client.get('/unread'),
      client.get(`/currentUserPartner/${agent.id}`),
      client.get('/utilisateurs/export'),
      client.get('/utilisateurs/sessions'),
      client.delete('/utilisateurs/sessions'),
      client.post('/utilisateurs/deleteAccount', body),
      client.post('/utilisateurs/changePassword', body),
      client.post(`${base}/remove`, { ...body, code: '000000' }),
      client.post(`${base}/recoveryCodes`, { ...body, code: '000000' }),
    ])
      expect((await refused.expect(403)).body).toMatchObject({ code: 'SECOND_FACTOR_SETUP' });
    const begun = await client.post(base, body).expect(200);
    expect(begun.body).toMatchObject({ isMailed: true });
    const { uri } = begun.body as { uri: string };
    const mailedCode = await mailedTo(agent.email);
    await client.post(`${base}/confirm`, { code: codeOf(uri, -1), mailedCode }).expect(200);
    await expect.poll(async () => (await client.get('/unread')).status).toBe(200);
    await client
      .post(`${base}/remove`, { currentPassword: testPassword, code: codeOf(uri) })
      .expect(409);
    const view = await client.get(base).expect(200);
    expect(view.body).toMatchObject({ isRequired: true, recoveryCodesLeft: 10 });
  });

  it('does not allow activation with the password alone', async () => {
    const agent = await strict.make.anAgent();
    const other = await strict.make.anAgent();
    const thief = await strict.as(agent);
    const begin = async (client: TestClient) =>
      (
        (await client.post(base, { currentPassword: testPassword }).expect(200)).body as {
          uri: string;
        }
      ).uri;
    await begin(await strict.as(other));
    const uri = await begin(thief);
    const confirm = (mailedCode?: string) =>
      thief.post(`${base}/confirm`, { code: codeOf(uri), ...(mailedCode ? { mailedCode } : {}) });
    const theirs = await mailedTo(agent.email);
    for (const mailed of [undefined, 'abcd-efgh-jkmn-pqrs', await mailedTo(other.email)])
      expect((await confirm(mailed).expect(400)).body).toMatchObject({
        errors: [{ path: 'mailedCode' }],
      });
    // The outbox does not contain the code, and the code works for no other purpose.
    expect(JSON.stringify(await strict.db.outboxMail.findMany())).not.toContain(theirs);
    await strict.anonymous.post(`/email/confirm/${theirs}`).expect(400);
    // Starting again revokes the earlier code.
    await begin(thief);
    await confirm(theirs).expect(400);
    await strict.db.rateLimit.deleteMany();
    const again = await begin(thief);
    const late = await mailedTo(agent.email);
    clock.advance(30 * 60 + 1);
    await thief.post(`${base}/confirm`, { code: codeOf(again), mailedCode: late }).expect(400);
    clock.reset();
    // Of two concurrent calls, one enables it.
    await strict.db.rateLimit.deleteMany();
    const last = await begin(await strict.as(agent));
    const sent = { code: codeOf(last), mailedCode: await mailedTo(agent.email) };
    const owner = await strict.as(agent);
    const answers = await Promise.all([0, 1].map(() => owner.post(`${base}/confirm`, sent)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('requires nothing from a beneficiary', async () => {
    const client = await strict.as(await strict.make.aBeneficiary());
    await client.get('/unread').expect(200);
  });
});
