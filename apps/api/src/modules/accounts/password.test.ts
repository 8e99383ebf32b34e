import { afterEach, describe, expect, it } from 'vitest';

import { runHousekeeping } from '../../platform/jobs/housekeeping.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { testPassword, useTestApp } from '../../testing/index.ts';
import { mailedToken, movableClock } from '../../testing/account-samples.ts';

const clock = movableClock();
const app = useTestApp({ clock });
afterEach(() => app.db.rateLimit.deleteMany());

const newPassword = 'Detroit#Bleu27';
const forgot = (email: string) => app.anonymous.post(`/utilisateurs/forgotPassword/${email}`);
const check = (token: string) =>
  app.anonymous.get(`/utilisateurs/reinitialiserMotPasse?token=${token}`);
const save = (token: string, password = newPassword, confirmPassword = password) =>
  app.anonymous.post(`/utilisateurs/savePassword/${token}`, { password, confirmPassword });
const signIn = (email: string, password: string) =>
  app.anonymous.post('/utilisateurs/signIn', { email, password });

async function resetTokenOf(email: string): Promise<string> {
  await forgot(email).expect(200);
  return await mailedToken(app, email, 'resetPassword');
}

describe('a forgotten password', () => {
  it('is replaced through the mailed link; validating the link does not use it up', async () => {
    const user = await app.make.aBeneficiary();
    const token = await resetTokenOf(user.email);
    await check(token).expect(200, { success: true, email: user.email });
    await check(token).expect(200);
    await save(token).expect(200, { success: true });
    await signIn(user.email, testPassword).expect(401);
    await signIn(user.email, newPassword).expect(200);
    await check(token).expect(400);
  });

  it('returns the same answer for a known, an unknown and a disabled account, and mails only the first', async () => {
    const [known, disabled] = [
      await app.make.aBeneficiary(),
      await app.make.aBeneficiary({ disabledAt: new Date() }),
    ];
    const before = (await app.mails()).length;
    for (const email of [known.email, 'personne@example.org', disabled.email]) {
      await forgot(email).expect(200, { success: true });
    }
    expect((await app.mails()).slice(before)).toMatchObject([{ to: known.email }]);
  });

  it('sends at most three mails an hour to one account, whatever the spelling of the address', async () => {
    const user = await app.make.aBeneficiary();
    const before = (await app.mails()).length;
    for (let number = 0; number < 6; number += 1) {
      await forgot(number % 2 ? user.email.toUpperCase() : user.email).expect(200, {
        success: true,
      });
    }
    expect((await app.mails()).slice(before)).toHaveLength(3);
  });

  it('ignores the headers of the call when it builds the link', async () => {
    const user = await app.make.aBeneficiary();
    await forgot(user.email)
      .set('host', 'evil.example')
      .set('x-forwarded-host', 'evil.example')
      .set('origin', 'https://evil.example')
      .expect(200);
    const rows = await app.db.outboxMail.findMany({ where: { to: user.email } });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('evil');
  });

  it('limits one address after many requests', async () => {
    const answers = [];
    for (let number = 0; number < 31; number += 1) {
      answers.push(forgot(`personne${String(number)}@example.org`));
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  });
});

describe('a reset link', () => {
  it('works once when twenty calls arrive at the same time', async () => {
    const user = await app.make.aBeneficiary();
    const token = await resetTokenOf(user.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    const row = await app.db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.sessionVersion).toBe(user.sessionVersion + 1);
  });

  it('expires when a newer link is requested', async () => {
    const user = await app.make.aBeneficiary();
    const older = await resetTokenOf(user.email);
    const newer = await resetTokenOf(user.email);
    await save(older).expect(400);
    await save(newer).expect(200);
  });

  it('works for one hour', async () => {
    const user = await app.make.aBeneficiary();
    const token = await resetTokenOf(user.email);
    clock.advance(3600 + 5);
    await check(token).expect(400);
    const answer = await save(token).expect(400);
    expect(answer.body).toMatchObject({ code: 'TOKEN_INVALID' });
    clock.reset();
    await save(token).expect(200);
  });

  it('has at least 16 random bytes, and only its hash is stored', async () => {
    const user = await app.make.aBeneficiary();
    const token = await resetTokenOf(user.email);
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(JSON.stringify(await app.db.accountToken.findMany())).not.toContain(token);
  });

  it('is sealed in the outbox, and is deleted with a failed mail', async () => {
    const user = await app.make.aBeneficiary();
    const token = await resetTokenOf(user.email);
    const storedMail = await app.db.outboxMail.findFirstOrThrow({ where: { to: user.email } });
    expect(JSON.stringify(storedMail)).not.toContain(token);
    expect(storedMail.params).toMatchObject({ token: expect.stringMatching(/^sealed:/) as string });
    await app.db.outboxMail.update({
      where: { id: storedMail.id },
      data: { state: 'FAILED', createdAt: new Date(Date.now() - 31 * 24 * 3600 * 1000) },
    });
    await runHousekeeping(app.deps);
    expect(await app.db.outboxMail.findUnique({ where: { id: storedMail.id } })).toBeNull();
  });

  it('ends every session of the person and no other person’s', async () => {
    const [user, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    const [first, second, others] = [await app.as(user), await app.as(user), await app.as(other)];
    await save(await resetTokenOf(user.email)).expect(200);
    for (const client of [first, second]) {
      const answer = await client.get(`/currentUser/${user.id}`).expect(401);
      expect(answer.body).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    await others.get(`/currentUser/${other.id}`).expect(200);
    const open = await app.db.session.count({ where: { userId: user.id, endedAt: null } });
    expect(open).toBe(0);
  });

  it('confirms the address that received it', async () => {
    const user = await app.make.aBeneficiary({ emailConfirmedAt: null });
    await save(await resetTokenOf(user.email)).expect(200);
    await signIn(user.email, newPassword).expect(200);
  });

  it('does not reopen a disabled account', async () => {
    const user = await app.make.aBeneficiary();
    const token = await resetTokenOf(user.email);
    await app.db.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
    await check(token).expect(400);
    await save(token).expect(400);
  });

  it('remains valid after a refused password', async () => {
    const user = await app.make.aBeneficiary();
    const token = await resetTokenOf(user.email);
    const refusals = [
      [newPassword, 'Autre#Mot28', 'confirmPassword'],
      ['court', 'court', 'password'],
      ['Passw0rd!', 'Passw0rd!', 'password'],
      ['aB3!'.repeat(18) + 'x', 'aB3!'.repeat(18) + 'x', 'password'],
    ] as const;
    for (const [password, confirmation, path] of refusals) {
      const answer = await save(token, password, confirmation).expect(400);
      expect(answer.body).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path }] });
    }
    await save(token).expect(200);
  });

  it('is not valid as a session', async () => {
    const user = await app.make.aBeneficiary();
    const token = await resetTokenOf(user.email);
    await app.anonymous
      .get(`/currentUser/${user.id}`)
      .set('authorization', `Bearer ${token}`)
      .expect(401);
  });

  it('does not appear in the log', async () => {
    const user = await app.make.aBeneficiary();
    const token = await resetTokenOf(user.email);
    await check(token).expect(200);
    await save(token).expect(200);
    const log = app.logLines.join('\n');
    expect(log).toContain('account.password_changed');
    expect(log).not.toContain(token);
    expect(log).not.toContain(newPassword);
  });
});

it('allows an invited person to choose a first password, which confirms the address', async () => {
  const user = await app.make.aBeneficiary({ passwordHash: null, emailConfirmedAt: null });
  const token = await accountTokensRepository(app.db).issue('INVITATION', user.id, {
    now: clock.now(),
    seconds: 7 * 24 * 3600,
  });
  await check(token).expect(200);
  await save(token).expect(200);
  await signIn(user.email, newPassword).expect(200);
  await save(token).expect(400);
});

it('ends the reset links of a person who used an invitation', async () => {
  const user = await app.make.aBeneficiary({ passwordHash: null, emailConfirmedAt: null });
  const reset = await resetTokenOf(user.email);
  const invitation = await accountTokensRepository(app.db).issue('INVITATION', user.id, {
    now: clock.now(),
    seconds: 3600,
  });
  await save(invitation).expect(200);
  await save(reset).expect(400);
});
