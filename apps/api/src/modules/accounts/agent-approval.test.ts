import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ApiError } from '../../platform/http/api-error.ts';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import {
  anAgentOf,
  anAgentOfNew,
  mailedToken,
  makeLists,
  movableClock,
} from './accounts.samples.ts';
import { agentApprovalService } from './index.ts';

const clock = movableClock();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ clock, env: { RATE_LIMIT_FACTOR: '100' } });
  await makeLists(app);
});
afterAll(async () => {
  await app.close();
});

async function join(partnerId: number, options: { confirm: boolean } = { confirm: true }) {
  const body = anAgentOf(partnerId);
  await app.anonymous.post('/utilisateurs/signUpAgentPartner', body).expect(201);
  if (options.confirm) await confirm(body.email);
  return body;
}
async function confirm(email: string): Promise<void> {
  const token = await mailedToken(app, email, 'confirmAddress');
  await app.anonymous.post(`/email/confirm/${token}`).expect(200);
}
const approve = (token: string) => app.anonymous.post(`/utilisateurs/approveAgent/${token}`);
const asked = async () =>
  (await app.mails()).filter(({ template }) => template === 'agentAwaitingApproval');

describe('a new agent of an organisation', () => {
  it('is announced to colleagues only once the address is confirmed', async () => {
    const colleague = await app.make.anAgent({ lang: 'ar' });
    const body = await join(colleague.partnerId, { confirm: false });
    expect(await asked()).toEqual([]);
    await confirm(body.email);
    expect(await asked()).toMatchObject([
      {
        to: colleague.email,
        lang: 'ar',
        params: { agentName: 'Salma Alami', agentEmail: body.email },
      },
    ]);
  });

  it('is announced to those who can sign in, and to no other organisation', async () => {
    const colleague = await app.make.anAgent();
    const { partnerId } = colleague;
    await app.make.anAgent({ partnerId, approvedAt: null });
    await app.make.anAgent({ partnerId, emailConfirmedAt: null });
    await app.make.anAgent({ partnerId, disabledAt: new Date() });
    await app.make.anAgent();
    const before = (await asked()).length;
    await join(partnerId);
    expect((await asked()).slice(before).map(({ to }) => to)).toEqual([colleague.email]);
  });

  it('is approved by a colleague’s link, is told so, and can sign in', async () => {
    const colleague = await app.make.anAgent();
    const { email, password } = await join(colleague.partnerId);
    const token = await mailedToken(app, colleague.email, 'agentAwaitingApproval');
    const answer = await approve(token).expect(200);
    expect(answer.body).toEqual({ nom: 'Alami', prenom: 'Salma' });
    expect((await app.mails()).at(-1)).toMatchObject({ to: email, template: 'agentApproved' });
    await app.anonymous.post('/utilisateurs/signIn', { email, password }).expect(200);
  });

  it('is approved once: the links of all colleagues end with the first use', async () => {
    const first = await app.make.anAgent();
    const second = await app.make.anAgent({ partnerId: first.partnerId });
    const { email } = await join(first.partnerId);
    const tokens = [
      await mailedToken(app, first.email, 'agentAwaitingApproval'),
      await mailedToken(app, second.email, 'agentAwaitingApproval'),
    ];
    const answers = await Promise.all(tokens.map((token) => approve(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const told = (await app.mails()).filter(
      (mail) => mail.to === email && mail.template === 'agentApproved',
    );
    expect(told).toHaveLength(1);
  });

  it('cannot be approved by a made-up, late or foreign link', async () => {
    const colleague = await app.make.anAgent();
    const body = await join(colleague.partnerId);
    await approve('nothing').expect(400);
    await app.anonymous.post(`/utilisateurs/forgotPassword/${body.email}`).expect(200);
    await approve(await mailedToken(app, body.email, 'resetPassword')).expect(400);
    clock.advance(7 * 24 * 3600 + 5);
    await approve(await mailedToken(app, colleague.email, 'agentAwaitingApproval')).expect(400);
    clock.reset();
    const row = await app.db.user.findUniqueOrThrow({ where: { email: body.email } });
    expect(row.approvedAt).toBeNull();
  });

  it('who is disabled meanwhile stays out', async () => {
    const colleague = await app.make.anAgent();
    const { email } = await join(colleague.partnerId);
    await app.db.user.update({ where: { email }, data: { disabledAt: new Date() } });
    await approve(await mailedToken(app, colleague.email, 'agentAwaitingApproval')).expect(400);
  });
});

describe('the administrator', () => {
  const service = () => agentApprovalService(app.deps);
  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof ApiError ? error.code : `not refused: ${String(error)}`;
  };

  it('approves an organisation with its founder, once', async () => {
    const body = anAgentOfNew('Fondation du Nord');
    await app.anonymous.post('/utilisateurs/signUpAgentPartner', body).expect(201);
    await confirm(body.email);
    const waiting = await service().listOrganisations('awaiting');
    const organisation = waiting.find(({ title }) => title === 'Fondation du Nord');
    expect(organisation).toMatchObject({ approvedAt: null, agents: 1 });
    expect(await codeOf(service().approveAgent(body.email))).toBe('STATE_CONFLICT');
    const id = organisation?.id ?? 0;
    expect(await service().approveOrganisation(id)).toEqual({ isNow: true, agents: [body.email] });
    expect(await service().approveOrganisation(id)).toEqual({ isNow: false, agents: [] });
    expect((await app.mails()).at(-1)).toMatchObject({ to: body.email, template: 'agentApproved' });
    const { email, password } = body;
    await app.anonymous.post('/utilisateurs/signIn', { email, password }).expect(200);
    await app.anonymous.get(`/partners/${String(id)}`).expect(200);
  });

  it('lists and approves agents by e-mail', async () => {
    const { id } = await app.make.aPartner();
    const { email } = await join(id);
    const waiting = await service().listAgents('awaiting');
    expect(waiting.map((agent) => agent.email)).toContain(email);
    expect(await service().approveAgent(` ${email.toUpperCase()} `)).toBe(true);
    expect(await service().approveAgent(email)).toBe(false);
    expect((await service().listAgents('awaiting')).map((agent) => agent.email)).not.toContain(
      email,
    );
    expect((await service().listAgents('all')).map((agent) => agent.email)).toContain(email);
  });

  it('is told of what is not there', async () => {
    const beneficiary = await app.make.aBeneficiary();
    expect(await codeOf(service().approveAgent('personne@example.org'))).toBe('NOT_FOUND');
    expect(await codeOf(service().approveAgent(beneficiary.email))).toBe('NOT_FOUND');
    expect(await codeOf(service().approveOrganisation(2_000_000_000))).toBe('NOT_FOUND');
  });
});
