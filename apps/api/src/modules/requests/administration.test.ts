import { describe, expect, it } from 'vitest';

import { madeBefore, saveStep, submitRequest, useTestApp } from '../../testing/index.ts';
import { requestAdministration, requestHold } from './index.ts';

const app = useTestApp();
const admin = madeBefore(() => requestAdministration(app.deps));

const requestOf = (id: number) =>
  app.db.supportRequest.findUniqueOrThrow({
    where: { id },
    include: { steps: { orderBy: { position: 'asc' } } },
  });

/** Submits a request through HTTP. Only the partners of the test offer its services. */
async function aSubmitted(serviceItems: { id: number }[]) {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, serviceItems });
  const client = await app.as(user);
  await submitRequest(client, request.id).expect(200);
  return { user, request, client };
}

describe('unrouted requests', () => {
  it('are listed with their services, and leave the list once assigned', async () => {
    const [offered, orphan] = [await app.make.aService(), await app.make.aService()];
    await app.make.aPartner({ serviceItems: [offered] });
    const { request, user } = await aSubmitted([offered, orphan]);
    expect(await admin.listUnrouted()).toMatchObject([
      {
        numRequest: request.numRequest,
        beneficiary: { email: user.email },
        services: [{ item: { code: orphan.code } }],
      },
    ]);
    const agent = await app.make.anAgent();
    await admin.assignStep(request.numRequest, orphan.code, agent.partnerId);
    expect(await admin.listUnrouted()).toEqual([]);
    expect(await requestOf(request.id)).toMatchObject({
      status: 'NOUVEAU',
      steps: [
        { position: 0 },
        { position: 1, partnerId: agent.partnerId, titleItemId: orphan.id, status: 'ASSIGNED' },
      ],
    });
    expect((await app.mails()).filter((mail) => mail.to === agent.email)).toMatchObject([
      { template: 'stepAssigned' },
    ]);
    expect(
      await app.db.historyEvent.findMany({
        where: { requestId: request.id, actorRole: 'ADMINISTRATEUR' },
        orderBy: { id: 'asc' },
      }),
    ).toMatchObject([
      { kind: 'ROUTED', actorId: null },
      { kind: 'STATUS', fromStatus: 'EN COURS DE QUALIFICATION', toStatus: 'NOUVEAU' },
    ]);
    await expect(
      admin.assignStep(request.numRequest, orphan.code, agent.partnerId),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  it('reject an unknown service, organisation or request', async () => {
    const service = await app.make.aService();
    const { request } = await aSubmitted([service]);
    const pending = await app.make.aPartner({ approvedAt: null });
    await expect(admin.assignStep(request.numRequest, 'NOPE', pending.id)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await expect(
      admin.assignStep(request.numRequest, service.code, pending.id),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(
      admin.assignStep('1900-000001', service.code, (await app.make.aPartner()).id),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('assigning a step to another organisation', () => {
  it('closes the current step, assigns a new one, and records the author and the reason', async () => {
    const service = await app.make.aService();
    const has = await app.make.anAgent();
    await app.db.partnerService.create({ data: { partnerId: has.partnerId, itemId: service.id } });
    const gets = await app.make.anAgent();
    const { request, user } = await aSubmitted([service]);
    const [begun] = (await requestOf(request.id)).steps;
    const stepId = begun?.id ?? 0;
    const word = { by: 'Sara', reason: 'Ils ferment' };
    const named = requestAdministration(app.deps, word);
    await saveStep(await app.as(has), stepId, 'IN_PROGRESS', 30).expect(200);
    await expect(named.reassignStep(stepId, has.partnerId)).rejects.toMatchObject({
      options: { fields: [{ path: 'partner', key: 'invalid' }] },
    });

    expect(await named.reassignStep(stepId, gets.partnerId)).toBe(request.numRequest);
    expect(await requestOf(request.id)).toMatchObject({
      steps: [
        { id: stepId, status: 'REJECTED', partnerId: has.partnerId },
        { status: 'ASSIGNED', partnerId: gets.partnerId, titleItemId: service.id },
      ],
    });
    expect((await app.mails()).filter((mail) => mail.to === gets.email)).toMatchObject([
      { template: 'stepAssigned' },
    ]);
    const acts = await app.db.administratorAct.findMany({ where: { requestId: request.id } });
    expect(acts).toMatchObject([
      { kind: 'STEP_REASSIGNED', byName: 'Sara', reason: 'Ils ferment', userId: user.id },
    ]);
    await expect(
      app.db
        .$executeRaw`UPDATE administrator_acts SET request_id = ${(await app.make.aRequest()).id}
        WHERE request_id = ${request.id}`,
    ).rejects.toThrow('append-only');

    // The new organisation has its own step. The old step is closed.
    await expect(named.reassignStep(stepId, gets.partnerId)).rejects.toMatchObject({
      code: 'STEP_CLOSED',
    });
    const open = (await requestOf(request.id)).steps.at(-1)?.id ?? 0;
    const unattended = await app.make.aPartner({ isAttended: false });
    await expect(named.reassignStep(open, unattended.id)).rejects.toMatchObject({
      options: { fields: [{ path: 'partner', key: 'unattended' }] },
    });
    await requestHold(app.deps, word).hold(request.numRequest, null);
    await expect(named.reassignStep(open, has.partnerId)).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    // An untouched step is deleted; only the history shows it.
    await requestHold(app.deps, word).resume(request.numRequest);
    await named.reassignStep(open, has.partnerId);
    expect((await requestOf(request.id)).steps).toMatchObject([
      { id: stepId, status: 'REJECTED' },
      { status: 'ASSIGNED', partnerId: has.partnerId },
    ]);
    const kinds = await app.db.administratorAct.findMany({
      where: { requestId: request.id },
      orderBy: { id: 'asc' },
    });
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'STEP_REASSIGNED',
      'REQUEST_HELD',
      'REQUEST_RESUMED',
      'STEP_REASSIGNED',
    ]);
  });
});

describe('sending a request back to rephrase', () => {
  it('shows the observation, and a new submission is routed again', async () => {
    const [first, second] = [await app.make.aService(), await app.make.aService()];
    const partner = await app.make.aPartner({ serviceItems: [first, second] });
    const agent = await app.as(await app.make.anAgent({ partnerId: partner.id }));
    const { request, client, user } = await aSubmitted([first, second]);
    const begun = (await requestOf(request.id)).steps[0];
    await saveStep(agent, begun?.id, 'BLOCKED', 10).expect(200);

    await admin.sendBack(request.numRequest, ' Précisez le besoin ');
    expect(await requestOf(request.id)).toMatchObject({
      status: 'A_REFOURMULER',
      observation: 'Précisez le besoin',
      percent: 0,
      steps: [{ id: begun?.id, status: 'REJECTED' }],
    });
    expect((await app.mails()).filter((mail) => mail.to === user.email).at(-1)).toMatchObject({
      template: 'statusChanged',
      params: { observation: 'Précisez le besoin' },
    });
    await saveStep(agent, begun?.id, 'IN_PROGRESS', 20).expect(409);
    await submitRequest(client, request.id).expect(409);

    const dto = JSON.stringify({ services: [first.code, second.code], description: 'Précisé' });
    await client
      .put(`/requests/${String(request.id)}`)
      .field('createRequestDto', dto)
      .expect(200);
    await submitRequest(client, request.id).expect(200);
    expect(await requestOf(request.id)).toMatchObject({
      status: 'NOUVEAU',
      observation: null,
      steps: [
        { position: 0, status: 'REJECTED' },
        { position: 1, status: 'ASSIGNED', titleItemId: first.id },
        { position: 2, status: 'ASSIGNED', titleItemId: second.id },
      ],
    });
  });

  it('requires an observation, and a request that is with the organisations', async () => {
    const draft = await app.make.aRequest();
    await expect(admin.sendBack(draft.numRequest, 'x')).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    await expect(admin.sendBack(draft.numRequest, '  ')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    const done = await app.make.aRequest({ status: 'ENTAME' });
    await app.make.aStep({ requestId: done.id, status: 'PROCESSED', percent: 100 });
    await expect(admin.sendBack(done.numRequest, 'x')).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });
});

describe('rejecting a step', () => {
  it('assigns the next step', async () => {
    const request = await app.make.aRequest({ status: 'NOUVEAU' });
    const [first, second] = [
      await app.make.aStep({
        requestId: request.id,
        titleItemId: request.services[0]?.itemId ?? 0,
      }),
      await app.make.aStep({ requestId: request.id, status: 'NOT_STARTED', assignedAt: null }),
    ];
    await admin.rejectStep(first.id, 'hors périmètre');
    expect((await requestOf(request.id)).steps.map((step) => step.status)).toEqual([
      'REJECTED',
      'ASSIGNED',
    ]);
    await expect(admin.rejectStep(first.id, null)).rejects.toMatchObject({ code: 'STEP_CLOSED' });
    await admin.rejectStep(second.id, null);
    expect(await requestOf(request.id)).toMatchObject({ status: 'EN_COURS_DE_QUALIFICATION' });
    expect((await admin.listUnrouted()).map((row) => row.numRequest)).toContain(request.numRequest);
  });
});
