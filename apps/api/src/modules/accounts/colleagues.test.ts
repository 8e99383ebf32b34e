import type { ColleagueView } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { testPassword, useTestApp } from '../../testing/index.ts';
import { anAgentOf, confirmMailed, mailedToken, makeLists } from '../../testing/account-samples.ts';
import { agentApprovalService } from './index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });
beforeAll(() => makeLists(app));

async function anOrganisation() {
  const agent = await app.make.anAgent();
  const client = await app.as(agent);
  const { partnerId } = agent;
  const address = (userId?: string) =>
    `/partners/${String(partnerId)}/agents${userId === undefined ? '' : `/${userId}`}`;
  const list = async () => (await client.get(address()).expect(200)).body as ColleagueView[];
  const stateOf = async (id: string) => (await list()).find((one) => one.id === id)?.state;
  return { agent, client, partnerId, address, list, stateOf };
}
const waiting = (partnerId: number, over: object = {}) =>
  app.make.anAgent({ partnerId, approvedAt: null, ...over });
const signIn = (email: string) =>
  app.anonymous.post('/utilisateurs/signIn', { email, password: testPassword });
const mailsTo = async (email: string) => (await app.mails()).filter(({ to }) => to === email);

describe('the colleagues of an organisation', () => {
  it('are listed for its agents with the waiting date, pending agents first', async () => {
    const { agent, list, partnerId } = await anOrganisation();
    const second = await app.make.anAgent({
      partnerId,
      approvedAt: new Date('2026-03-01T10:00:00Z'),
    });
    const newcomer = await waiting(partnerId, { createdAt: new Date('2026-05-02T10:00:00Z') });
    await waiting(partnerId, { emailConfirmedAt: null });
    await app.make.anAgent({ partnerId, disabledAt: new Date() });
    await app.make.anAgent();
    const colleagues = await list();
    expect(colleagues.map(({ id, state }) => [id, state])).toEqual([
      [newcomer.id, 'awaiting'],
      [agent.id, 'active'],
      [second.id, 'active'],
    ]);
    expect(colleagues[0]).toEqual({
      id: newcomer.id,
      nom: newcomer.nom,
      prenom: newcomer.prenom,
      email: newcomer.email,
      state: 'awaiting',
      role: 'AGENT',
      since: '2026-05-02',
      isSelf: false,
    });
    expect(colleagues[1]?.isSelf).toBe(true);
    expect(colleagues[2]?.since).toBe('2026-03-01');
  });

  it('approve a new agent; a repeated approval changes nothing', async () => {
    const { client, address, partnerId } = await anOrganisation();
    const newcomer = await waiting(partnerId, { lang: 'ar' });
    await signIn(newcomer.email).expect(403);
    for (let i = 0; i < 2; i += 1) {
      const answer = await client.post(`${address(newcomer.id)}/approve`).expect(200);
      expect(answer.body).toMatchObject({ id: newcomer.id, state: 'active' });
    }
    expect(await mailsTo(newcomer.email)).toMatchObject([
      { template: 'agentApproved', lang: 'ar' },
    ]);
    await signIn(newcomer.email).expect(200);
  });

  it('can approve by the mailed link or in the profile, which invalidates the link', async () => {
    const { agent, client, partnerId, list, address } = await anOrganisation();
    const join = async () => {
      const body = anAgentOf(partnerId);
      await app.anonymous.post('/utilisateurs/signUpAgentPartner', body).expect(201);
      await confirmMailed(app, body.email);
      const id = (await list()).find(({ email }) => email === body.email)?.id ?? '';
      return { id, token: await mailedToken(app, agent.email, 'agentAwaitingApproval') };
    };
    const byLink = await join();
    await client.post(`/utilisateurs/approveAgent/${byLink.token}`).expect(200);
    await client.post(`${address(byLink.id)}/approve`).expect(200);
    const byProfile = await join();
    await client.post(`${address(byProfile.id)}/approve`).expect(200);
    await client.post(`/utilisateurs/approveAgent/${byProfile.token}`).expect(400);
  });

  it('refuse a new agent, who gets a mail and cannot sign in until a later approval', async () => {
    const { client, address, partnerId, stateOf } = await anOrganisation();
    const newcomer = await waiting(partnerId, { lang: 'es' });
    for (let i = 0; i < 2; i += 1) {
      const answer = await client.delete(address(newcomer.id)).expect(200);
      expect(answer.body).toMatchObject({ state: 'refused' });
    }
    expect(await mailsTo(newcomer.email)).toMatchObject([{ template: 'agentRefused', lang: 'es' }]);
    const refused = await signIn(newcomer.email).expect(403);
    expect(refused.body).toMatchObject({ code: 'ACCOUNT_DISABLED' });
    expect(await stateOf(newcomer.id)).toBe('refused');
    await client.post(`${address(newcomer.id)}/approve`).expect(200);
    await signIn(newcomer.email).expect(200);
  });

  it('end the access and every session of an agent, and can restore the access', async () => {
    const { client, address, partnerId } = await anOrganisation();
    const leaving = await app.make.anAgent({ partnerId });
    const theirs = await app.as(leaving);
    await theirs.post('/journeyInstanceProcessingSteps/filter', []).expect(200);
    await client.delete(address(leaving.id)).expect(200);
    const after = await theirs.post('/journeyInstanceProcessingSteps/filter', []);
    expect(after.status).toBe(401);
    expect(await mailsTo(leaving.email)).toMatchObject([{ template: 'agentRemoved' }]);
    await client.post(`${address(leaving.id)}/approve`).expect(200);
    // Reopening the account does not revive an old token.
    await theirs.post('/journeyInstanceProcessingSteps/filter', []).expect(401);
    await signIn(leaving.email).expect(200);
  });

  it('cannot end their own access, nor each other’s at the same time', async () => {
    const { agent, client, address, partnerId } = await anOrganisation();
    const own = await client.delete(address(agent.id)).expect(409);
    expect(own.body).toMatchObject({ code: 'OWN_ACCESS' });
    const other = await app.make.anAgent({ partnerId });
    const theirs = await app.as(other);
    const answers = await Promise.all([
      client.delete(address(other.id)),
      theirs.delete(address(agent.id)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const open = await app.db.user.count({ where: { partnerId, disabledAt: null } });
    expect(open).toBe(1);
  });

  it('are hidden from other organisations and from beneficiaries', async () => {
    const { agent, address, partnerId, list } = await anOrganisation();
    const newcomer = await waiting(partnerId);
    const stranger = await app.as(await app.make.anAgent());
    await stranger.get(address()).expect(404);
    await stranger.post(`${address(newcomer.id)}/approve`).expect(404);
    await stranger.delete(address(newcomer.id)).expect(404);
    await stranger.delete(address(agent.id)).expect(404);
    const beneficiary = await app.as(await app.make.aBeneficiary());
    await beneficiary.get(address()).expect(403);
    await beneficiary.post(`${address(newcomer.id)}/approve`).expect(403);
    expect((await list()).find(({ id }) => id === newcomer.id)?.state).toBe('awaiting');
  });

  it('decide only on agents of their own organisation, whatever id is sent', async () => {
    const { client, address, partnerId } = await anOrganisation();
    const foreign = await app.make.anAgent({ approvedAt: null });
    const beneficiary = await app.make.aBeneficiary();
    const unconfirmed = await waiting(partnerId, { emailConfirmedAt: null });
    const closedByAdministrator = await app.make.anAgent({ partnerId, disabledAt: new Date() });
    for (const { id } of [foreign, beneficiary, unconfirmed, closedByAdministrator]) {
      await client.post(`${address(id)}/approve`).expect(404);
      await client.delete(address(id)).expect(404);
    }
    await client.post(`${address('pas-un-id')}/approve`).expect(400);
    expect(
      (await app.db.user.findUniqueOrThrow({ where: { id: foreign.id } })).approvedAt,
    ).toBeNull();
  });

  it('can be overruled by the administrator', async () => {
    const { client, address, partnerId } = await anOrganisation();
    const newcomer = await waiting(partnerId);
    await client.delete(address(newcomer.id)).expect(200);
    expect(await agentApprovalService(app.deps).approveAgent(newcomer.email, 'Karim')).toBe(true);
    await signIn(newcomer.email).expect(200);
  });
});

describe('signing in before the approval', () => {
  it('names the pending organisation and the number of agents who can approve', async () => {
    const { partnerId } = await anOrganisation();
    await app.make.anAgent({ partnerId });
    const { title } = await app.db.partner.findUniqueOrThrow({ where: { id: partnerId } });
    const newcomer = await waiting(partnerId);
    const answer = await signIn(newcomer.email).expect(403);
    expect(answer.body).toMatchObject({
      code: 'ACCOUNT_PENDING_APPROVAL',
      details: { organisation: title, isOrganisationApproved: true, colleagues: 2 },
    });
  });

  it('names the organisation in the reader’s language', async () => {
    const { partnerId } = await anOrganisation();
    await app.db.partner.update({ where: { id: partnerId }, data: { titleAr: 'غرفة الشمال' } });
    const newcomer = await waiting(partnerId);
    const answer = await signIn(newcomer.email).set('accept-language', 'ar').expect(403);
    expect(answer.body).toMatchObject({ details: { organisation: 'غرفة الشمال' } });
  });

  it('reports that the organisation itself awaits approval', async () => {
    const partner = await app.make.aPartner({ approvedAt: null });
    const founder = await waiting(partner.id);
    const answer = await signIn(founder.email).expect(403);
    expect(answer.body).toMatchObject({
      details: { organisation: partner.title, isOrganisationApproved: false, colleagues: 0 },
    });
  });

  it('reveals no details with a wrong password', async () => {
    const { partnerId } = await anOrganisation();
    const { email } = await waiting(partnerId);
    const answer = await app.anonymous
      .post('/utilisateurs/signIn', { email, password: 'Wasl#Wrong2026' })
      .expect(401);
    expect(answer.body).not.toHaveProperty('details');
  });
});
