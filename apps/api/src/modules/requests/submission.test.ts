import type { RequestView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { addDocument, type TestClient, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

const submit = (
  client: TestClient,
  idRequest: number,
  newStatus: unknown = { code: 'NOUVEAU', libelle: 'Nouveau' },
) => client.put('/requests/observationAndStatus', { idRequest, newStatus, observations: '' });
const stepsOf = (requestId: number) =>
  app.db.processingStep.findMany({ where: { requestId }, orderBy: { position: 'asc' } });
const mailsAbout = async (numRequest: string) =>
  (await app.mails()).filter((mail) => mail.params.numRequest === numRequest);

async function aDraft(over: Parameters<typeof app.make.aRequest>[0] = {}) {
  const user = await app.make.aBeneficiary({ lang: 'en' });
  const request = await app.make.aRequest({ beneficiaryId: user.id, ...over });
  return { user, request, client: await app.as(user) };
}

describe('submitting a personalised request', () => {
  it('routes each service, notifies the beneficiary and the agents, and writes the history', async () => {
    const [legal, tax] = [
      await app.make.aService({ libelleFr: 'Juridique' }),
      await app.make.aService(),
    ];
    const partner = await app.make.aPartner({ serviceItems: [legal, tax] });
    const agents = [
      await app.make.anAgent({ partnerId: partner.id }),
      await app.make.anAgent({ partnerId: partner.id, lang: 'ar' }),
    ];
    await app.make.anAgent({ partnerId: partner.id, approvedAt: null });
    await app.make.anAgent({ partnerId: partner.id, disabledAt: new Date() });
    const { client, request, user } = await aDraft({
      serviceItems: [legal, tax],
      observation: 'à préciser',
    });

    const answer = await submit(client, request.id).expect(200);
    expect(answer.body).toMatchObject({
      id: request.id,
      status: { code: 'NOUVEAU' },
      observation: null,
      abilities: { canEdit: false, canSubmit: false },
    });
    const steps = await stepsOf(request.id);
    expect(steps).toMatchObject([
      { position: 0, titleItemId: legal.id, partnerId: partner.id, status: 'ASSIGNED', percent: 0 },
      { position: 1, titleItemId: tax.id, partnerId: partner.id, status: 'ASSIGNED', percent: 0 },
    ]);
    expect(
      await app.db.historyEvent.findMany({
        where: { requestId: request.id },
        orderBy: { id: 'asc' },
      }),
    ).toMatchObject([
      {
        kind: 'SUBMITTED',
        fromStatus: 'EN_COURS_DE_CREATION',
        toStatus: 'NOUVEAU',
        actorId: user.id,
        actorRole: 'BENEFICIAIRE',
      },
      { kind: 'ROUTED', stepId: steps[0]?.id, toStatus: 'ASSIGNED' },
      { kind: 'ROUTED', stepId: steps[1]?.id, toStatus: 'ASSIGNED' },
    ]);
    const mails = await mailsAbout(request.numRequest);
    expect(mails.filter((mail) => mail.template === 'requestReceived')).toMatchObject([
      { to: user.email, lang: 'en' },
    ]);
    expect(
      mails
        .filter((mail) => mail.template === 'stepAssigned')
        .map((mail) => `${mail.to} ${mail.lang}`)
        .sort(),
    ).toEqual(
      agents
        .flatMap((agent) => [`${agent.email} ${agent.lang}`, `${agent.email} ${agent.lang}`])
        .sort(),
    );
    expect(mails).toHaveLength(5);
  });

  it('prefers the organisation that covers the area, then the least loaded, then the first', async () => {
    const [service, area] = [await app.make.aService(), await app.make.anItem('SECTEUR_ACTIVITE')];
    const [busy, idle, later, elsewhere] = [
      await app.make.aPartner({ serviceItems: [service] }),
      await app.make.aPartner({ serviceItems: [service] }),
      await app.make.aPartner({ serviceItems: [service] }),
      await app.make.aPartner({ serviceItems: [service] }),
    ];
    await app.make.aPartner({ serviceItems: [service], approvedAt: null });
    for (const partner of [busy, idle, later])
      await app.db.partnerArea.create({ data: { partnerId: partner.id, itemId: area.id } });
    await app.make.aStep({ partnerId: busy.id, status: 'IN_PROGRESS' });
    await app.make.aStep({ partnerId: idle.id, status: 'PROCESSED', percent: 100 });
    const chosen: (number | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) {
      const { client, request, user } = await aDraft({ serviceItems: [service] });
      await app.db.user.update({ where: { id: user.id }, data: { areaId: area.id } });
      await submit(client, request.id).expect(200);
      chosen.push((await stepsOf(request.id))[0]?.partnerId);
    }
    // busy, idle and later have 1, 0 and 0 open steps, and one more after each choice.
    expect(chosen).toEqual([idle.id, later.id, busy.id, idle.id]);
    const { client, request } = await aDraft({ serviceItems: [service] });
    await submit(client, request.id).expect(200);
    expect((await stepsOf(request.id))[0]?.partnerId).toBe(elsewhere.id);
  });

  it('passes a service that no organisation offers to the administrator', async () => {
    const [offered, orphan] = [await app.make.aService(), await app.make.aService()];
    await app.make.aPartner({ serviceItems: [offered] });
    await app.make.aPartner({ serviceItems: [orphan], approvedAt: null });
    const { client, request } = await aDraft({ serviceItems: [offered, orphan] });
    const answer = await submit(client, request.id).expect(200);
    expect(answer.body).toMatchObject({ status: { code: 'EN COURS DE QUALIFICATION' } });
    expect(await stepsOf(request.id)).toMatchObject([{ titleItemId: offered.id }]);
    // The repeated submission returns the same answer.
    expect((await submit(client, request.id).expect(200)).body).toEqual(answer.body);
  });
});

describe('submitting a journey', () => {
  async function aJourneyOf(settings: { code: string; mandatory: boolean }[] = []) {
    const [first, second, third] = [
      await app.make.aPartner(),
      await app.make.aPartner(),
      await app.make.aPartner(),
    ];
    const title = await app.make.aService();
    const task = (partnerId: number, position: number, runsInParallel = false) => ({
      partnerId,
      position,
      runsInParallel,
      titleItemId: title.id,
    });
    const journey = await app.make.aJourney({
      taskDefs: { create: [task(first.id, 0), task(second.id, 1), task(third.id, 2, true)] },
      settings: { create: settings },
    });
    return { journey, partners: [first, second, third] };
  }

  it('creates one step per task; the first and the parallel steps are assigned', async () => {
    const { journey, partners } = await aJourneyOf();
    const agents = await Promise.all(partners.map(({ id }) => app.make.anAgent({ partnerId: id })));
    const { client, request } = await aDraft({ journeyDefId: journey.id });
    expect((await submit(client, request.id).expect(200)).body).toMatchObject({
      status: { code: 'NOUVEAU' },
    });
    expect(
      (await stepsOf(request.id)).map((s) => [s.partnerId, s.status, s.assignedAt !== null]),
    ).toEqual([
      [partners[0]?.id, 'ASSIGNED', true],
      [partners[1]?.id, 'NOT_STARTED', false],
      [partners[2]?.id, 'ASSIGNED', true],
    ]);
    const sent = (await mailsAbout(request.numRequest)).filter(
      (mail) => mail.template === 'stepAssigned',
    );
    expect(sent.map((mail) => mail.to).sort()).toEqual([agents[0]?.email, agents[2]?.email].sort());
  });

  it('requires the mandatory documents, and accepts a link for the video', async () => {
    const { journey } = await aJourneyOf([
      { code: 'BUSINESS_PLAN', mandatory: true },
      { code: 'DEFAULT_DOC', mandatory: false },
      { code: 'ILLUSTRATIVE_VIDEO', mandatory: true },
    ]);
    const { client, request } = await aDraft({ journeyDefId: journey.id });
    const refused = await submit(client, request.id).expect(422);
    expect(refused.body).toMatchObject({
      code: 'DOCUMENT_MISSING',
      details: { documents: ['BUSINESS_PLAN', 'ILLUSTRATIVE_VIDEO'] },
    });
    expect(await stepsOf(request.id)).toEqual([]);
    await addDocument(client, request.id, 'BUSINESS_PLAN', 'plan.pdf').expect(201);
    await app.db.supportRequest.update({
      where: { id: request.id },
      data: { urlVideo: 'https://youtu.be/abcdefghijk' },
    });
    await submit(client, request.id).expect(200);
  });

  it('is refused when the journey has been closed since', async () => {
    const { journey } = await aJourneyOf();
    const { client, request } = await aDraft({ journeyDefId: journey.id });
    await app.db.journeyDef.update({
      where: { id: journey.id },
      data: { endDate: new Date('2020-01-01') },
    });
    expect((await submit(client, request.id).expect(422)).body).toMatchObject({
      code: 'JOURNEY_CLOSED',
    });
  });
});

describe('a repeated submission', () => {
  it('submits once for twenty simultaneous calls: one receipt, one history, the same response', async () => {
    const service = await app.make.aService();
    const agent = await app.make.anAgent({
      partnerId: (await app.make.aPartner({ serviceItems: [service] })).id,
    });
    const { client, request } = await aDraft({ serviceItems: [service] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(client, request.id)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await stepsOf(request.id)).toHaveLength(1);
    expect(
      await app.db.historyEvent.count({ where: { requestId: request.id, kind: 'SUBMITTED' } }),
    ).toBe(1);
    const mails = await mailsAbout(request.numRequest);
    expect(mails.map((mail) => `${mail.template} ${mail.to}`).sort()).toEqual(
      [
        `requestReceived ${String((answers[0]?.body as RequestView | undefined)?.beneficiary.email)}`,
        `stepAssigned ${agent.email}`,
      ].sort(),
    );
  });
});

describe('any other change of status', () => {
  it.each([
    'SUPPRIME',
    'ENTAME',
    'DEMANDE_TRAITE',
    'A_REFOURMULER',
    'EN_COURS_DE_CREATION',
    'EN_ATTENTE',
    'EN COURS DE QUALIFICATION',
  ])('to %s is refused', async (newStatus) => {
    const { client, request } = await aDraft();
    expect((await submit(client, request.id, newStatus).expect(409)).body).toMatchObject({
      code: 'STATE_CONFLICT',
    });
    expect(await app.db.supportRequest.findUnique({ where: { id: request.id } })).toMatchObject({
      status: 'EN_COURS_DE_CREATION',
    });
  });

  it.each<[unknown, unknown]>([
    [1, 'NIMPORTE'],
    [1, null],
    [1, { code: null }],
    [1, { code: { not: 'x' } }],
    [1, ['NOUVEAU', 'ENTAME']],
    ['x', 'NOUVEAU'],
    [-1, 'NOUVEAU'],
    [1e12, 'NOUVEAU'],
    [{ gt: 0 }, 'NOUVEAU'],
    [null, 'NOUVEAU'],
  ])('responds with 400 to request %j with status %j', async (idRequest, newStatus) => {
    const { client } = await aDraft();
    await client.put('/requests/observationAndStatus', { idRequest, newStatus }).expect(400);
  });

  it('is refused without a qualification', async () => {
    const user = await app.make.aBeneficiary({ isQualified: false });
    const request = await app.make.aRequest({ beneficiaryId: user.id });
    expect((await submit(await app.as(user), request.id).expect(422)).body).toMatchObject({
      code: 'QUALIFICATION_REQUIRED',
    });
  });
});
