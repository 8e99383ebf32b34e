import { type ApprovalsView, type WaitingView } from '@wasl/contracts/administration';
import { describe, expect, it } from 'vitest';

import { anAdministrator } from '../../testing/administrators.ts';
import { useAdmin } from '../../testing/admin.ts';
import { madeBefore, submitRequest, useTestApp } from '../../testing/index.ts';

const app = useTestApp();
const { admin, out } = useAdmin(app);
const me = madeBefore(() => anAdministrator(app));

const read = async <T>(address: string): Promise<T> =>
  (await me.client.get(`/admin${address}`).expect(200)).body as T;
const results = async (address: string, body: object) =>
  (
    (await me.client.post(`/admin${address}`, body).expect(200)).body as {
      results: { id: string | number; refusal: string | null }[];
    }
  ).results;
const decide = (kind: string, ids: string[], decision: string, reason?: string) =>
  results('/approvals', { kind, ids, decision, ...(reason === undefined ? {} : { reason }) });
const mailsTo = async (to: string) => (await app.mails()).filter((mail) => mail.to === to);

describe('pending work', () => {
  it('is counted by kind, with the queues of the active plugins', async () => {
    const before = await read<WaitingView>('/waiting');
    await app.make.anAgent({ approvedAt: null });
    const founded = await app.make.aPartner({ approvedAt: null, isAttended: false });
    await app.make.anAgent({ partnerId: founded.id, approvedAt: null });
    await app.make.aService({ partnerId: founded.id });
    await app.make.aRequest({ status: 'EN COURS DE QUALIFICATION' });
    await app.db.outboxMail.create({
      data: {
        to: 'x@example.org',
        lang: 'fr',
        template: 'passwordChanged',
        params: {},
        state: 'FAILED',
        priority: 1,
      },
    });
    const { failures, ...counts } = await read<WaitingView>('/waiting');
    expect(counts).toEqual({
      agents: before.agents + 1,
      organisations: before.organisations + 1,
      services: before.services + 1,
      requests: before.requests + 1,
    });
    expect(failures.find(({ queue }) => queue === 'mails')?.failed).toBe(
      (before.failures.find(({ queue }) => queue === 'mails')?.failed ?? 0) + 1,
    );
    expect(failures.map(({ queue }) => queue)).toContain('jobs');
  });
});

describe('an approval', () => {
  it('of agents grants them access, with a result for each', async () => {
    const agent = await app.make.anAgent({ approvedAt: null, emailConfirmedAt: null });
    const colleague = await app.make.anAgent({ approvedAt: null, partnerId: agent.partnerId });
    const founded = await app.make.aPartner({ approvedAt: null, isAttended: false });
    const founder = await app.make.anAgent({ partnerId: founded.id, approvedAt: null });
    const view = await read<ApprovalsView>('/approvals');
    expect(view.agents.find(({ id }) => id === agent.id)).toMatchObject({
      email: agent.email,
      isConfirmed: false,
      organisation: { id: agent.partnerId },
    });
    expect(view.agents.some(({ id }) => id === founder.id)).toBe(false);
    expect(view.organisations.find(({ id }) => id === founded.id)?.agents).toMatchObject([
      { id: founder.id, isConfirmed: true },
    ]);

    // A colleague closed one meanwhile: the page does not open it again, as the command would.
    await app.db.user.update({
      where: { id: colleague.id },
      data: { disabledAt: new Date(), disabledById: agent.id },
    });
    const ids = [agent.id, colleague.id, founder.id, 'nobody'];
    expect(await decide('agents', ids, 'approve')).toEqual([
      { id: agent.id, refusal: null },
      { id: colleague.id, refusal: 'decided' },
      { id: founder.id, refusal: 'organisationWaits' },
      { id: 'nobody', refusal: 'decided' },
    ]);
    expect(await decide('agents', [agent.id], 'approve')).toEqual([
      { id: agent.id, refusal: 'decided' },
    ]);
    expect(await mailsTo(agent.email)).toMatchObject([{ template: 'agentApproved' }]);
    expect(await admin('person', 'history', agent.email)).toBe(0);
    expect(out.join('\n')).toMatch(new RegExp(`AGENT_APPROVED.*${me.email}`));
  });

  it('of an agent can be refused with a reason, which the agent receives', async () => {
    const agent = await app.make.anAgent({ approvedAt: null });
    const body = { kind: 'agents', ids: [agent.id], decision: 'refuse', reason: ' ' };
    await me.client.post('/admin/approvals', body).expect(400);
    expect(await decide('agents', [agent.id], 'refuse', 'Inconnue')).toMatchObject([
      { refusal: null },
    ]);
    expect(await decide('agents', [agent.id], 'approve')).toMatchObject([{ refusal: 'decided' }]);
    expect(await mailsTo(agent.email)).toMatchObject([
      { template: 'agentRefusedByAdministrator', params: { reason: 'Inconnue' } },
    ]);
    const other = await app.make.anAgent({ approvedAt: null });
    expect(await admin('agents', 'refuse', other.email, '--reason', 'Inconnu')).toBe(0);
    expect(await admin('agents', 'refuse', other.email, '--reason', 'Inconnu')).toBe(1);
  });

  it('of an organisation includes its founders; a refusal happens once', async () => {
    const founded = async () => {
      const { id } = await app.make.aPartner({ approvedAt: null, isAttended: false });
      return { id, founder: await app.make.anAgent({ partnerId: id, approvedAt: null }) };
    };
    const [good, bad] = [await founded(), await founded()];
    const ids = [String(good.id), '999999', 'x'];
    expect(await decide('organisations', ids, 'approve')).toMatchObject([
      { refusal: null },
      { refusal: 'decided' },
      { refusal: 'decided' },
    ]);
    expect(await decide('organisations', [String(bad.id)], 'refuse', 'Doublon')).toMatchObject([
      { refusal: null },
    ]);
    for (const [id, decision] of [
      [bad.id, 'approve'],
      [bad.id, 'refuse'],
      [good.id, 'refuse'],
    ] as const)
      expect(await decide('organisations', [String(id)], decision, 'x')).toMatchObject([
        { refusal: 'decided' },
      ]);
    expect(await mailsTo(good.founder.email)).toMatchObject([{ template: 'agentApproved' }]);
    expect(await mailsTo(bad.founder.email)).toMatchObject([
      { template: 'organisationRefused', params: { reason: 'Doublon' } },
    ]);
  });

  it('of a service lists it for everybody; a refusal removes it from its organisation', async () => {
    const { id: partnerId, title } = await app.make.aPartner();
    const [good, bad, other] = [
      await app.make.aService({ partnerId }),
      await app.make.aService({ partnerId }),
      await app.make.aService({ partnerId }),
    ];
    await app.db.partnerService.create({ data: { partnerId, itemId: bad.id } });
    const { services } = await read<ApprovalsView>('/approvals');
    expect(services.find(({ id }) => id === good.code)).toMatchObject({
      title: good.libelleFr,
      organisation: { id: partnerId, title },
    });
    expect(await decide('services', [good.code, 'NONE'], 'approve')).toMatchObject([
      { refusal: null },
      { refusal: 'decided' },
    ]);
    expect(await decide('services', [bad.code], 'refuse', 'Existe déjà')).toMatchObject([
      { refusal: null },
    ]);
    expect(await decide('services', [bad.code], 'approve')).toMatchObject([{ refusal: 'decided' }]);
    expect(await admin('services', 'refuse', other.code, '--reason', 'Non')).toBe(0);
    expect(await admin('services', 'refuse', other.code, '--reason', 'Non')).toBe(1);
    const after = await read<ApprovalsView>('/approvals');
    expect(after.services.some((one) => one.organisation.id === partnerId)).toBe(false);
    const listed = (await app.anonymous.get('/params/paramsByParentI18n/SERVICE')).text;
    expect([listed.includes(good.code), listed.includes(bad.code)]).toEqual([true, false]);
    expect(await app.db.partnerService.count({ where: { itemId: bad.id } })).toBe(0);
    const { rows } = await read<{ rows: object[] }>('/history');
    expect(rows.slice(0, 3)).toMatchObject([
      { kind: 'SERVICE_REFUSED', reason: `${other.code}: Non`, organisation: { title } },
      { kind: 'SERVICE_REFUSED', by: me.email, reason: `${bad.code}: Existe déjà` },
      { kind: 'SERVICE_APPROVED', by: me.email, reason: good.code },
    ]);
  });
});

interface Page {
  readonly total: number;
  readonly rows: readonly { readonly id: number; readonly services: readonly object[] }[];
  readonly next: string | null;
}

describe('a request without an organisation', () => {
  it('is listed with its need and reason, and assigned with all its services', async () => {
    const [one, two] = [await app.make.aService(), await app.make.aService({ libelleEn: 'Two' })];
    const user = await app.make.aBeneficiary({ city: 'Larache', companyName: 'Atlas' });
    const request = await app.make.aRequest({
      beneficiaryId: user.id,
      serviceItems: [one, two],
      description: '𝔸'.repeat(300),
    });
    await submitRequest(await app.as(user), request.id).expect(200);
    const agent = await app.make.anAgent();
    const { rows } = await read<Page>('/unrouted?lang=en');
    expect(rows.find(({ id }) => id === request.id)).toMatchObject({
      numRequest: request.numRequest,
      status: 'EN COURS DE QUALIFICATION',
      name: 'Atlas',
      town: 'Larache',
      journey: null,
      need: '𝔸'.repeat(200),
      services: [
        { code: one.code, reason: 'notOffered', organisations: [] },
        { code: two.code, title: 'Two' },
      ],
    });
    expect(await read<object[]>('/organisations')).toContainEqual(
      expect.objectContaining({ id: agent.partnerId }),
    );
    const draft = await app.make.aRequest({ serviceItems: [one] });
    const assign = (organisationId: number, ...ids: number[]) =>
      results('/unrouted/assign', { ids, organisationId });
    expect(await assign(agent.partnerId, request.id, draft.id, 999_999)).toEqual([
      { id: request.id, refusal: null },
      { id: draft.id, refusal: 'notWithOrganisations' },
      { id: 999_999, refusal: 'notWithOrganisations' },
    ]);
    expect(await assign(agent.partnerId, request.id)).toMatchObject([{ refusal: 'assigned' }]);
    expect(
      await app.db.processingStep.findMany({ where: { requestId: request.id } }),
    ).toMatchObject([{ partnerId: agent.partnerId }, { partnerId: agent.partnerId }]);
    expect((await mailsTo(agent.email)).map(({ template }) => template)).toContain('stepAssigned');
    expect(await admin('requests', 'show', request.numRequest)).toBe(0);
    expect(out.join('\n')).toMatch(new RegExp(`STEP_GIVEN.*${me.email}`));

    const unattended = await app.make.aPartner({ isAttended: false });
    for (const id of [unattended.id, 999_999])
      await me.client
        .post('/admin/unrouted/assign', { ids: [request.id], organisationId: id })
        .expect(400);
  });

  it('is listed in pages of fifty, oldest first, exactly once', async () => {
    const service = await app.make.aService();
    const submittedAt = new Date('2001-01-01T10:00:00Z');
    const many: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      const { id } = await app.make.aRequest({
        status: 'EN COURS DE QUALIFICATION',
        serviceItems: [service],
        submittedAt,
      });
      many.push(id);
    }
    const found: number[] = [];
    let after = '';
    for (;;) {
      const { rows, next, total } = await read<Page>(`/unrouted${after}`);
      expect(rows.length).toBe(next === null ? total - found.length : 50);
      found.push(...rows.map(({ id }) => id));
      if (next === null) break;
      after = `?after=${next}`;
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found.filter((id) => many.includes(id))).toEqual(many);
    await me.client.get('/admin/unrouted?after=x').expect(400);
    await me.client.get('/admin/history?after=x').expect(400);
  });

  it('without a service to assign is refused with that reason', async () => {
    const empty = await app.make.aRequest({
      status: 'EN COURS DE QUALIFICATION',
      serviceItems: [],
    });
    const agent = await app.make.anAgent();
    expect(
      await results('/unrouted/assign', { ids: [empty.id], organisationId: agent.partnerId }),
    ).toMatchObject([{ refusal: 'noService' }]);
  });
});
