import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../testing/index.ts';
import {
  anIndividual,
  mailedToken,
  makeLists,
  movableClock,
} from '../../testing/account-samples.ts';

const clock = movableClock();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ clock, env: { RATE_LIMIT_FACTOR: '10' } });
  await makeLists(app);
});
afterEach(async () => {
  clock.reset();
  await app.db.rateLimit.deleteMany();
});
afterAll(async () => {
  await app.close();
});

async function newcomer() {
  const body = anIndividual();
  await app.anonymous.post('/utilisateurs/signUpBeneficiary', body).expect(201);
  return body;
}
const confirm = (token: string) => app.anonymous.post(`/email/confirm/${token}`);
const resend = (email: string) => app.anonymous.post(`/utilisateurs/resendConfirmation/${email}`);
const mailsTo = async (email: string) => (await app.mails()).filter((mail) => mail.to === email);

describe('confirming an address', () => {
  it('works once (S09)', async () => {
    const { email } = await newcomer();
    const token = await mailedToken(app, email, 'confirmAddress');
    await confirm(token).expect(200, { success: true });
    const again = await confirm(token).expect(400);
    expect(again.body).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('tells an agent whether somebody has still to approve the account', async () => {
    const partnerId = (await app.make.aPartner()).id;
    const link = async (approvedAt: Date | null) => {
      const agent = await app.make.anAgent({ partnerId, approvedAt, emailConfirmedAt: null });
      await resend(agent.email).expect(200);
      return await mailedToken(app, agent.email, 'confirmAddress');
    };
    await confirm(await link(null)).expect(200, { success: true, awaitsApproval: true });
    await confirm(await link(new Date())).expect(200, { success: true });
  });

  it('works once when twenty come at once', async () => {
    const { email } = await newcomer();
    const token = await mailedToken(app, email, 'confirmAddress');
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it('works for 48 hours', async () => {
    const { email } = await newcomer();
    const token = await mailedToken(app, email, 'confirmAddress');
    clock.advance(48 * 3600 + 5);
    await confirm(token).expect(400);
    clock.reset();
    clock.advance(48 * 3600 - 60);
    await confirm(token).expect(200);
  });

  it.each(['x', 'a'.repeat(200), '%2e%2e%2fetc', '%F0%9F%98%80'])(
    'refuses the made-up token %s',
    async (token) => {
      await confirm(token).expect(400);
    },
  );

  it('does not take a token made for something else', async () => {
    const user = await app.make.aBeneficiary({ emailConfirmedAt: null });
    await app.anonymous.post(`/utilisateurs/forgotPassword/${user.email}`).expect(200);
    await confirm(await mailedToken(app, user.email, 'resetPassword')).expect(400);
  });

  it('keeps only the hash of the token', async () => {
    const { email } = await newcomer();
    const token = await mailedToken(app, email, 'confirmAddress');
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(JSON.stringify(await app.db.accountToken.findMany())).not.toContain(token);
  });
});

describe('asking for the mail again', () => {
  it('sends another link; either works, and the first use ends both', async () => {
    const { email } = await newcomer();
    const first = await mailedToken(app, email, 'confirmAddress');
    await resend(email.toUpperCase()).expect(200, { success: true });
    const second = await mailedToken(app, email, 'confirmAddress');
    expect(second).not.toBe(first);
    await confirm(first).expect(200);
    await confirm(second).expect(400);
  });

  it('says the same for a confirmed and an unknown address, and sends nothing (S06)', async () => {
    const user = await app.make.aBeneficiary();
    const before = (await app.mails()).length;
    await resend(user.email).expect(200, { success: true });
    await resend('personne@example.org').expect(200, { success: true });
    expect(await app.mails()).toHaveLength(before);
  });

  it('refuses what is no address', async () => {
    const answer = await resend('not-an-address').expect(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'email' }] });
    await resend('a%0d%0aBcc:b@example.org').expect(400);
  });
});

it('sends at most three confirmation mails an hour, and says the same after', async () => {
  const strict = await createTestApp();
  try {
    const user = await strict.make.aBeneficiary({ emailConfirmedAt: null });
    for (let number = 0; number < 6; number += 1) {
      await strict.anonymous
        .post(`/utilisateurs/resendConfirmation/${user.email}`)
        .expect(200, { success: true });
    }
    expect(await strict.mails()).toHaveLength(3);
  } finally {
    await strict.close();
  }
});

it('answers in the language of the account', async () => {
  const user = await app.make.aBeneficiary({ emailConfirmedAt: null, lang: 'es' });
  await resend(user.email).expect(200);
  expect(await mailsTo(user.email)).toMatchObject([{ lang: 'es', template: 'confirmAddress' }]);
});
