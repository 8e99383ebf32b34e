import type { ServiceDefaultView } from '@wasl/contracts/administration';
import { expect, it } from 'vitest';

import { anAdministrator } from '../../testing/administrators.ts';
import { useAdmin } from '../../testing/admin.ts';
import { madeBefore, submitRequest, useTestApp } from '../../testing/index.ts';

const app = useTestApp();
const { admin, faults, out } = useAdmin(app);
const me = madeBefore(() => anAdministrator(app));

const set = (code: string, organisationId: number | null) =>
  me.client.put(`/admin/defaults/${code}`, { organisationId });
const defaultOf = async (code: string) =>
  ((await me.client.get('/admin/defaults?lang=fr').expect(200)).body as ServiceDefaultView[]).find(
    (service) => service.code === code,
  );

type Service = Awaited<ReturnType<typeof app.make.aService>>;

async function aSubmitted(serviceItems: Service[], areaId: number | null = null) {
  const user = await app.make.aBeneficiary({ areaId });
  const { id } = await app.make.aRequest({ beneficiaryId: user.id, serviceItems });
  await submitRequest(await app.as(user), id).expect(200);
  return await app.db.processingStep.findMany({
    where: { requestId: id },
    orderBy: { position: 'asc' },
  });
}

/** Submits a request. @returns the organisations of its steps */
const routed = async (...given: Parameters<typeof aSubmitted>) =>
  (await aSubmitted(...given)).map(({ partnerId }) => partnerId);

async function aService(...offeredBy: number[]) {
  const service = await app.make.aService();
  const data = offeredBy.map((partnerId) => ({ partnerId, itemId: service.id }));
  await app.db.partnerService.createMany({ data });
  return service;
}
const disableAgents = (partnerId: number) =>
  app.db.user.updateMany({ where: { partnerId }, data: { disabledAt: new Date() } });

it('receives a service that no other organisation offers', async () => {
  const { partnerId } = await app.make.anAgent();
  const offering = await app.make.anAgent();
  const [service, offered] = [await aService(), await aService(offering.partnerId)];
  expect(await routed([service])).toEqual([]);
  for (const { code } of [service, offered]) await set(code, partnerId).expect(200);
  const organisation = { id: partnerId, isAttended: true };
  expect(await defaultOf(service.code)).toMatchObject({ offering: 0, organisation });
  expect(await defaultOf(offered.code)).toMatchObject({ offering: 1, organisation });
  expect(await routed([service, offered])).toEqual([partnerId, offering.partnerId]);
  // It comes after others that do not cover the area and have more open steps.
  const areaId = (await app.make.anItem('AREA')).id;
  await app.db.partnerArea.create({ data: { partnerId, itemId: areaId } });
  expect(await routed([offered, await aService()], areaId)).toEqual([offering.partnerId]);

  await set(service.code, null).expect(200);
  expect((await defaultOf(service.code))?.organisation).toBeNull();
  expect(await routed([service])).toEqual([]);
  await set('UNKNOWN', null).expect(404);
  const acts = await app.db.administratorAct.findMany({
    where: { kind: 'DEFAULT_ORGANISATION_SET', byName: me.email },
    orderBy: { id: 'asc' },
    select: { partnerId: true, reason: true },
  });
  expect(acts).toEqual([
    { partnerId, reason: service.code },
    { partnerId, reason: offered.code },
    { partnerId: null, reason: service.code },
  ]);
});

it('receives a service whose other organisations have no agent or declined it', async () => {
  const { partnerId } = await app.make.anAgent();
  const offering = await app.make.anAgent();
  const service = await aService(offering.partnerId);
  await set(service.code, partnerId).expect(200);
  const [step] = await aSubmitted([service]);
  expect(step?.partnerId).toBe(offering.partnerId);
  const agent = await app.as(offering);
  await agent
    .post(`/processing/step/decline/${String(step?.id)}`, { reason: 'OUTSIDE_AREA' })
    .expect(200);
  const next = { requestId: step?.requestId ?? 0, status: 'ASSIGNED' } as const;
  expect(await app.db.processingStep.findMany({ where: next })).toMatchObject([{ partnerId }]);

  await disableAgents(offering.partnerId);
  expect(await routed([service])).toEqual([partnerId]);
});

it('receives nothing without an agent, without approval, or for an unlisted service', async () => {
  const { partnerId } = await app.make.anAgent();
  const service = await aService();
  await set(service.code, partnerId).expect(200);
  const partner = { where: { id: partnerId } };
  await app.db.partner.update({ ...partner, data: { approvedAt: null } });
  expect(await routed([service])).toEqual([]);
  expect((await defaultOf(service.code))?.organisation?.isAttended).toBe(false);
  await set(service.code, partnerId).expect(400);
  await app.db.partner.update({ ...partner, data: { approvedAt: new Date() } });
  expect(await routed([service])).toEqual([partnerId]);

  const listed = { where: { id: service.id } };
  await app.db.referenceItem.update({ ...listed, data: { active: false } });
  expect(await routed([service])).toEqual([]);
  expect(await defaultOf(service.code)).toBeUndefined();
  await set(service.code, null).expect(404);
  await app.db.referenceItem.update({ ...listed, data: { active: true } });

  await disableAgents(partnerId);
  expect(await routed([service])).toEqual([]);
  expect((await defaultOf(service.code))?.organisation?.isAttended).toBe(false);
  await set(service.code, partnerId).expect(400);
});

it('is set and listed by a command', async () => {
  const { partnerId } = await app.make.anAgent();
  const { code } = await app.make.aService();
  const words = ['services', 'default', code, '--organisation', String(partnerId)];
  expect(await admin(...words, '--as', 'Salma')).toBe(0);
  expect((await defaultOf(code))?.organisation?.id).toBe(partnerId);
  expect(await admin('services', 'defaults')).toBe(0);
  expect(out.join('\n')).toMatch(new RegExp(`${code}.* ${String(partnerId)}`));
  expect(await admin('services', 'default', 'UNKNOWN')).toBe(1);
  expect(faults.join()).toContain('There is no listed service of this code');
});
