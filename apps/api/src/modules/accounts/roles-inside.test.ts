import type { ColleagueView } from '@wasl/contracts';
import { sampleContact } from '@wasl/contracts/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { ApiError } from '../../platform/http/api-error.ts';
import { type TestApp, testPassword, useTestApp } from '../../testing/index.ts';
import {
  anAgentOf,
  anAgentOfNew,
  confirmMailed,
  mailedToken,
  makeLists,
} from '../../testing/account-samples.ts';
import { agentApprovalService, personAccessService } from './index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' }, isListening: true });
beforeAll(() => makeLists(app));

type Agent = Awaited<ReturnType<TestApp['make']['anAgent']>>;

async function anOrganisation() {
  const head = await app.make.anAgent();
  const { partnerId } = head;
  const agent = await app.make.anAgent({ partnerId, isResponsible: false });
  const address = ({ id }: { id: string }) => `/partners/${String(partnerId)}/agents/${id}`;
  return {
    head,
    agent,
    partnerId,
    address,
    asHead: await app.as(head),
    asAgent: await app.as(agent),
    rolesOf: async () =>
      (await app.db.user.findMany({ where: { partnerId, isResponsible: true } })).map(
        ({ id }) => id,
      ),
  };
}
const word = { by: 'Karim', reason: null };

describe('roles inside an organisation', () => {
  it('are visible to every agent; only a responsable can decide', async () => {
    const { head, agent, partnerId, address, asAgent, rolesOf } = await anOrganisation();
    const waiting = await app.make.anAgent({ partnerId, approvedAt: null });
    const list = await asAgent.get(`/partners/${String(partnerId)}/agents`).expect(200);
    expect(
      Object.fromEntries((list.body as ColleagueView[]).map(({ id, role }) => [id, role])),
    ).toEqual({ [head.id]: 'RESPONSABLE', [agent.id]: 'AGENT', [waiting.id]: 'AGENT' });
    for (const refused of [
      asAgent.post(`${address(waiting)}/approve`),
      asAgent.delete(address(waiting)),
      asAgent.delete(address(head)),
      asAgent.put(`${address(agent)}/role`, { role: 'RESPONSABLE' }),
      asAgent.put(`${address(head)}/role`, { role: 'AGENT' }),
    ])
      expect((await refused.expect(403)).body).toMatchObject({ code: 'RESPONSIBLE_REQUIRED' });
    expect(await rolesOf()).toEqual([head.id]);
  });

  it('are assigned by a responsable, who can then be demoted by the new responsable', async () => {
    const { head, agent, address, asHead, asAgent, rolesOf } = await anOrganisation();
    for (let time = 0; time < 2; time += 1) {
      const answer = await asHead
        .put(`${address(agent)}/role`, { role: 'RESPONSABLE' })
        .expect(200);
      expect(answer.body).toMatchObject({ id: agent.id, role: 'RESPONSABLE' });
    }
    await asAgent.put(`${address(head)}/role`, { role: 'AGENT' }).expect(200);
    expect(await rolesOf()).toEqual([agent.id]);
    // It applies from the next call of the same session.
    await asHead.delete(address(agent)).expect(403);
  });

  it('always include one responsable, even after two simultaneous changes', async () => {
    const { head, agent, address, asHead, asAgent, rolesOf } = await anOrganisation();
    const last = await asHead.put(`${address(head)}/role`, { role: 'AGENT' }).expect(409);
    expect(last.body).toMatchObject({ code: 'LAST_RESPONSIBLE' });
    await asHead.delete(address(head)).expect(409);
    for (const [byHead, byAgent] of [
      [head, agent],
      [agent, head],
    ] as const) {
      await app.db.user.updateMany({
        where: { id: { in: [head.id, agent.id] } },
        data: { isResponsible: true },
      });
      await Promise.all([
        asHead.put(`${address(byHead)}/role`, { role: 'AGENT' }),
        asAgent.put(`${address(byAgent)}/role`, { role: 'AGENT' }),
      ]);
      expect(await rolesOf()).toHaveLength(1);
    }
    await app.db.user.updateMany({
      where: { id: { in: [head.id, agent.id] } },
      data: { isResponsible: true },
    });
    await Promise.all([
      asHead.put(`${address(head)}/role`, { role: 'AGENT' }),
      asAgent.delete(address(head)),
      asHead.delete(address(agent)),
    ]);
    expect(
      await app.db.user.count({
        where: { partnerId: head.partnerId, isResponsible: true, disabledAt: null },
      }),
    ).toBe(1);
  });

  it('are granted only to people who can sign in, and end with the access', async () => {
    const { agent, partnerId, address, asHead, rolesOf, head } = await anOrganisation();
    const waiting = await app.make.anAgent({ partnerId, approvedAt: null });
    const early = await asHead.put(`${address(waiting)}/role`, { role: 'RESPONSABLE' }).expect(409);
    expect(early.body).toMatchObject({ code: 'STATE_CONFLICT' });
    await asHead.put(`${address(agent)}/role`, { role: 'RESPONSABLE' }).expect(200);
    await asHead.delete(address(agent)).expect(200);
    await asHead.post(`${address(agent)}/approve`).expect(200);
    expect(await rolesOf()).toEqual([head.id]);
  });

  it('cannot be changed from another organisation', async () => {
    const { head, address } = await anOrganisation();
    const stranger = await app.as(await app.make.anAgent());
    await stranger.put(`${address(head)}/role`, { role: 'AGENT' }).expect(404);
    const { asHead } = await anOrganisation();
    await asHead.put(`${address(head)}/role`, { role: 'AGENT' }).expect(404);
    await asHead.put(`${address(head)}/role`, { role: 'ADMIN' }).expect(400);
  });
});

describe('the profile of the organisation', () => {
  const profileOf = async (client: Awaited<ReturnType<TestApp['as']>>, { id }: Agent) =>
    (await client.get(`/currentUserPartner/${id}`).expect(200)).body as Record<string, unknown> & {
      partner: Record<string, unknown>;
    };

  it('is changed by a responsable; an agent who sends it unchanged saves their own details', async () => {
    const { head, agent, asHead, asAgent } = await anOrganisation();
    const areas = [{ code: 'AGRICULTURE' }];
    const mine = { ...sampleContact, nom: 'Bennani', prenom: 'Karim' };
    const { partner } = await profileOf(asHead, head);
    await asHead.put('/updatePartnerUser', { ...mine, partner: { ...partner, areas } }).expect(200);
    const now = await profileOf(asAgent, agent);
    expect(now).toMatchObject({ isResponsible: false });
    await asAgent.put('/updatePartnerUser', { ...mine, partner: now.partner }).expect(200);
    const changed = { ...now.partner, description: 'Autre chose' };
    const refused = await asAgent
      .put('/updatePartnerUser', { ...mine, nom: 'Autre', partner: changed })
      .expect(403);
    expect(refused.body).toMatchObject({ code: 'RESPONSIBLE_REQUIRED' });
    expect(await profileOf(asAgent, agent)).toMatchObject({ nom: 'Bennani', partner: now.partner });
  });
});

describe('the first responsable', () => {
  const isResponsible = async (email: string) =>
    (await app.db.user.findUniqueOrThrow({ where: { email } })).isResponsible;

  it('is the founder; later agents are approved by responsables only', async () => {
    const founder = anAgentOfNew('Coopérative de la Vallée');
    await app.anonymous.post('/utilisateurs/signUpAgentPartner', founder).expect(201);
    await confirmMailed(app, founder.email);
    const { id } = await app.db.partner.findFirstOrThrow({
      where: { title: founder.partner.title },
    });
    expect(await isResponsible(founder.email)).toBe(false);
    await agentApprovalService(app.deps).approveOrganisation(id, 'Karim');
    expect(await isResponsible(founder.email)).toBe(true);
    const plain = await app.make.anAgent({ partnerId: id, isResponsible: false });
    const second = anAgentOf(id);
    await app.anonymous.post('/utilisateurs/signUpAgentPartner', second).expect(201);
    await confirmMailed(app, second.email);
    await mailedToken(app, founder.email, 'agentAwaitingApproval');
    expect((await app.mails()).filter(({ to }) => to === plain.email)).toEqual([]);
    expect(await app.db.notice.count({ where: { userId: plain.id } })).toBe(0);
    await agentApprovalService(app.deps).approveAgent(second.email, 'Karim');
    expect(await isResponsible(second.email)).toBe(false);
  });

  it('is one of two agents who are approved at the same time', async () => {
    const { id } = await app.make.aPartner({ isAttended: false });
    const emails = await Promise.all(
      [0, 1].map(async () => (await app.make.anAgent({ partnerId: id, approvedAt: null })).email),
    );
    const service = agentApprovalService(app.deps);
    await Promise.all(emails.map((email) => service.approveAgent(email, 'Karim')));
    const roles = await Promise.all(emails.map(isResponsible));
    expect(roles.filter(Boolean)).toHaveLength(1);
  });

  it('is never an agent with an unconfirmed address', async () => {
    const { id } = await app.make.aPartner({ isAttended: false });
    const unproven = await app.make.anAgent({
      partnerId: id,
      approvedAt: null,
      emailConfirmedAt: null,
    });
    const service = agentApprovalService(app.deps);
    await service.approveAgent(unproven.email, 'Karim');
    expect(await isResponsible(unproven.email)).toBe(false);
    const next = await app.make.anAgent({ partnerId: id, approvedAt: null });
    await service.approveAgent(next.email, 'Karim');
    expect(await isResponsible(next.email)).toBe(true);
  });
});

describe('the administrator', () => {
  it('appoints and removes responsables, records each change, and never removes the last one', async () => {
    const { head, agent, rolesOf } = await anOrganisation();
    const people = personAccessService(app.deps);
    await expect(people.setRole(head.email, 'AGENT', word)).rejects.toBeInstanceOf(ApiError);
    expect(await people.setRole(agent.email, 'RESPONSABLE', word)).toBe(true);
    expect(await people.setRole(agent.email, 'RESPONSABLE', word)).toBe(false);
    expect(await people.setRole(head.email, 'AGENT', word)).toBe(true);
    expect(await rolesOf()).toEqual([agent.id]);
    const acts = await app.db.administratorAct.findMany({
      where: { userId: { in: [head.id, agent.id] } },
      orderBy: { id: 'asc' },
    });
    expect(acts).toMatchObject([
      { kind: 'RESPONSIBLE_NAMED', byName: 'Karim' },
      { kind: 'RESPONSIBLE_ENDED', byName: 'Karim' },
    ]);
    const { email } = await app.make.aBeneficiary();
    await expect(people.setRole(email, 'RESPONSABLE', word)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

it('the last responsable appoints another agent before asking for the erasure of their account', async () => {
  const { agent, address, asHead } = await anOrganisation();
  const ask = async () =>
    await asHead.post('/utilisateurs/deleteAccount', { currentPassword: testPassword });
  expect((await ask()).body).toMatchObject({ code: 'LAST_RESPONSIBLE' });
  await asHead.put(`${address(agent)}/role`, { role: 'RESPONSABLE' }).expect(200);
  expect((await ask()).status).toBe(200);
});

it('a responsable who asked for erasure does not count as a remaining responsable', async () => {
  const { head, agent, partnerId, address, asHead, asAgent } = await anOrganisation();
  await app.make.anAgent({ partnerId, isResponsible: false });
  await asHead.put(`${address(agent)}/role`, { role: 'RESPONSABLE' }).expect(200);
  const demand = { currentPassword: testPassword };
  await asHead.post('/utilisateurs/deleteAccount', demand).expect(200);
  const down = await asAgent.put(`${address(agent)}/role`, { role: 'AGENT' }).expect(409);
  expect(down.body).toMatchObject({ code: 'LAST_RESPONSIBLE' });
  const gone = await asAgent.post('/utilisateurs/deleteAccount', demand).expect(409);
  expect(gone.body).toMatchObject({ code: 'LAST_RESPONSIBLE' });
  // A responsable who is leaving may become a plain agent, because another one remains.
  await asAgent.put(`${address(head)}/role`, { role: 'AGENT' }).expect(200);
});
