import type { OrganisationRow, OrganisationView } from '@wasl/contracts/administration';
import { describe, expect, it } from 'vitest';

import { anAdministrator } from '../../testing/administrators.ts';
import { madeBefore, submitRequest, useTestApp } from '../../testing/index.ts';

const app = useTestApp();
const me = madeBefore(() => anAdministrator(app));

const read = async <T>(address: string): Promise<T> =>
  (await me.client.get(`/admin/organisations/${address}`).expect(200)).body as T;
const acts = async () =>
  ((await me.client.get('/admin/history').expect(200)).body as { rows: object[] }).rows;
const formOf = ({ id, version }: OrganisationView, changes: object = {}) => ({
  partner: { title: `Nom ${String(id)}`, description: 'Texte', version, ...changes },
});
const inDays = (days: number) =>
  new Date(app.deps.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** A submitted request that the agent's organisation has. */
async function aFile() {
  const agent = await app.make.anAgent();
  const service = await app.make.aService();
  await app.db.partnerService.create({
    data: { partnerId: agent.partnerId, itemId: service.id },
  });
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, serviceItems: [service] });
  await submitRequest(await app.as(user), request.id).expect(200);
  return { agent, service, user, request };
}

describe('organisations', () => {
  it('are found by a part of a title in any language, with state and number of open files', async () => {
    const { agent } = await aFile();
    const waiting = await app.make.aPartner({ approvedAt: null, isAttended: false });
    const empty = await app.make.aPartner({ isAttended: false, titleAr: 'هيئة الشمال الجديدة' });
    const search = (text: string) =>
      read<{ rows: OrganisationRow[] }>(`search?text=${encodeURIComponent(text)}`);
    expect((await search('الشمال الجديدة')).rows).toMatchObject([
      { id: empty.id, state: 'unattended', agents: 0, openFiles: 0 },
    ]);
    expect((await search(waiting.title)).rows).toMatchObject([{ state: 'awaiting' }]);
    const { title } = await app.db.partner.findUniqueOrThrow({ where: { id: agent.partnerId } });
    expect((await search(title.toUpperCase())).rows).toMatchObject([
      { id: agent.partnerId, state: 'active', agents: 1, openFiles: 1 },
    ]);
    expect((await search('%')).rows).toEqual([]);
    await me.client.get('/admin/organisations/search?after=x').expect(400);
    await me.client.get('/admin/organisations/999999').expect(404);
  });

  it('are listed in pages, each exactly once', async () => {
    for (let at = 0; at < 60; at += 1) await app.make.aPartner({ isAttended: false });
    const found: number[] = [];
    let after = '';
    for (;;) {
      const page = await read<{ rows: OrganisationRow[]; next: string | null }>(`search${after}`);
      found.push(...page.rows.map(({ id }) => id));
      if (page.next === null) break;
      after = `?after=${page.next}`;
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBe(await app.db.partner.count());
  });
});

describe('the texts and the contact of an organisation', () => {
  it('are updated with the rules of its own form, and recorded once', async () => {
    const { id } = await app.make.aPartner();
    const before = await read<OrganisationView>(String(id));
    const changes = {
      titleAr: 'غرفة',
      descriptionEn: 'Text',
      phone: '05 39 30 03 00',
      website: 'https://cri.ma/',
    };
    const put = (body: object) => me.client.put(`/admin/organisations/${String(id)}`, body);
    await put(formOf(before, changes)).expect(200);
    const after = await read<OrganisationView>(String(id));
    expect(after).toMatchObject({
      title: `Nom ${String(id)}`,
      titleAr: 'غرفة',
      descriptionEn: 'Text',
      phone: '+212539300300',
      website: 'https://cri.ma',
      version: before.version + 1,
    });
    expect((await acts())[0]).toMatchObject({
      kind: 'ORGANISATION_CHANGED',
      by: me.email,
      organisation: { id },
    });
    const count = () => app.db.administratorAct.count({ where: { partnerId: id } });
    await put(formOf(after, changes)).expect(200);
    expect(await count()).toBe(1);
    // An agent, or another administrator, saved meanwhile.
    await put(formOf(before, { phone: null })).expect(409);
    await put(formOf(after, { website: 'http://cri.ma' })).expect(400);
    const { title } = await app.make.aPartner();
    await put(formOf(after, { title })).expect(409);
    expect(await count()).toBe(1);
  });

  it('of a refused organisation cannot be updated, because its title is free', async () => {
    const { id } = await app.make.aPartner({ approvedAt: null, isAttended: false });
    const view = await read<OrganisationView>(String(id));
    await app.db.partner.update({
      where: { id },
      data: { refusedAt: new Date(), titleKey: `REFUSED ${String(id)}` },
    });
    await me.client.put(`/admin/organisations/${String(id)}`, formOf(view)).expect(409);
  });
});

describe('the absence of an agent', () => {
  it('is set with a substitute of the organisation, and ended', async () => {
    const agent = await app.make.anAgent();
    const colleague = await app.make.anAgent({ partnerId: agent.partnerId });
    const stranger = await app.make.anAgent();
    const address = (id: string, partnerId = agent.partnerId) =>
      `/admin/organisations/${String(partnerId)}/agents/${id}/absence`;
    const days = { from: inDays(0), until: inDays(3), substitute: colleague.id };
    await me.client.put(address(agent.id), days).expect(200);
    const { colleagues } = await read<OrganisationView>(String(agent.partnerId));
    expect(colleagues.find(({ id }) => id === agent.id)).toMatchObject({
      state: 'active',
      absence: {
        from: days.from,
        until: days.until,
        substitute: { id: colleague.id },
        hasBegun: true,
      },
    });
    expect((await acts())[0]).toMatchObject({
      kind: 'ABSENCE_SET',
      person: { email: agent.email },
    });
    await me.client.put(address(agent.id), { ...days, substitute: stranger.id }).expect(400);
    await me.client.put(address(agent.id), { ...days, substitute: agent.id }).expect(400);
    await me.client
      .put(address(agent.id), { ...days, from: inDays(-9), until: inDays(-2) })
      .expect(400);
    await me.client.put(address(stranger.id), days).expect(404);
    await me.client.delete(address(agent.id)).expect(200);
    await me.client.delete(address(agent.id)).expect(200);
    const recorded = { where: { userId: agent.id, kind: 'ABSENCE_ENDED' } } as const;
    expect(await app.db.administratorAct.count(recorded)).toBe(1);
    expect(await app.db.absence.count({ where: { userId: agent.id } })).toBe(0);
  });

  it('releases the files when there is no substitute', async () => {
    const { agent, request } = await aFile();
    await app.db.processingStep.updateMany({
      where: { requestId: request.id },
      data: { assigneeId: agent.id },
    });
    const days = { from: inDays(0), until: inDays(1), substitute: null };
    await me.client
      .put(`/admin/organisations/${String(agent.partnerId)}/agents/${agent.id}/absence`, days)
      .expect(200);
    expect(
      await app.db.processingStep.findFirstOrThrow({ where: { requestId: request.id } }),
    ).toMatchObject({ assigneeId: null });
  });
});
