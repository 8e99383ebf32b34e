import { beforeAll, describe, expect, it } from 'vitest';

import { useAdmin } from '../testing/admin.ts';
import { testClient, testPassword, useTestApp } from '../testing/index.ts';
import { useOtherProcess } from '../testing/other-process.ts';
import { anAgentOfNew, confirmMailed, mailedToken, makeLists } from '../testing/account-samples.ts';

const app = useTestApp({ isListening: true, env: { RATE_LIMIT_FACTOR: '100' } });
const other = useOtherProcess(app);
const { admin, faults, out } = useAdmin(app);
beforeAll(() => makeLists(app));

const signIn = (email: string, password = testPassword) =>
  app.anonymous.post('/utilisateurs/signIn', { email, password });
const errorOf = (answer: { readonly body: unknown }) => (answer.body as { code: string }).code;
const because = ['--reason', 'Compte usurpé', '--as', 'Karim Exemple'];
const historyOf = async (email: string) => {
  out.length = 0;
  expect(await admin('person', 'history', email)).toBe(0);
  return out.slice(2);
};
const mailsTo = async (email: string) => (await app.mails()).filter(({ to }) => to === email);

/** A person whose session two processes have cached. */
async function atBoth(user: { readonly id: string }) {
  const token = await app.tokenOf(user);
  const clients = [testClient(app.baseUrl, token), testClient(other.baseUrl, token)];
  for (const client of clients) await client.get('/unread').expect(200);
  return async (status: number) => {
    await app.deps.signals.waitUntilSynced();
    await other.deps.signals.waitUntilSynced();
    for (const client of clients) await client.get('/unread').expect(status);
  };
}

describe('a person', () => {
  it('loses access on every process at once when suspended, and can sign in again after reopening', async () => {
    const user = await app.make.aBeneficiary();
    const answered = await atBoth(user);
    expect(await admin('person', 'suspend', user.email.toUpperCase(), ...because)).toBe(0);
    await answered(401);
    expect(errorOf(await signIn(user.email).expect(403))).toBe('ACCOUNT_DISABLED');
    expect(await admin('person', 'suspend', user.email, ...because)).toBe(1);
    expect(faults.join()).toContain('is closed already');

    out.length = 0;
    expect(await admin('find', user.email)).toBe(0);
    expect(out.join('\n')).toMatch(/ closed +SUSPENDED [\d: -]+ by Karim Exemple/);
    expect(await admin('person', 'reopen', user.email, '--reason', 'Identité prouvée')).toBe(0);
    await signIn(user.email).expect(200);
    // Earlier sessions stay ended.
    await answered(401);
    expect(await admin('person', 'reopen', user.email, ...because)).toBe(1);

    const acts = await historyOf(user.email);
    expect(acts).toHaveLength(2);
    expect(acts[0]).toMatch(/REOPENED .* Identité prouvée$/);
    expect(acts[1]).toMatch(/SUSPENDED .* Karim Exemple +Compte usurpé$/);
    const { byName } = await app.db.administratorAct.findFirstOrThrow({
      where: { userId: user.id, kind: 'REOPENED' },
    });
    expect(byName).not.toBe('');
  });

  it('is the last responsable of an organisation: the suspension lists the agents who can take the role', async () => {
    const last = await app.make.anAgent();
    const { partnerId } = last;
    const plain = { partnerId, isResponsible: false };
    const able = await app.make.anAgent(plain);
    const second = await app.make.anAgent({ partnerId });
    await app.make.anAgent({ ...plain, approvedAt: null });
    await app.make.anAgent({ ...plain, disabledAt: new Date() });
    await app.make.anAgent({ ...plain, deletionAskedAt: new Date() });

    expect(await admin('person', 'suspend', second.email, ...because)).toBe(0);
    expect(out.join('\n')).not.toContain('last responsable');
    expect(await admin('person', 'suspend', last.email, ...because)).toBe(0);
    expect(out.at(-1)).toMatch(/last responsable of .*agents role <e-mail> responsable: /);
    expect(out.at(-1)?.split(': ').at(-1)).toBe(able.email);

    const alone = await app.make.anAgent();
    expect(await admin('person', 'suspend', alone.email, ...because)).toBe(0);
    expect(out.at(-1)).toContain('No other agent of it can sign in.');
  });

  it('loses steps and mailed links when suspended, and cannot be reinstated by a colleague', async () => {
    const colleague = await app.make.anAgent();
    const { partnerId } = colleague;
    const agent = await app.make.anAgent({ partnerId });
    const { id: requestId } = await app.make.aRequest({ status: 'ENTAME' });
    const step = await app.make.aStep({ requestId, partnerId, assigneeId: agent.id });
    await app.anonymous.post(`/utilisateurs/forgotPassword/${agent.email}`).expect(200);
    expect(await admin('person', 'suspend', agent.email, ...because)).toBe(0);
    const after = await app.db.processingStep.findUniqueOrThrow({ where: { id: step.id } });
    expect(after.assigneeId).toBeNull();
    const line = await app.db.historyEvent.findFirstOrThrow({ where: { stepId: step.id } });
    expect(line).toMatchObject({ kind: 'OWNER', fromOwnerId: agent.id, toOwnerId: null });
    const open = { userId: agent.id, kind: 'PASSWORD_RESET', consumedAt: null } as const;
    expect(await app.db.accountToken.count({ where: open })).toBe(0);

    const client = await app.as(colleague);
    const address = `/partners/${String(partnerId)}/agents/${agent.id}`;
    await client.post(`${address}/approve`).expect(404);
    expect(await admin('agents', 'approve', agent.email)).toBe(1);
    await signIn(agent.email).expect(403);
    expect(await mailsTo(agent.email)).not.toContainEqual(
      expect.objectContaining({ template: 'agentApproved' }),
    );
    expect(await admin('person', 'reopen', agent.email, ...because)).toBe(0);
    await signIn(agent.email).expect(200);
  });

  it('who was removed and then suspended can be reopened only by the administrator', async () => {
    const colleague = await app.make.anAgent();
    const agent = await app.make.anAgent({ partnerId: colleague.partnerId });
    const client = await app.as(colleague);
    const address = `/partners/${String(colleague.partnerId)}/agents/${agent.id}`;
    await client.delete(address).expect(200);
    expect(await admin('person', 'suspend', agent.email, ...because)).toBe(0);
    await client.post(`${address}/approve`).expect(404);
    expect(await admin('person', 'reopen', agent.email, ...because)).toBe(0);
    await signIn(agent.email).expect(200);
  });

  it('who was never approved awaits approval again after reopening', async () => {
    const colleague = await app.make.anAgent();
    const { partnerId } = colleague;
    const agent = await app.make.anAgent({ partnerId, approvedAt: null });
    expect(await admin('person', 'suspend', agent.email, ...because)).toBe(0);
    out.length = 0;
    await admin('agents', 'list', '--awaiting');
    expect(out.join('\n')).not.toContain(agent.email);
    expect(await admin('person', 'reopen', agent.email, ...because)).toBe(0);
    expect(out.join('\n')).toContain('waits for approval');
    expect(errorOf(await signIn(agent.email).expect(403))).toBe('ACCOUNT_PENDING_APPROVAL');
    expect(await mailsTo(colleague.email)).toMatchObject([{ template: 'agentAwaitingApproval' }]);
  });

  it('is signed out everywhere and can sign in again', async () => {
    const user = await app.make.aBeneficiary();
    const answered = await atBoth(user);
    expect(await admin('person', 'end-sessions', user.email, '--as', 'Karim Exemple')).toBe(0);
    expect(out).toEqual([`Sessions of ${user.email} that ended: 1`]);
    await answered(401);
    await signIn(user.email).expect(200);
    expect((await historyOf(user.email))[0]).toMatch(/SESSIONS_ENDED .* Karim Exemple/);
  });

  it('is not reopened when erased or due for erasure, and the stored reasons are deleted', async () => {
    const user = await app.make.aBeneficiary();
    expect(await admin('person', 'suspend', user.email, ...because)).toBe(0);
    await app.db.user.update({
      where: { id: user.id },
      data: { deletionAskedAt: new Date('2020-01-01T00:00:00Z') },
    });
    expect(await admin('person', 'reopen', user.email, ...because)).toBe(1);
    expect(faults.join()).toContain('erased');
    expect(await admin('person', 'erase', user.email, '--yes')).toBe(0);
    const erased = await app.db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(await admin('person', 'reopen', erased.email, ...because)).toBe(1);
    const act = await app.db.administratorAct.findFirstOrThrow({ where: { userId: user.id } });
    expect(act).toMatchObject({ kind: 'SUSPENDED', reason: null });
    // The log of acts is append-only.
    const { id } = act;
    const rewrites = [
      app.db.$executeRaw`UPDATE administrator_acts SET by_name = 'Nobody' WHERE id = ${id}`,
      app.db.$executeRaw`UPDATE administrator_acts SET reason = 'Another' WHERE id = ${id}`,
      app.db.$executeRaw`DELETE FROM administrator_acts WHERE id = ${id}`,
    ];
    for (const rewrite of rewrites) await expect(rewrite).rejects.toThrow('append-only');
  });

  it('is not suspended without a reason or with a multi-line author name', async () => {
    const user = await app.make.aBeneficiary();
    expect(await admin('person', 'suspend', user.email)).toBe(2);
    expect(await admin('person', 'reopen', user.email)).toBe(2);
    expect(await admin('person', 'suspend', user.email, '--reason', 'x'.repeat(501))).toBe(2);
    expect(
      await admin('person', 'suspend', user.email, ...because.slice(0, 2), '--as', 'a\nb'),
    ).toBe(2);
    expect(await admin('person', 'suspend', 'nobody@example.org', ...because)).toBe(1);
    expect(await historyOf(user.email)).toEqual([]);
    await signIn(user.email).expect(200);
  });
});

describe('an organisation that awaits approval', () => {
  async function waiting(title: string) {
    const body = anAgentOfNew(title);
    await app.anonymous.post('/utilisateurs/signUpAgentPartner', body).expect(201);
    const { id } = await app.db.partner.findFirstOrThrow({
      where: { title, refusedAt: null },
    });
    return { id, body };
  }
  const confirm = async (email: string) => {
    await confirmMailed(app, email);
  };

  it('is refused: its agents get a mail in their language, cannot sign in, and disappear from lists', async () => {
    const title = 'Faux Centre d’Investissement';
    const { id, body } = await waiting(title);
    await confirm(body.email);
    await app.db.user.update({ where: { email: body.email }, data: { lang: 'ar' } });
    expect(await admin('organisations', 'refuse', title.toUpperCase(), ...because)).toBe(0);
    expect(out.join('\n')).toContain(`${body.email} is closed and notified by mail`);

    const answer = await signIn(body.email, body.password).expect(403);
    expect(errorOf(answer)).toBe('ACCOUNT_DISABLED');
    expect((await mailsTo(body.email)).at(-1)).toMatchObject({
      template: 'organisationRefused',
      lang: 'ar',
    });
    await app.anonymous.get(`/partners/${String(id)}`).expect(404);
    expect(JSON.stringify((await app.anonymous.get('/partners').expect(200)).body)).not.toContain(
      title,
    );
    out.length = 0;
    await admin('organisations', 'list', '--awaiting');
    await admin('agents', 'list', '--awaiting');
    expect(out.join('\n')).not.toContain(title);
    expect((await historyOf(body.email))[0]).toMatch(
      /ORGANISATION_REFUSED +Faux Centre .* Karim Exemple +Compte usurpé$/,
    );
    expect(await admin('organisations', 'refuse', String(id), ...because)).toBe(1);
    expect(faults.join()).toContain('was refused already');
    expect(await admin('person', 'reopen', body.email, ...because)).toBe(1);
    expect(faults.join()).toContain('Their organisation was refused');
  });

  it('is refused without a mail when its address is not confirmed', async () => {
    const { id, body } = await waiting('Coopérative inconnue');
    const before = (await mailsTo(body.email)).length;
    expect(await admin('organisations', 'refuse', String(id), ...because)).toBe(0);
    expect(out.join('\n')).toContain('no mail is sent');
    expect(await mailsTo(body.email)).toHaveLength(before);
  });

  it('is found by its exact title, even after its title key is gone', async () => {
    const title = 'Rif_100 % Nord';
    const { id } = await waiting(title);
    expect(await admin('organisations', 'refuse', String(id), ...because)).toBe(0);
    for (const other of ['RifX100 % Nord', 'Rif_100 x Nord', '%'])
      expect(await admin('organisations', 'refuse', other, ...because), other).toBe(1);
    expect(faults.join()).not.toContain('was refused already');
    expect(await admin('organisations', 'refuse', title.toUpperCase(), ...because)).toBe(1);
    expect(faults.join()).toContain('was refused already');
  });

  it('frees its title after the refusal, which can be undone while the title is unused', async () => {
    const title = 'Chambre de Larache';
    const squatter = await waiting(title);
    await confirm(squatter.body.email);
    expect(await admin('organisations', 'refuse', title, ...because)).toBe(0);
    const right = await waiting(title);
    expect(await admin('organisations', 'approve', String(squatter.id))).toBe(1);
    expect(await admin('organisations', 'refuse', title, ...because)).toBe(0);
    expect(out.join('\n')).toContain(`Organisation ${String(right.id)}`);

    const suspended = await app.make.anAgent({ partnerId: squatter.id, disabledAt: new Date(0) });
    expect(await admin('organisations', 'approve', String(squatter.id), '--as', 'Karim')).toBe(0);
    await signIn(squatter.body.email, squatter.body.password).expect(200);
    await app.anonymous.get(`/partners/${String(squatter.id)}`).expect(200);
    await signIn(suspended.email).expect(403);
    expect((await historyOf(squatter.body.email))[0]).toMatch(/ORGANISATION_APPROVED .* Karim/);
    expect(await admin('organisations', 'refuse', title, ...because)).toBe(1);
    expect(faults.join()).toContain('is approved');
    expect(await admin('organisations', 'refuse', 'Nulle part', ...because)).toBe(1);
  });
});

describe('an e-mail address', () => {
  it('is confirmed once on behalf of its owner', async () => {
    const user = await app.make.aBeneficiary({ emailConfirmedAt: null });
    await signIn(user.email).expect(403);
    expect(await admin('accounts', 'confirm', user.email, ...because)).toBe(0);
    await signIn(user.email).expect(200);
    expect(await admin('accounts', 'confirm', user.email)).toBe(1);
    expect(await admin('accounts', 'confirm', 'nobody@example.org')).toBe(1);
    expect((await historyOf(user.email)).join()).toMatch(/ADDRESS_CONFIRMED .*Karim Exemple/);
  });

  it('is corrected: sessions and links end, pending mails follow, and both addresses get a mail', async () => {
    const user = await app.make.aBeneficiary();
    const to = user.email.replace('@', '.right@');
    const answered = await atBoth(user);
    await app.anonymous.post(`/utilisateurs/forgotPassword/${user.email}`).expect(200);
    const link = await mailedToken(app, user.email, 'resetPassword');
    const other = await app.make.aBeneficiary();
    for (const [given, code] of [
      [user.email, 1],
      [other.email, 1],
      ['no address', 2],
    ] as const)
      expect(await admin('accounts', 'correct-address', user.email, given), given).toBe(code);
    expect(await admin('accounts', 'correct-address', user.email, to.toUpperCase())).toBe(0);
    await answered(401);
    await signIn(to).expect(200);
    await signIn(user.email).expect(401);
    await app.anonymous.get(`/utilisateurs/reinitialiserMotPasse?token=${link}`).expect(400);
    const released = await mailsTo(user.email);
    expect(released.map(({ template }) => template)).toEqual(['addressReleased']);
    expect(JSON.stringify(released)).not.toContain(to);
    expect((await mailsTo(to)).map(({ template }) => template).sort()).toEqual([
      'addressCorrected',
      'resetPassword',
    ]);
    expect((await historyOf(to)).join()).toContain('ADDRESS_CORRECTED');
  });

  it('that was never confirmed gets a new link after its correction', async () => {
    const user = await app.make.aBeneficiary({ emailConfirmedAt: null });
    const to = user.email.replace('@', '.right@');
    expect(await admin('accounts', 'correct-address', user.email, to)).toBe(0);
    const token = await mailedToken(app, to, 'confirmAddress');
    await app.anonymous
      .post(`/email/confirm/${token}/password`, { password: testPassword })
      .expect(200);
    await signIn(to).expect(200);
  });

  it('shows its mails in every state, with the reasons for unsent mails', async () => {
    const user = await app.make.aBeneficiary({ emailConfirmedAt: null });
    await app.db.refusedMail.create({ data: { userId: user.id, kind: 'STATUS' } });
    const base = { to: user.email, lang: 'fr', params: {} };
    await app.db.outboxMail.createMany({
      data: [
        { ...base, template: 'passwordChanged', state: 'SENT' },
        { ...base, template: 'statusChanged', state: 'FAILED', lastError: '550 no such user' },
      ],
    });
    out.length = 0;
    expect(await admin('mails', 'list', '--to', user.email.toUpperCase())).toBe(0);
    const text = out.join('\n');
    expect(text).toMatch(/passwordChanged +sent/);
    expect(text).toMatch(/statusChanged +failed .*550 no such user/);
    expect(text).toMatch(/not confirmed[^]*kinds: STATUS\./);
    out.length = 0;
    expect(await admin('mails', 'list', '--to', 'nobody@example.org')).toBe(0);
    expect(out.join('\n')).toContain('No account has this address');
    expect(await admin('mails', 'list', '--to', user.email, '--state', 'sent')).toBe(2);
  });
});
