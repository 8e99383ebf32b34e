import { describe, expect, it } from 'vitest';

import { testPassword, useTestApp } from '../../testing/index.ts';

describe('sign-in and sign-out', () => {
  const app = useTestApp();

  const signIn = (email: string, password = testPassword) =>
    app.anonymous.post('/utilisateurs/signIn', { email, password });

  it('returns a token that authorises the next call, whatever the case of the e-mail', async () => {
    const user = await app.make.aBeneficiary();
    const answer = await signIn(user.email.toUpperCase()).expect(200);
    const { token } = answer.body as { token: string };
    const claims = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ) as Record<string, unknown>;
    expect(claims).toMatchObject({
      sub: user.email,
      role: 'BENEFICIAIRE',
      uid: user.id,
      user: `${user.prenom} ${user.nom}`,
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(8 * 3600);
    await app.anonymous
      .post('/utilisateurs/signOut')
      .set('authorization', `Bearer ${token}`)
      .expect(200, { success: true });
  });

  it('ends only this token, on the server', async () => {
    const user = await app.make.aBeneficiary();
    const [first, second] = [await app.as(user), await app.as(user)];
    await first.post('/utilisateurs/signOut').expect(200);
    const refused = await first.post('/utilisateurs/signOut').expect(401);
    expect(refused.body).toMatchObject({ code: 'UNAUTHENTICATED' });
    await second.post('/utilisateurs/signOut').expect(200);
  });

  it('returns the same answer for an unknown address and a wrong password', async () => {
    const user = await app.make.aBeneficiary();
    const wrong = await signIn(user.email, 'Wrong#Password1').expect(401);
    const unknown = await signIn('nobody@example.org', 'Wrong#Password1').expect(401);
    expect({ ...(unknown.body as object), requestId: '' }).toEqual({
      ...(wrong.body as object),
      requestId: '',
    });
    expect(wrong.body).toMatchObject({
      code: 'INVALID_CREDENTIALS',
      message: 'L’email ou le mot de passe est incorrect.',
    });
  });

  it.each([
    ['an unconfirmed address', { emailConfirmedAt: null }, 'EMAIL_NOT_CONFIRMED'],
    ['a disabled account', { disabledAt: new Date() }, 'ACCOUNT_DISABLED'],
    [
      'an agent awaiting approval',
      { role: 'PARTENAIRE', approvedAt: null },
      'ACCOUNT_PENDING_APPROVAL',
    ],
  ] as const)(
    'refuses %s with its reason only after the right password',
    async (_case, members, code) => {
      const user = await app.make.aBeneficiary(members);
      const right = await signIn(user.email).expect(403);
      expect(right.body).toMatchObject({ code });
      const wrong = await signIn(user.email, 'Wrong#Password1').expect(401);
      expect(wrong.body).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    },
  );

  it('refuses an invited account that has no password yet', async () => {
    const user = await app.make.aBeneficiary({ passwordHash: null });
    await signIn(user.email).expect(401);
  });

  it('limits an account, but no other account, after five wrong passwords', async () => {
    const [user, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn(user.email, 'Wrong#Password1').expect(401);
    const refused = await signIn(user.email).expect(429);
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await signIn(other.email).expect(200);
    // The pause is over.
    await app.db.rateLimit.updateMany({ data: { expire: 0n } });
    await signIn(user.email).expect(200);
  });

  it('resets the wrong attempts after a right password', async () => {
    const user = await app.make.aBeneficiary();
    for (let attempt = 0; attempt < 4; attempt += 1)
      await signIn(user.email, 'Wrong#Password1').expect(401);
    await signIn(user.email).expect(200);
    for (let attempt = 0; attempt < 4; attempt += 1)
      await signIn(user.email, 'Wrong#Password1').expect(401);
    await signIn(user.email).expect(200);
    await app.db.rateLimit.deleteMany();
  });

  it('delays the thirtieth wrong attempt from one address', async () => {
    await app.db.rateLimit.deleteMany();
    for (let attempt = 0; attempt < 29; attempt += 1) {
      await signIn(`somebody${String(attempt)}@example.org`, 'Wrong#Password1').expect(401);
    }
    await signIn('one.more@example.org', 'Wrong#Password1').expect(429);
    await app.db.rateLimit.deleteMany();
  });

  it('rejects a body without its members, in the reader’s language', async () => {
    const answer = await app.anonymous
      .post('/utilisateurs/signIn?lang=en', { email: 'not an address' })
      .expect(400);
    expect(answer.body).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [
        { path: 'email', code: 'emailFormat', message: 'The email must be in a valid format' },
        { path: 'password', code: 'passwordRequired', message: 'The password is required' },
      ],
    });
  });
});
