import { randomUUID } from 'node:crypto';

import type {
  DeclinePreview,
  HistoryItem,
  NoticeView,
  RequestStatus,
  RequestView,
  StepStatus,
  StepView,
  WorklistRow,
} from '@wasl/contracts';
import { beforeEach, describe, expect, it } from 'vitest';

import {
  madeBefore,
  saveStep,
  submitRequest,
  type TestClient,
  useTestApp,
  writeMessage,
} from '../../testing/index.ts';
import { requestAdministration, requestHold } from '../requests/index.ts';

const administration = 'administration@example.org';

const app = useTestApp({ env: { ADMIN_EMAIL: administration } });
const admin = madeBefore(() => requestAdministration(app.deps));
beforeEach(() => app.db.outboxMail.deleteMany());

const decline = (client: TestClient, stepId: number, body: object = { reason: 'OUTSIDE_AREA' }) =>
  client.post(`/processing/step/decline/${String(stepId)}`, body);
const sendBack = (client: TestClient, stepId: number, body: object = { text: 'Dire où' }) =>
  client.post(`/processing/step/send-back/${String(stepId)}`, body);
const update = (client: TestClient, stepId: number, percent = 20) =>
  saveStep(client, stepId, percent === 100 ? 'PROCESSED' : 'IN_PROGRESS', percent, {
    partnerFeedback: 'Un mot du premier organisme',
  });
const stepsOf = (requestId: number) =>
  app.db.processingStep.findMany({ where: { requestId }, orderBy: { position: 'asc' } });
const statusOf = async (owner: TestClient, id: number) =>
  ((await owner.get(`/requests/${String(id)}`).expect(200)).body as RequestView).status.code;
const mailsOf = async (template: string) =>
  (await app.mails()).filter((mail) => mail.template === template);
const historyOf = async (client: TestClient, id: number) =>
  (
    (await client.get(`/requests/${String(id)}/history`).expect(200)).body as {
      items: HistoryItem[];
    }
  ).items;
const rowOf = async (client: TestClient, requestId: number) =>
  (
    (await client.post('/journeyInstanceProcessingSteps/filter?size=50', []).expect(200)).body as {
      results: WorklistRow[];
    }
  ).results.filter(({ id }) => id === requestId);

/** A submitted request for a service of several organisations. The first, with the lowest id, has it. */
async function offeredBy(count: number) {
  const service = await app.make.aService({ libelleFr: 'Juridique' });
  const agents: Awaited<ReturnType<typeof app.make.anAgent>>[] = [];
  for (let n = 0; n < count; n += 1) {
    const partner = await app.make.aPartner({ serviceItems: [service], isAttended: false });
    agents.push(await app.make.anAgent({ partnerId: partner.id }));
  }
  const user = await app.make.aBeneficiary({ lang: 'ar' });
  const owner = await app.as(user);
  const request = await app.make.aRequest({ beneficiaryId: user.id, serviceItems: [service] });
  await submitRequest(owner, request.id).expect(200);
  await app.db.outboxMail.deleteMany();
  const clients = await Promise.all(agents.map((agent) => app.as(agent)));
  const [step] = await stepsOf(request.id);
  if (step === undefined) throw new Error('The request was not routed');
  return { service, agents, clients, user, owner, request, step };
}

describe('a declined step', () => {
  it('goes to the next organisation with the service; the person gets a mail, the administrator does not', async () => {
    const { agents, clients, user, owner, request, step } = await offeredBy(2);
    const [first, second] = clients as [TestClient, TestClient];
    const { body } = await decline(first, step.id, {
      reason: 'OTHER',
      text: 'Seul le siège le fait.',
    }).expect(200);
    expect(body).toEqual({ organisation: expect.any(String) as string });
    const steps = await stepsOf(request.id);
    expect(steps).toMatchObject([
      { status: 'DECLINED', partnerId: agents[0]?.partnerId },
      { status: 'ASSIGNED', partnerId: agents[1]?.partnerId, percent: 0, partnerFeedback: null },
    ]);
    expect(await statusOf(owner, request.id)).toBe('NOUVEAU');
    expect(await mailsOf('stepPassedOn')).toMatchObject([
      {
        to: user.email,
        lang: 'ar',
        params: {
          next: expect.any(String) as string,
          reason: 'سبب آخر',
          text: 'Seul le siège le fait.',
        },
      },
    ]);
    expect(await mailsOf('stepAssigned')).toMatchObject([{ to: agents[1]?.email }]);
    expect(await mailsOf('statusChanged')).toEqual([]);
    expect(await mailsOf('requestsUnrouted')).toEqual([]);
    const notices = (await owner.get('/notices').expect(200)).body as NoticeView[];
    expect(notices.map(({ kind }) => kind)).toEqual(['PASSED_ON', 'ASSIGNED']);
    expect(notices[0]?.next).toEqual((body as { organisation: string }).organisation);

    // The first organisation has lost its access.
    expect(await rowOf(first, request.id)).toEqual([]);
    const counts = await first.post('/journeyInstanceProcessingSteps/counts', []).expect(200);
    expect(counts.body).toMatchObject({ all: 0, done: 0 });
    const exported = await first.post('/journeyInstanceProcessingSteps/export?format=csv', []);
    expect(exported.text).not.toContain(request.numRequest);
    const id = String(request.id);
    for (const call of [
      first.get(`/requests/${id}`),
      first.get(`/requests/${id}/history`),
      first.post('/journeyInstanceProcessingSteps/list', { requestId: request.id }),
      first.get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`),
      first.get(`/processing/step/${String(step.id)}/messages`),
      first.get(`/processing/step/${String(step.id)}/notes`),
      update(first, step.id),
      decline(first, step.id),
      sendBack(first, step.id),
    ])
      await call.expect(404);

    // The person sees the reason; the next organisation sees only that the step was declined.
    const entries = await historyOf(owner, request.id);
    expect(entries.find(({ what }) => what === 'declined')).toMatchObject({
      reason: 'OTHER',
      observation: 'Seul le siège le fait.',
    });
    const read = await historyOf(second, request.id);
    expect(read.find(({ what }) => what === 'declined')).toMatchObject({
      reason: null,
      observation: null,
    });
  });

  it('shows the next organisation no text that was written on it', async () => {
    const { clients, owner, request, step } = await offeredBy(2);
    const [first, second] = clients as [TestClient, TestClient];
    await update(first, step.id).expect(200);
    const path = `/processing/step/${String(step.id)}`;
    await first.post(`${path}/messages`, { clientKey: randomUUID(), body: 'Message privé' });
    await first.post(`${path}/notes`, { clientKey: randomUUID(), body: 'Note interne' });
    await decline(first, step.id, { reason: 'NOT_OUR_SERVICE', text: 'Voir ailleurs' }).expect(200);
    const [row] = await rowOf(second, request.id);
    const next = row?.processingStepId ?? 0;
    const all = await Promise.all([
      second.get(`/requests/${String(request.id)}`),
      second.get(`/requests/${String(request.id)}/history`),
      second.post('/journeyInstanceProcessingSteps/list', { requestId: request.id }),
      second.get(`/journeyInstanceProcessingSteps/documents/${String(next)}`),
      second.get(`/processing/step/${String(next)}/messages`),
      second.get(`/processing/step/${String(next)}/notes`),
    ]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const text = JSON.stringify(all.map(({ body }: { body: unknown }) => body));
    for (const words of ['Un mot du premier', 'Message privé', 'Note interne', 'Voir ailleurs'])
      expect(text).not.toContain(words);
    await second.get(`${path}/messages`).expect(404);
    // The person still sees the feedback of the first organisation.
    const steps = await owner.post('/journeyInstanceProcessingSteps/list', {
      requestId: request.id,
    });
    const [before] =
      (steps.body as { results: { journeyInstanceProcessingSteps: StepView[] }[] }).results[0]
        ?.journeyInstanceProcessingSteps ?? [];
    expect(before).toMatchObject({
      status: { code: 'DECLINED' },
      partnerFeedback: 'Un mot du premier organisme',
    });
    await owner.get(`${path}/messages`).expect(200);
  });

  it('is passed to the administrator when every organisation has declined, and is not offered again', async () => {
    const { agents, clients, owner, request, service, step } = await offeredBy(2);
    const [first, second] = clients as [TestClient, TestClient];
    await decline(first, step.id).expect(200);
    const [, next] = await stepsOf(request.id);
    await app.db.outboxMail.deleteMany();
    const { body } = await decline(second, next?.id ?? 0, { reason: 'NOT_OUR_SERVICE' }).expect(
      200,
    );
    expect(body).toEqual({ organisation: null });
    expect((await stepsOf(request.id)).map(({ status }) => status)).toEqual([
      'DECLINED',
      'DECLINED',
    ]);
    expect(await statusOf(owner, request.id)).toBe('EN COURS DE QUALIFICATION');
    expect(await mailsOf('requestsUnrouted')).toMatchObject([
      { to: administration, params: { requests: [request.numRequest] } },
    ]);
    expect(await mailsOf('stepPassedOn')).toMatchObject([{ params: { next: null } }]);
    expect(await mailsOf('statusChanged')).toEqual([]);
    const found = (await admin.listUnrouted()).find(({ id }) => id === request.id);
    expect(found?.services).toMatchObject([
      {
        item: { code: service.code },
        reason: 'declined',
        organisations: agents.map(({ partnerId }) => ({ id: partnerId })),
      },
    ]);
    // A corrected request is routed again, but to neither of the first two organisations.
    await admin.sendBack(request.numRequest, 'Préciser');
    const third = await app.make.aPartner({ serviceItems: [service] });
    await owner
      .put(`/requests/${String(request.id)}`)
      .field('createRequestDto', JSON.stringify({ services: [service.code] }))
      .expect(200);
    await submitRequest(owner, request.id).expect(200);
    expect((await stepsOf(request.id)).at(-1)).toMatchObject({
      partnerId: third.id,
      status: 'ASSIGNED',
    });
  });

  it('of a journey is passed to the administrator, and blocks the following steps', async () => {
    const [one, two, other] = [
      await app.make.anAgent(),
      await app.make.anAgent(),
      await app.make.anAgent(),
    ];
    const titles = [await app.make.aService(), await app.make.aService()];
    // Other organisations offer the service, but a journey names its organisation.
    await app.make.aPartner({ serviceItems: titles });
    const journey = await app.make.aJourney({
      taskDefs: {
        create: [one, two].map(({ partnerId }, position) => ({
          partnerId,
          position,
          titleItemId: titles[position]?.id ?? 0,
        })),
      },
    });
    const user = await app.make.aBeneficiary();
    const owner = await app.as(user);
    const request = await app.make.aRequest({ beneficiaryId: user.id, journeyDefId: journey.id });
    await submitRequest(owner, request.id).expect(200);
    const [step] = await stepsOf(request.id);
    const { body } = await decline(await app.as(one), step?.id ?? 0).expect(200);
    expect(body).toEqual({ organisation: null });
    expect((await stepsOf(request.id)).map(({ status }) => status)).toEqual([
      'DECLINED',
      'NOT_STARTED',
    ]);
    expect(await statusOf(owner, request.id)).toBe('EN COURS DE QUALIFICATION');
    const found = (await admin.listUnrouted()).find(({ id }) => id === request.id);
    expect(found?.services).toMatchObject([
      { item: { code: titles[0]?.code }, reason: 'declined' },
    ]);

    await admin.assignStep(request.numRequest, titles[0]?.code ?? '', other.partnerId);
    const steps = await stepsOf(request.id);
    expect(steps).toMatchObject([
      { status: 'DECLINED' },
      { status: 'ASSIGNED', partnerId: other.partnerId, taskDefId: step?.taskDefId },
      { status: 'NOT_STARTED', partnerId: two.partnerId },
    ]);
    expect(await statusOf(owner, request.id)).toBe('NOUVEAU');
    expect((await admin.listUnrouted()).some(({ id }) => id === request.id)).toBe(false);
    await update(await app.as(other), steps[1]?.id ?? 0, 100).expect(200);
    expect((await stepsOf(request.id)).map(({ status }) => status)).toEqual([
      'DECLINED',
      'PROCESSED',
      'ASSIGNED',
    ]);
  });

  it.each([
    ['PROCESSED', 'ENTAME', 'STEP_CLOSED'],
    ['REJECTED', 'ENTAME', 'STEP_CLOSED'],
    ['NOT_STARTED', 'ENTAME', 'STATE_CONFLICT'],
    ['ASSIGNED', 'A_REFOURMULER', 'STATE_CONFLICT'],
    ['IN_PROGRESS', 'EN_ATTENTE', 'REQUEST_ON_HOLD'],
  ] as const)(
    'that is %s of a request in %s is refused: %s',
    async (status, requestStatus, code) => {
      const agent = await app.make.anAgent();
      const request = await app.make.aRequest({ status: requestStatus });
      const percent = status === 'PROCESSED' ? 100 : 10;
      const at = { requestId: request.id, partnerId: agent.partnerId, status, percent };
      const step = await app.make.aStep(at);
      const client = await app.as(agent);
      for (const call of [decline, sendBack])
        expect((await call(client, step.id).expect(409)).body).toMatchObject({ code });
      expect((await rowOf(client, request.id))[0]?.abilities).toMatchObject({
        canDecline: false,
        canSendBack: false,
      });
    },
  );

  it('that a colleague has updated in between is refused with its current state', async () => {
    const { clients, step } = await offeredBy(1);
    const [client] = clients as [TestClient];
    await update(client, step.id, 40).expect(200);
    for (const answer of [
      await decline(client, step.id, { reason: 'OUTSIDE_AREA', version: 1 }),
      await sendBack(client, step.id, { text: 'x', version: 1 }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'STEP_CHANGED', current: { percent: 40 } });
    }
  });

  it('is declined once, for any number of simultaneous calls', async () => {
    const { clients, request, step } = await offeredBy(3);
    const [client] = clients as [TestClient];
    const answers = await Promise.all(Array.from({ length: 8 }, () => decline(client, step.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(7).fill(404),
    ]);
    expect((await stepsOf(request.id)).map(({ status }) => status)).toEqual([
      'DECLINED',
      'ASSIGNED',
    ]);
  });

  it.each([
    [{}, 'reason'],
    [{ reason: 'OTHER' }, 'text'],
    [{ reason: 'DUPLICATE' }, 'duplicateOf'],
    [{ reason: 'SOLVED' }, 'reason'],
  ])('requires a reason: %o is refused at %s', async (body, path) => {
    const { clients, step } = await offeredBy(1);
    const answer = await decline(clients[0] as TestClient, step.id, body).expect(400);
    expect((answer.body as { errors: { path: string }[] }).errors.map((e) => e.path)).toEqual([
      path,
    ]);
  });
});

describe('a step closed as a duplicate of another request', () => {
  const preview = async (client: TestClient, stepId: number) =>
    (await client.get(`/processing/step/decline/${String(stepId)}`).expect(200))
      .body as DeclinePreview;
  const viewOf = async (owner: TestClient, id: number, lang = 'fr') =>
    (await owner.get(`/requests/${String(id)}?lang=${lang}`).expect(200)).body as RequestView;

  /** A request of the same person with a step of the organisation in the given state. */
  async function another(
    beneficiaryId: string,
    partnerId: number,
    { status = 'ENTAME', step = 'IN_PROGRESS' }: { status?: RequestStatus; step?: StepStatus } = {},
  ) {
    const request = await app.make.aRequest({ beneficiaryId, status });
    await app.make.aStep({ requestId: request.id, partnerId, status: step });
    return request;
  }

  it('is closed with a link to the other request, is not rerouted, and its request is handled', async () => {
    const { agents, clients, user, owner, request, step } = await offeredBy(2);
    const [client] = clients as [TestClient];
    const other = await another(user.id, agents[0]?.partnerId ?? 0);
    const { body } = await decline(client, step.id, {
      reason: 'DUPLICATE',
      duplicateOf: other.id,
      text: 'Vous l’avez envoyée deux fois.',
    }).expect(200);
    expect(body).toEqual({ organisation: null });
    expect(await stepsOf(request.id)).toMatchObject([
      { id: step.id, status: 'DECLINED', duplicateOfId: other.id },
    ]);
    expect(await viewOf(owner, request.id)).toMatchObject({
      status: { code: 'DEMANDE_TRAITE' },
      percent: 100,
      observation: `Cette demande fait double emploi avec la demande ${other.numRequest}\u00A0: suivez celle-ci.`,
    });
    for (const lang of ['en', 'ar', 'es'])
      expect((await viewOf(owner, request.id, lang)).observation).toContain(other.numRequest);
    expect(await statusOf(owner, other.id)).toBe('ENTAME');

    const steps = await owner.post('/journeyInstanceProcessingSteps/list', {
      requestId: request.id,
    });
    const [shown] =
      (steps.body as { results: { journeyInstanceProcessingSteps: StepView[] }[] }).results[0]
        ?.journeyInstanceProcessingSteps ?? [];
    const link = { id: other.id, numRequest: other.numRequest };
    expect(shown).toMatchObject({ status: { code: 'DECLINED' }, duplicateOf: link });
    expect((await historyOf(owner, request.id)).filter(({ what }) => what === 'duplicate')).toEqual(
      [
        expect.objectContaining({
          duplicateOf: other.numRequest,
          reason: 'DUPLICATE',
          observation: 'Vous l’avez envoyée deux fois.',
        }),
      ],
    );

    // The person gets one mail and one notice, and no other organisation is chosen.
    expect((await app.mails()).map(({ template }) => template)).toEqual(['stepPassedOn']);
    expect(await mailsOf('stepPassedOn')).toMatchObject([
      { to: user.email, params: { next: null, duplicateOf: other.numRequest } },
    ]);
    const notices = (await owner.get('/notices').expect(200)).body as NoticeView[];
    expect(notices.map(({ kind }) => kind)).toEqual(['DUPLICATE', 'ASSIGNED']);
    expect((await admin.listUnrouted()).some(({ id }) => id === request.id)).toBe(false);
    await client.get(`/requests/${String(request.id)}`).expect(404);
  });

  it('leaves the other steps of its request open, and is not rerouted when the request is resubmitted', async () => {
    const { agents, clients, user, owner, request, step, service } = await offeredBy(2);
    const [client, second] = clients as [TestClient, TestClient];
    const other = await another(user.id, agents[0]?.partnerId ?? 0);
    const twoServices = await app.make.aService();
    await app.db.requestService.create({ data: { requestId: request.id, itemId: twoServices.id } });
    const { id } = await app.make.aStep({
      requestId: request.id,
      partnerId: agents[1]?.partnerId ?? 0,
      titleItemId: twoServices.id,
      position: 5,
    });
    await decline(client, step.id, { reason: 'DUPLICATE', duplicateOf: other.id }).expect(200);
    expect(await statusOf(owner, request.id)).toBe('NOUVEAU');
    expect((await viewOf(owner, request.id)).observation).toBeNull();
    // The next organisation sees nothing of the other request.
    const read = await Promise.all([
      second.get(`/requests/${String(request.id)}/history`),
      second.post('/journeyInstanceProcessingSteps/list', { requestId: request.id }),
    ]);
    expect(JSON.stringify(read.map(({ body }: { body: unknown }) => body))).not.toContain(
      other.numRequest,
    );
    await sendBack(second, id).expect(200);
    await owner
      .put(`/requests/${String(request.id)}`)
      .field('createRequestDto', JSON.stringify({ services: [service.code, twoServices.code] }))
      .expect(200);
    await submitRequest(owner, request.id).expect(200);
    const again = (await stepsOf(request.id)).filter(
      ({ titleItemId }) => titleItemId === service.id,
    );
    expect(again.map(({ status }) => status)).toEqual(['DECLINED']);
  });

  it('offers its possible receiver and the person’s open requests that the organisation may see', async () => {
    const { agents, clients, user, step, request } = await offeredBy(2);
    const [client] = clients as [TestClient];
    const own = agents[0]?.partnerId ?? 0;
    const elsewhere = agents[1]?.partnerId ?? 0;
    const stranger = await app.make.aBeneficiary();
    const known = await another(user.id, own);
    const refused = [
      request,
      await another(user.id, elsewhere),
      await another(user.id, own, { status: 'RETIREE' }),
      await another(user.id, own, { status: 'A_REFOURMULER', step: 'REJECTED' }),
      await another(user.id, own, { step: 'DECLINED' }),
      await another(stranger.id, own),
    ];
    const { title } = await app.db.partner.findUniqueOrThrow({ where: { id: elsewhere } });
    expect(await preview(client, step.id)).toEqual({
      organisation: title,
      duplicates: [expect.objectContaining({ requestId: known.id, numRequest: known.numRequest })],
    });
    for (const { id } of refused) {
      const answer = await decline(client, step.id, { reason: 'DUPLICATE', duplicateOf: id });
      expect([answer.status, answer.body]).toEqual([
        400,
        expect.objectContaining({ errors: [expect.objectContaining({ path: 'duplicateOf' })] }),
      ]);
    }
    expect((await stepsOf(request.id)).map(({ status }) => status)).toEqual(['ASSIGNED']);
  });

  it('cannot be closed at the same time as its counterpart, each as a duplicate of the other', async () => {
    const { agents, clients, user, step, request } = await offeredBy(1);
    const [client] = clients as [TestClient];
    const other = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
    const { id } = await app.make.aStep({
      requestId: other.id,
      partnerId: agents[0]?.partnerId ?? 0,
    });
    const answers = await Promise.all([
      decline(client, step.id, { reason: 'DUPLICATE', duplicateOf: other.id }),
      decline(client, id, { reason: 'DUPLICATE', duplicateOf: request.id }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('sending a request back', () => {
  it('stores the requested change, by the administrator’s rule; the organisation can still read the request', async () => {
    const { clients, user, owner, request, step, service } = await offeredBy(1);
    const [client] = clients as [TestClient];
    expect((await rowOf(client, request.id))[0]?.abilities).toMatchObject({
      canDecline: true,
      canSendBack: true,
    });
    await sendBack(client, step.id, { text: 'Dire où est le local' }).expect(200);
    const { body } = await owner.get(`/requests/${String(request.id)}`).expect(200);
    expect(body).toMatchObject({
      status: { code: 'A_REFOURMULER' },
      observation: 'Dire où est le local',
      abilities: { canEdit: true },
    });
    expect(await mailsOf('statusChanged')).toMatchObject([
      { to: user.email, params: { observation: 'Dire où est le local', page: 'edit' } },
    ]);
    expect(await rowOf(client, request.id)).toMatchObject([
      { processingStepStatus: { code: 'REJECTED' }, abilities: { canSendBack: false } },
    ]);
    expect((await historyOf(owner, request.id)).at(-1)).toMatchObject({
      what: 'sentBack',
      observation: 'Dire où est le local',
    });
    // After the correction, the request is routed again.
    await owner
      .put(`/requests/${String(request.id)}`)
      .field('createRequestDto', JSON.stringify({ services: [service.code] }))
      .expect(200);
    await submitRequest(owner, request.id).expect(200);
    expect((await stepsOf(request.id)).map(({ status }) => status)).toEqual([
      'REJECTED',
      'ASSIGNED',
    ]);
  });

  /** Adds a step of another organisation to the same request. */
  async function twoServices(over: Parameters<typeof app.make.aStep>[0]) {
    const made = await offeredBy(1);
    const other = await app.make.aStep({ requestId: made.request.id, ...over });
    return { ...made, client: made.clients[0] as TestClient, other };
  }

  it.each([
    ['IN_PROGRESS', 'OTHERS_AT_WORK'],
    ['BLOCKED', 'OTHERS_AT_WORK'],
    ['PROCESSED', 'STATE_CONFLICT'],
  ] as const)('is refused when another organisation’s step is %s: %s', async (status, code) => {
    const percent = status === 'PROCESSED' ? 100 : 10;
    const { client, request, step } = await twoServices({ status, percent });
    expect((await sendBack(client, step.id).expect(409)).body).toMatchObject({ code });
    expect((await rowOf(client, request.id))[0]?.abilities.canSendBack).toBe(false);
  });

  it('is refused during a conversation with another organisation, but not when that one is inactive', async () => {
    const { client, owner, request, step, other } = await twoServices({});
    await writeMessage(owner, other.id, 'Bonjour').expect(201);
    expect((await sendBack(client, step.id).expect(409)).body).toMatchObject({
      code: 'OTHERS_AT_WORK',
    });
    expect((await rowOf(client, request.id))[0]?.abilities.canSendBack).toBe(false);
    await app.db.stepMessage.deleteMany({ where: { stepId: other.id } });
    await app.db.processingStep.update({ where: { id: other.id }, data: { lastMessageAt: null } });
    expect((await rowOf(client, request.id))[0]?.abilities.canSendBack).toBe(true);
    await sendBack(client, step.id).expect(200);
    expect((await stepsOf(request.id)).map(({ id }) => id)).toEqual([step.id]);
  });

  it('prevents a concurrent withdrawal and a later hold', async () => {
    const { client, owner, request, step } = await twoServices({});
    await update(client, step.id, 20).expect(200);
    const [back, taken] = await Promise.all([
      sendBack(client, step.id),
      owner.post(`/requests/${String(request.id)}/withdraw`, { reason: 'MISTAKE' }),
    ]);
    expect([back.status, taken.status].sort()).toEqual([200, 409]);
    await expect(requestHold(app.deps).hold(request.numRequest, null)).rejects.toThrow(
      'STATE_CONFLICT',
    );
  });
});

describe('undoing the decline of a step', () => {
  const undo = (client: TestClient, stepId: number) =>
    client.post(`/processing/step/decline/${String(stepId)}/take-back`);

  it('restores the step unchanged, and removes it from the next organisation', async () => {
    const { agents, clients, user, owner, request, step } = await offeredBy(2);
    const [first, second] = clients as [TestClient, TestClient];
    await update(first, step.id, 30).expect(200);
    await decline(first, step.id).expect(200);
    expect(await rowOf(second, request.id)).toHaveLength(1);
    await undo(first, step.id).expect(200);

    const steps = await stepsOf(request.id);
    expect(steps).toMatchObject([
      { id: step.id, status: 'IN_PROGRESS', percent: 30, assigneeId: agents[0]?.id },
    ]);
    expect(await rowOf(first, request.id)).toMatchObject([
      { percent: 30, deadline: { dueOn: expect.any(String) as string } },
    ]);
    expect(await rowOf(second, request.id)).toEqual([]);
    expect(await statusOf(owner, request.id)).toBe('ENTAME');
    const notices = (await owner.get('/notices').expect(200)).body as NoticeView[];
    expect(notices[0]?.kind).toBe('TAKEN_AGAIN');
    expect(notices.map(({ kind }) => kind)).not.toContain('PASSED_ON');
    expect((await mailsOf('declineTakenBack')).map(({ to }) => to)).toEqual([user.email]);
    const other = (await second.get('/notices').expect(200)).body as NoticeView[];
    expect(other).toEqual([]);
    expect((await historyOf(owner, request.id)).map(({ what }) => what)).toContain('takenAgain');
    await undo(first, step.id).expect(404);
    // It can be declined again, and goes to the same organisation.
    await decline(first, step.id).expect(200);
    expect(await rowOf(second, request.id)).toHaveLength(1);
  });

  it('is refused once the next organisation has acted, after ten minutes, and for other callers', async () => {
    const { clients, request, step } = await offeredBy(2);
    const [first, second] = clients as [TestClient, TestClient];
    await decline(first, step.id).expect(200);
    await undo(second, step.id).expect(404);
    const next = (await stepsOf(request.id)).at(-1)?.id ?? 0;
    await writeMessage(second, next, 'Bonjour').expect(201);
    expect((await undo(first, step.id).expect(409)).body).toMatchObject({ code: 'UNDO_TOO_LATE' });
    await app.db.stepMessage.deleteMany({ where: { stepId: next } });
    await app.db.$executeRaw`ALTER TABLE history_events DISABLE TRIGGER USER`;
    const age = (seconds: number) =>
      app.db
        .$executeRaw`UPDATE history_events SET at = at - ${seconds} * interval '1 second' WHERE request_id = ${request.id}`;
    await age(601);
    expect((await undo(first, step.id).expect(409)).body).toMatchObject({ code: 'UNDO_TOO_LATE' });
    await app.db.$executeRaw`ALTER TABLE history_events ENABLE TRIGGER USER`;
  });

  it('reopens a request that was closed as a duplicate', async () => {
    const { clients, owner, user, request, step, agents } = await offeredBy(1);
    const [first] = clients as [TestClient];
    const other = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
    await app.make.aStep({ requestId: other.id, partnerId: agents[0]?.partnerId ?? 0 });
    await decline(first, step.id, { reason: 'DUPLICATE', duplicateOf: other.id }).expect(200);
    expect(await statusOf(owner, request.id)).toBe('DEMANDE_TRAITE');
    await undo(first, step.id).expect(200);
    expect(await statusOf(owner, request.id)).toBe('NOUVEAU');
    const stored = await app.db.supportRequest.findUniqueOrThrow({ where: { id: request.id } });
    expect(stored.observation).toBeNull();
    expect(await stepsOf(request.id)).toMatchObject([{ status: 'ASSIGNED', duplicateOfId: null }]);
  });
});
