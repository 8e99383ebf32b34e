import { afterEach, describe, expect, it } from 'vitest';

import { testClient, type TestClient, testPassword, useTestApp } from '../../testing/index.ts';
import { movableClock } from '../../testing/account-samples.ts';

const clock = movableClock();
/** Seconds. */
const hour = 3600;
const app = useTestApp({ clock });
afterEach(() => app.db.rateLimit.deleteMany());

interface SignedIn {
  readonly token: string;
  readonly client: TestClient;
}
const withToken = (token: string): SignedIn => ({ token, client: testClient(app.baseUrl, token) });
const tokenIn = (answer: { body: unknown }) => (answer.body as { token: string }).token;

async function signIn(
  email: string,
  password = testPassword,
  agent = 'Firefox',
): Promise<SignedIn> {
  const answer = await app.anonymous
    .post('/utilisateurs/signIn', { email, password })
    .set('user-agent', agent)
    .expect(200);
  return withToken(tokenIn(answer));
}
const endOf = (token: string, claim: 'exp' | 'until' = 'exp') => {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(payload) as Record<string, number>)[claim] ?? 0;
};
const change = (client: TestClient, currentPassword: string, password = 'Detroit#Bleu27') =>
  client.post('/utilisateurs/changePassword', {
    currentPassword,
    password,
    confirmPassword: password,
  });

it('a sign-in ends only the session whose token the browser still had', async () => {
  const [person, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
  const here = await signIn(person.email);
  const elsewhere = await signIn(person.email);
  const credentials = { email: other.email, password: testPassword };
  await here.client.post('/utilisateurs/signIn', { ...credentials, password: 'Faux#2026xx' });
  await here.client.get('/utilisateurs/sessions').expect(200);
  const answer = await here.client.post('/utilisateurs/signIn', credentials).expect(200);
  await here.client.get('/utilisateurs/sessions').expect(401);
  await elsewhere.client.get('/utilisateurs/sessions').expect(200);
  await withToken(tokenIn(answer)).client.get('/utilisateurs/sessions').expect(200);
});

it('a sign-in that cannot end the replaced session starts no session', async () => {
  const { email, id } = await app.make.aBeneficiary();
  const here = await signIn(email);
  await app.db.$executeRawUnsafe(`
    CREATE FUNCTION keep_session() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'not now'; END $$`);
  await app.db.$executeRawUnsafe(`
    CREATE TRIGGER keep_session BEFORE UPDATE OF ended_at ON sessions
      FOR EACH ROW EXECUTE FUNCTION keep_session()`);
  const live = () => app.db.session.count({ where: { userId: id, endedAt: null } });
  try {
    const answer = await here.client.post('/utilisateurs/signIn', {
      email,
      password: testPassword,
    });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(await live()).toBe(1);
  } finally {
    await app.db.$executeRawUnsafe('DROP TRIGGER keep_session ON sessions');
    await app.db.$executeRawUnsafe('DROP FUNCTION keep_session()');
  }
  await here.client.post('/utilisateurs/signIn', { email, password: testPassword }).expect(200);
  expect(await live()).toBe(1);
});

describe('extending a session', () => {
  it('moves the end of the session, up to twelve hours after the sign-in', async () => {
    const { email } = await app.make.aBeneficiary();
    const first = await signIn(email);
    const [end, until] = [endOf(first.token), endOf(first.token, 'until')];
    expect(until - end).toBe(4 * hour);
    clock.advance(7 * hour);
    const second = withToken(tokenIn(await first.client.post('/utilisateurs/renewSession')));
    expect([endOf(second.token), endOf(second.token, 'until')]).toEqual([until, until]);
    clock.advance(1.5 * hour);
    await first.client.get('/utilisateurs/sessions').expect(401);
    const refused = await second.client.post('/utilisateurs/renewSession').expect(409);
    expect(refused.body).toMatchObject({ code: 'STATE_CONFLICT' });
    clock.advance(3.5 * hour);
    await second.client.get('/utilisateurs/sessions').expect(401);
  });

  it('does not restore an ended session', async () => {
    const { email } = await app.make.aBeneficiary();
    const { client } = await signIn(email);
    await client.post('/utilisateurs/signOut').expect(200);
    await client.post('/utilisateurs/renewSession').expect(401);
  });
});

describe('the list of sessions', () => {
  it('shows only the person’s browsers, the current one first', async () => {
    const { email } = await app.make.aBeneficiary();
    await signIn((await app.make.aBeneficiary()).email);
    const here = await signIn(email, testPassword, 'Firefox');
    clock.advance(60);
    await signIn(email, testPassword, 'Chrome');
    const answer = await here.client.get('/utilisateurs/sessions').expect(200);
    expect(answer.body).toMatchObject([
      { isCurrent: true, userAgent: 'Firefox' },
      { isCurrent: false, userAgent: 'Chrome' },
    ]);
  });

  it('ends one of them, or all others, immediately', async () => {
    const { email } = await app.make.aBeneficiary();
    const [here, one, two, three] = [
      await signIn(email),
      await signIn(email),
      await signIn(email),
      await signIn(email),
    ];
    const listed = await one.client.get('/utilisateurs/sessions').expect(200);
    const id = (listed.body as { id: string }[])[0]?.id ?? '';
    await here.client.delete(`/utilisateurs/sessions/${id}`).expect(200);
    await one.client.get('/utilisateurs/sessions').expect(401);
    await here.client.delete(`/utilisateurs/sessions/${id}`).expect(404);
    const answer = await here.client.delete('/utilisateurs/sessions').expect(200);
    expect(answer.body).toEqual({ ended: 2 });
    for (const { client } of [two, three]) await client.get('/utilisateurs/sessions').expect(401);
    await here.client.get('/utilisateurs/sessions').expect(200);
  });

  it('does not allow another person to end a session', async () => {
    const [a, b] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    const [mine, theirs] = [await signIn(a.email), await signIn(b.email)];
    const listed = await mine.client.get('/utilisateurs/sessions').expect(200);
    const id = (listed.body as { id: string }[])[0]?.id ?? '';
    await theirs.client.delete(`/utilisateurs/sessions/${id}`).expect(404);
    await mine.client.get('/utilisateurs/sessions').expect(200);
  });
});

describe('changing the password', () => {
  it('ends every session and returns a new one to the browser that changed it', async () => {
    const { email } = await app.make.aBeneficiary();
    const [here, elsewhere] = [await signIn(email), await signIn(email)];
    const next = withToken(tokenIn(await change(here.client, testPassword).expect(200)));
    for (const { client } of [here, elsewhere]) {
      await client.get('/utilisateurs/sessions').expect(401);
    }
    const listed = await next.client.get('/utilisateurs/sessions').expect(200);
    expect(listed.body).toHaveLength(1);
    await app.anonymous.post('/utilisateurs/signIn', { email, password: testPassword }).expect(401);
    await signIn(email, 'Detroit#Bleu27');
  });

  it('invalidates the unused reset links', async () => {
    const user = await app.make.aBeneficiary();
    await app.anonymous.post(`/utilisateurs/forgotPassword/${user.email}`).expect(200);
    const { client } = await signIn(user.email);
    await change(client, testPassword).expect(200);
    const open = await app.db.accountToken.count({
      where: { userId: user.id, kind: 'PASSWORD_RESET', consumedAt: null },
    });
    expect(open).toBe(0);
  });

  it('requires the current password, and applies the rules of new passwords', async () => {
    const { email } = await app.make.aBeneficiary();
    const { client } = await signIn(email);
    const wrong = await change(client, 'Wrong#Pass2026').expect(400);
    expect(wrong.body).toMatchObject({
      errors: [{ path: 'currentPassword', message: 'Ce mot de passe n’est pas le bon' }],
    });
    for (const bad of ['Passw0rd!', 'sansmajuscule1!', 'Court1!', `Aa1!${'x'.repeat(70)}`]) {
      const answer = await change(client, testPassword, bad);
      expect({ bad, status: answer.status }).toEqual({ bad, status: 400 });
    }
  });

  it('limits guesses of the current password: the sixth attempt is refused', async () => {
    const { email } = await app.make.aBeneficiary();
    const { client } = await signIn(email);
    for (let time = 0; time < 5; time += 1) await change(client, `Wrong#Pass${String(time)}x`);
    const answer = await change(client, testPassword).expect(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await client.post('/utilisateurs/deleteAccount', { currentPassword: testPassword }).expect(429);
    await app.db.rateLimit.deleteMany();
    await change(client, testPassword).expect(200);
  });
});
