import { URI } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';

import { movableClock } from '../../testing/account-samples.ts';
import { testPassword, useTestApp } from '../../testing/index.ts';

// A stopped clock: codes are valid for half a minute, and a slow machine takes longer.
const clock = movableClock({ isFrozen: true });
// Behind a proxy, so that attempts can have any address.
const app = useTestApp({ clock, env: { TRUST_PROXY: '1' } });
beforeEach(() => app.db.rateLimit.deleteMany());

const base = '/utilisateurs/secondFactor';
function codeOf(uri: string, steps = 0): string {
  const totp = URI.parse(uri);
  if (!('period' in totp)) throw new Error('not a TOTP');
  return totp.generate({ timestamp: clock.now().getTime() + steps * 30_000 });
}
interface From {
  readonly code?: string;
  readonly address?: string;
  readonly cookie?: string;
}
const signIn = (email: string, { code, address = '192.0.2.1', cookie }: From = {}) => {
  const body = { email, password: testPassword, ...(code === undefined ? {} : { code }) };
  const call = app.anonymous.post('/utilisateurs/signIn', body).set('x-forwarded-for', address);
  return cookie === undefined ? call : call.set('cookie', cookie);
};

/** A person who has started to enable the second factor, and the code that completes it. */
async function begun() {
  const user = await app.make.aBeneficiary();
  const client = await app.as(user);
  const { body } = await client.post(base, { currentPassword: testPassword }).expect(200);
  const { uri } = body as { uri: string };
  const confirm = () => client.post(`${base}/confirm`, { code: codeOf(uri, -1) });
  return { user, client, uri, confirm };
}
async function somebodyWithOne() {
  const one = await begun();
  const { body } = await one.confirm().expect(200);
  return { ...one, recoveryCodes: (body as { recoveryCodes: string[] }).recoveryCodes };
}

/** Waits until a call is blocked by a lock of the test. */
const untilOneWaits = async () => {
  await expect
    .poll(
      async () =>
        await app.db.$queryRaw<unknown[]>`
          SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      { timeout: 60_000 },
    )
    .toHaveLength(1);
};

describe('a sign-in with a password alone during the activation of the second factor', () => {
  it('starts no session when the password check happened before the activation', async () => {
    const { user } = await begun();
    const called = await app.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT id FROM users WHERE id = ${user.id}::uuid FOR UPDATE`;
        const status = signIn(user.email).then((answer) => answer.status);
        await untilOneWaits();
        await tx.secondFactor.update({
          where: { userId: user.id },
          data: { confirmedAt: clock.now(), lastStep: 0 },
        });
        return { status };
      },
      { timeout: 60_000 },
    );
    expect(await called.status).toBe(401);
    const live = { userId: user.id, endedAt: null };
    expect(await app.db.session.count({ where: live })).toBe(1);
  }, 120_000);

  it('leaves no session that began before the activation and was stored after it', async () => {
    const { user, confirm } = await begun();
    const called = await app.db.$transaction(
      async (tx) => {
        const expiresAt = new Date(clock.now().getTime() + 3_600_000);
        await tx.session.create({ data: { userId: user.id, expiresAt } });
        const status = confirm().then((answer) => answer.status);
        await untilOneWaits();
        return { status };
      },
      { timeout: 60_000 },
    );
    expect(await called.status).toBe(200);
    const live = { userId: user.id, endedAt: null };
    expect(await app.db.session.count({ where: live })).toBe(1);
  }, 120_000);
});

describe('codes of the second factor', () => {
  it('for recovery are accepted once out of four simultaneous uses', async () => {
    const { user, recoveryCodes } = await somebodyWithOne();
    const [code = ''] = recoveryCodes;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => signIn(user.email, { code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('for recovery remain ten after two simultaneous renewals', async () => {
    const { client, recoveryCodes, uri } = await somebodyWithOne();
    const codes = [codeOf(uri), recoveryCodes[0]];
    const renew = (code?: string) =>
      client.post(`${base}/recoveryCodes`, { currentPassword: testPassword, code });
    const statuses = (await Promise.all(codes.map(renew))).map(({ status }) => status);
    // The old recovery code is invalid when the other call was first.
    expect([
      [200, 200],
      [200, 400],
    ]).toContainEqual(statuses);
    const { body } = await client.get(base).expect(200);
    expect(body).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it('are accepted with dashes and in Arabic digits', async () => {
    const { user, uri } = await somebodyWithOne();
    const dashed = codeOf(uri).replace(/^\d{3}/, '$&-');
    await signIn(user.email, { code: dashed }).expect(200);
    const arabic = codeOf(uri, 1).replace(/\d/g, (digit) =>
      String.fromCharCode(0x660 + Number(digit)),
    );
    await signIn(user.email, { code: arabic }).expect(200);
  });

  it('that another person guesses do not lock the owner’s browser', async () => {
    const { user, uri } = await somebodyWithOne();
    const answer = await signIn(user.email, { code: codeOf(uri) }).expect(200);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    for (let attempt = 0; attempt < 6; attempt += 1)
      await signIn(user.email, {
        code: `00000${String(attempt)}`,
        address: `198.51.100.${String(attempt)}`,
      });
    const code = codeOf(uri, 1);
    await signIn(user.email, { code, address: '198.51.100.9' }).expect(429);
    await signIn(user.email, { code, cookie }).expect(200);
  });

  it('that are wrong are limited after the fifth in a known browser too', async () => {
    const { user, uri } = await somebodyWithOne();
    const answer = await signIn(user.email, { code: codeOf(uri) }).expect(200);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn(user.email, { code: `00000${String(attempt)}`, cookie }).expect(401);
    await signIn(user.email, { code: codeOf(uri, 1), cookie }).expect(429);
  });

  it('that are exhausted with the right password cause one mail a day to the owner', async () => {
    const { user } = await somebodyWithOne();
    const guess = (code: string) => signIn(user.email, { code });
    for (let attempt = 0; attempt < 5; attempt += 1) await guess(`00000${String(attempt)}`);
    const warnings = async () =>
      (await app.mails()).filter(
        ({ to, params }) => to === user.email && params.change === 'tried',
      );
    expect(await warnings()).toEqual([]);
    await guess('000005').expect(429);
    await guess('000006').expect(429);
    expect(await warnings()).toHaveLength(1);
    const [mail] = await warnings();
    expect(JSON.stringify(mail)).not.toContain('00000');
  });
});
