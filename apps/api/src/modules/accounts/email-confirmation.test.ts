import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, testPassword, useTestApp } from '../../testing/index.ts';
import {
  anAgentOf,
  anIndividual,
  mailedToken,
  makeLists,
  movableClock,
} from '../../testing/account-samples.ts';

const samplePassword = 'Rif#Montagne26';
const clock = movableClock();
const app = useTestApp({ clock, env: { RATE_LIMIT_FACTOR: '10' } });
beforeAll(() => makeLists(app));
afterEach(() => app.db.rateLimit.deleteMany());

async function newcomer() {
  const body = anIndividual();
  await app.anonymous.post('/utilisateurs/signUpBeneficiary', body).expect(201);
  return body;
}
const confirm = (token: string, password = samplePassword) =>
  app.anonymous.post(`/email/confirm/${token}/password`, { password });
const open = (token: string, cookie = '') =>
  app.anonymous.post(`/email/confirm/${token}`).set('cookie', cookie);
const resend = (email: string) => app.anonymous.post(`/utilisateurs/resendConfirmation/${email}`);
const mailsTo = async (email: string) => (await app.mails()).filter((mail) => mail.to === email);

describe('confirming an e-mail address', () => {
  it('works once', async () => {
    const { email } = await newcomer();
    const token = await mailedToken(app, email, 'confirmAddress');
    await confirm(token).expect(200, { success: true, email });
    const again = await confirm(token).expect(400);
    expect(again.body).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('reports whether an agent’s account still awaits approval', async () => {
    const partnerId = (await app.make.aPartner()).id;
    const answerTo = async (approvedAt: Date | null) => {
      const agent = await app.make.anAgent({ partnerId, approvedAt, emailConfirmedAt: null });
      await resend(agent.email).expect(200);
      const token = await mailedToken(app, agent.email, 'confirmAddress');
      const { body } = await confirm(token, testPassword).expect(200);
      return { body: body as unknown, email: agent.email };
    };
    const waiting = await answerTo(null);
    expect(waiting.body).toEqual({ success: true, email: waiting.email, awaitsApproval: true });
    const approved = await answerTo(new Date());
    expect(approved.body).toEqual({ success: true, email: approved.email });
  });

  it('works once when twenty calls arrive at the same time', async () => {
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
    'refuses the fabricated token %s',
    async (token) => {
      await confirm(token).expect(400);
    },
  );

  it('refuses a token of another purpose', async () => {
    const user = await app.make.aBeneficiary({ emailConfirmedAt: null });
    await app.anonymous.post(`/utilisateurs/forgotPassword/${user.email}`).expect(200);
    await confirm(await mailedToken(app, user.email, 'resetPassword')).expect(400);
  });

  it('stores only the hash of the token', async () => {
    const { email } = await newcomer();
    const token = await mailedToken(app, email, 'confirmAddress');
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(JSON.stringify(await app.db.accountToken.findMany())).not.toContain(token);
  });
});

/** Signs up in a browser, and returns its cookies and their attributes. */
async function signUpInBrowser(path = 'signUpBeneficiary', body: object = anIndividual()) {
  const answer = await app.anonymous.post(`/utilisateurs/${path}`, body).expect(201);
  const [set = ''] = (answer.headers['set-cookie'] ?? []) as unknown as string[];
  return { set, cookie: set.split(';')[0] ?? '', email: (body as { email: string }).email };
}

describe('a mailed link alone', () => {
  it('confirms with one click in the sign-up browser, and requires the password elsewhere', async () => {
    const { set, cookie, email } = await signUpInBrowser();
    expect(set).toMatch(
      /^wasl-sign-up=[\w.-]+; Max-Age=7200; Path=\/api\/email; HttpOnly; SameSite=Strict$/,
    );
    const token = await mailedToken(app, email, 'confirmAddress');
    const asked = await open(token).expect(403);
    expect(asked.body).toMatchObject({ code: 'SIGN_UP_PASSWORD_REQUIRED' });
    const other = await signUpInBrowser();
    await open(token, other.cookie).expect(403);
    await open(token, `${cookie.slice(0, -3)}AAA`).expect(403);
    await open(token, 'wasl-sign-up=x').expect(403);
    // A sealed secret of another kind is refused.
    await open(token, `wasl-sign-up=${app.deps.sealing.seal(email, 'mail')}`).expect(403);
    await app.anonymous
      .post('/utilisateurs/signIn', { email, password: samplePassword })
      .expect(403);
    await open(token, cookie).expect(200, { success: true, email });
    await open(token, cookie).expect(400);
    await app.anonymous
      .post('/utilisateurs/signIn', { email, password: samplePassword })
      .expect(200);
  });

  it('does not confirm an agent’s account that another person signed up', async () => {
    const { id } = await app.make.aPartner();
    const { email } = await signUpInBrowser('signUpAgentPartner', anAgentOf(id));
    const token = await mailedToken(app, email, 'confirmAddress');
    // The owner of the mailbox clicks. They do not know the password, and may have signed up in their own browser.
    await open(token, (await signUpInBrowser()).cookie).expect(403);
    const wrong = await confirm(token, 'Autre#Montagne26').expect(400);
    const unknown = await confirm('nothing', 'Autre#Montagne26').expect(400);
    const { requestId: _, ...refusal } = wrong.body as Record<string, unknown>;
    expect(unknown.body).toMatchObject(refusal);
    // The owner sets a password by a reset. The other person's password and link stop working.
    await app.anonymous.post(`/utilisateurs/forgotPassword/${email}`).expect(200);
    const reset = await mailedToken(app, email, 'resetPassword');
    const password = 'Phare#Spartel7';
    await app.anonymous
      .post(`/utilisateurs/savePassword/${reset}`, { password, confirmPassword: password })
      .expect(200);
    await confirm(token).expect(400);
    await app.anonymous
      .post('/utilisateurs/signIn', { email, password: samplePassword })
      .expect(401);
    expect(await mailsTo(email)).toMatchObject([
      { template: 'confirmAddress' },
      { template: 'resetPassword' },
    ]);
  });

  it('replaces the password for two hours after the sign-up', async () => {
    const { cookie, email } = await signUpInBrowser();
    const token = await mailedToken(app, email, 'confirmAddress');
    clock.advance(2 * 3600 + 1);
    await open(token, cookie).expect(403);
    clock.reset();
    await open(token, cookie).expect(200);
  });

  it('is sufficient for an account without a password', async () => {
    const { email } = await app.make.aBeneficiary({ emailConfirmedAt: null, passwordHash: null });
    await resend(email).expect(200);
    await open(await mailedToken(app, email, 'confirmAddress')).expect(200);
  });

  it('limits guesses: the sixth password of a known or an unknown link is refused', async () => {
    const strict = await createTestApp({ clock });
    try {
      const user = await strict.make.aBeneficiary({ emailConfirmedAt: null });
      await strict.anonymous.post(`/utilisateurs/resendConfirmation/${user.email}`).expect(200);
      for (const token of [await mailedToken(strict, user.email, 'confirmAddress'), 'nothing']) {
        const guess = async () =>
          await strict.anonymous.post(`/email/confirm/${token}/password`, { password: 'x' });
        const statuses = [];
        for (let number = 0; number < 6; number += 1) statuses.push((await guess()).status);
        expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
      }
    } finally {
      await strict.close();
    }
  });

  it('arrives in a mail without the name until the address is confirmed', async () => {
    const letterTo = async (to: string) => {
      await app.sender.sendDue();
      const { id } = await app.db.outboxMail.findFirstOrThrow({
        where: { to },
        orderBy: { id: 'desc' },
      });
      return await (await fetch(`${app.baseUrl}/dev/mail/${String(id)}/text`)).text();
    };
    const { email } = await signUpInBrowser('signUpBeneficiary', {
      ...anIndividual(),
      prenom: 'Gagnez',
      nom: 'Mille dirhams',
    });
    expect(await letterTo(email)).toMatch(/^Bonjour,$/m);
    await app.db.user.update({ where: { email }, data: { emailConfirmedAt: new Date() } });
    await app.anonymous.post(`/utilisateurs/forgotPassword/${email}`).expect(200);
    expect(await letterTo(email)).toContain('Bonjour Gagnez Mille dirhams,');
  });
});

describe('requesting the confirmation mail again', () => {
  it('sends a second link; either link works, and the first use ends both', async () => {
    const { email } = await newcomer();
    const first = await mailedToken(app, email, 'confirmAddress');
    await resend(email.toUpperCase()).expect(200, { success: true });
    const second = await mailedToken(app, email, 'confirmAddress');
    expect(second).not.toBe(first);
    await confirm(first).expect(200);
    await confirm(second).expect(400);
  });

  it('returns the same answer for a confirmed and an unknown address, and sends nothing', async () => {
    const user = await app.make.aBeneficiary();
    const before = (await app.mails()).length;
    await resend(user.email).expect(200, { success: true });
    await resend('personne@example.org').expect(200, { success: true });
    expect(await app.mails()).toHaveLength(before);
  });

  it('rejects an invalid address', async () => {
    const answer = await resend('not-an-address').expect(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'email' }] });
    await resend('a%0d%0aBcc:b@example.org').expect(400);
  });
});

it('sends at most three confirmation mails an hour, and returns the same answer afterwards', async () => {
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
