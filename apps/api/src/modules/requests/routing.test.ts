import type { RequestView, SubmissionPreview } from '@wasl/contracts';
import { beforeEach, describe, expect, it } from 'vitest';

import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import {
  createTestApp,
  madeBefore,
  saveStep,
  submitRequest,
  testPassword,
  useTestApp,
} from '../../testing/index.ts';
import { requestAdministration, requestHold, reviewAttendance } from './index.ts';

const administration = 'administration@example.org';

const app = useTestApp({ env: { ADMIN_EMAIL: administration } });
const admin = madeBefore(() => requestAdministration(app.deps));
beforeEach(() => app.db.outboxMail.deleteMany());

const anOrganisation = (over: Parameters<typeof app.make.aPartner>[0] = {}) =>
  app.make.aPartner({ isAttended: false, ...over });
const stepsOf = (requestId: number) =>
  app.db.processingStep.findMany({ where: { requestId }, orderBy: { position: 'asc' } });
const mailsTo = async (email: string) => (await app.mails()).filter(({ to }) => to === email);
const statusOf = async (id: number) =>
  requestStatusOf((await app.db.supportRequest.findUniqueOrThrow({ where: { id } })).status);
const close = (id: string) =>
  app.db.user.update({ where: { id }, data: { disabledAt: new Date() } });

async function aSubmitted(
  over: Parameters<typeof app.make.aRequest>[0],
  areaId: number | null = null,
) {
  const user = await app.make.aBeneficiary({ areaId });
  const request = await app.make.aRequest({ beneficiaryId: user.id, ...over });
  const client = await app.as(user);
  const preview = await client
    .get(`/requests/${String(request.id)}/submission`)
    .then((answer) => answer.body as SubmissionPreview);
  const answer = await submitRequest(client, request.id).expect(200);
  return { user, client, request, preview, status: (answer.body as RequestView).status.code };
}

/** A journey of three ordered tasks, one for each organisation. */
async function aJourneyOf(partners: readonly { id: number }[]) {
  const titles = await Promise.all(partners.map(() => app.make.aService()));
  const journey = await app.make.aJourney({
    taskDefs: {
      create: partners.map(({ id: partnerId }, position) => ({
        partnerId,
        position,
        titleItemId: titles[position]?.id ?? 0,
      })),
    },
  });
  return { journey, titles };
}

describe('a service of an organisation', () => {
  it.each<[string, object | null]>([
    ['without agents', null],
    ['whose agent awaits approval', { approvedAt: null }],
    ['whose agent has not confirmed the address', { emailConfirmedAt: null }],
    ['whose agent was removed', { disabledAt: new Date() }],
  ])('%s is not assigned, and the administrator gets a mail', async (_, agent) => {
    const service = await app.make.aService();
    const { id: partnerId, title } = await anOrganisation({ serviceItems: [service] });
    if (agent !== null) await app.make.anAgent({ partnerId, ...agent });
    const { request, preview, status } = await aSubmitted({ serviceItems: [service] });
    expect(status).toBe('EN COURS DE QUALIFICATION');
    expect(preview.tasks).toMatchObject([{ organisation: null }]);
    expect(await stepsOf(request.id)).toEqual([]);
    expect(await mailsTo(administration)).toMatchObject([
      { template: 'requestsUnrouted', params: { count: 1, requests: [request.numRequest] } },
    ]);
    expect(app.logLines.some((line) => line.includes(request.numRequest))).toBe(true);
    expect(
      (await admin.listUnrouted()).find(({ numRequest }) => numRequest === request.numRequest),
    ).toMatchObject({
      services: [
        {
          item: { code: service.code },
          stepId: null,
          reason: 'unattended',
          organisations: [{ id: partnerId, title }],
        },
      ],
    });
  });

  it('is assigned to another organisation with an active agent, whatever the preference', async () => {
    const [service, area] = [await app.make.aService(), await app.make.anItem('SECTEUR_ACTIVITE')];
    const unattended = await anOrganisation({ serviceItems: [service] });
    const busy = await app.make.aPartner({ serviceItems: [service] });
    await app.db.partnerArea.create({ data: { partnerId: unattended.id, itemId: area.id } });
    await app.make.aStep({ partnerId: busy.id });
    const { request, status } = await aSubmitted({ serviceItems: [service] }, area.id);
    expect(status).toBe('NOUVEAU');
    expect(await stepsOf(request.id)).toMatchObject([{ partnerId: busy.id }]);
    expect(await mailsTo(administration)).toEqual([]);
  });

  it('is reported as not offered, or with the organisations that offer it now', async () => {
    const [orphan, later] = [await app.make.aService(), await app.make.aService()];
    const { request } = await aSubmitted({ serviceItems: [orphan, later] });
    const partner = await app.make.aPartner({ serviceItems: [later] });
    const found = (await admin.listUnrouted()).find(({ id }) => id === request.id);
    expect(found?.services).toMatchObject([
      { item: { code: orphan.code }, reason: 'notOffered', organisations: [] },
      { item: { code: later.code }, reason: 'offered', organisations: [{ id: partner.id }] },
    ]);
  });

  it('cannot be assigned to an organisation without agents', async () => {
    const service = await app.make.aService();
    const { request } = await aSubmitted({ serviceItems: [service] });
    const unattended = await anOrganisation();
    await expect(
      admin.assignStep(request.numRequest, service.code, unattended.id),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { fields: [{ path: 'partner', key: 'unattended' }] },
    });
  });
});

describe('a journey with an organisation without agents', () => {
  it('awaits qualification; its step keeps its position, and continues once an agent is active', async () => {
    const [first, second, third] = [
      await anOrganisation(),
      await app.make.aPartner(),
      await anOrganisation(),
    ];
    const { journey, titles } = await aJourneyOf([first, second, third]);
    const { request, preview, status } = await aSubmitted({ journeyDefId: journey.id });
    expect(status).toBe('EN COURS DE QUALIFICATION');
    expect(preview.tasks.map(({ organisation }) => organisation)).toEqual([
      null,
      second.title,
      null,
    ]);
    const statuses = async () => (await stepsOf(request.id)).map((step) => step.status);
    expect(await statuses()).toEqual(['NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED']);
    expect((await mailsTo(administration)).map(({ template }) => template)).toEqual([
      'requestsUnrouted',
    ]);
    const unrouted = async () =>
      (await admin.listUnrouted())
        .find(({ id }) => id === request.id)
        ?.services.map(({ item, reason, organisations }) => [
          item.code,
          reason,
          organisations.map(({ id }) => id),
        ]);
    expect(await unrouted()).toEqual([
      [titles[0]?.code, 'unattended', [first.id]],
      [titles[2]?.code, 'unattended', [third.id]],
    ]);

    const agent = await app.make.anAgent({ partnerId: first.id });
    await reviewAttendance(app.deps);
    // The third organisation is still unattended: the request is in progress and still waits for qualification.
    expect(await statuses()).toEqual(['ASSIGNED', 'NOT_STARTED', 'NOT_STARTED']);
    expect(await statusOf(request.id)).toBe('EN COURS DE QUALIFICATION');
    expect(await mailsTo(agent.email)).toMatchObject([{ template: 'stepAssigned' }]);
    expect(await unrouted()).toEqual([[titles[2]?.code, 'unattended', [third.id]]]);

    const other = await app.make.anAgent();
    await admin.assignStep(request.numRequest, titles[2]?.code ?? '', other.partnerId);
    expect(await stepsOf(request.id)).toMatchObject([
      { partnerId: first.id, status: 'ASSIGNED' },
      { partnerId: second.id, status: 'NOT_STARTED' },
      {
        partnerId: other.partnerId,
        status: 'NOT_STARTED',
        position: 2,
        taskDefId: journey.taskDefs[2]?.id,
      },
    ]);
    // The step has not started: the agent gets a mail when it does.
    expect(await mailsTo(other.email)).toEqual([]);
    expect(await statusOf(request.id)).toBe('NOUVEAU');
    expect(await unrouted()).toBeUndefined();
  });

  it('does not assign a step of an organisation without agents', async () => {
    const [first, second] = [await app.make.anAgent(), await anOrganisation()];
    const { journey } = await aJourneyOf([{ id: first.partnerId }, second]);
    const { request } = await aSubmitted({ journeyDefId: journey.id });
    const [begun] = await stepsOf(request.id);
    await saveStep(await app.as(first), begun?.id, 'PROCESSED', 100).expect(200);
    expect((await stepsOf(request.id)).map((step) => step.status)).toEqual([
      'PROCESSED',
      'NOT_STARTED',
    ]);
    // The owner can follow the progress, and the administrator's list shows the missing service.
    expect(await statusOf(request.id)).toBe('ENTAME');
    expect((await admin.listUnrouted()).map(({ id }) => id)).toContain(request.id);
  });
});

describe('an organisation whose last agent leaves after the routing', () => {
  async function routed() {
    const service = await app.make.aService();
    const partner = await anOrganisation({ serviceItems: [service] });
    const [agent, colleague] = [
      await app.make.anAgent({ partnerId: partner.id }),
      await app.make.anAgent({ partnerId: partner.id }),
    ];
    const [waiting, begun, suspended] = [
      await aSubmitted({ serviceItems: [service] }),
      await aSubmitted({ serviceItems: [service] }),
      await aSubmitted({ serviceItems: [service] }),
    ];
    const [step] = await stepsOf(begun.request.id);
    await saveStep(await app.as(agent), step?.id, 'IN_PROGRESS', 20).expect(200);
    await requestHold(app.deps).hold(suspended.request.numRequest, null);
    // Handles the attendance changes of earlier tests first.
    await reviewAttendance(app.deps);
    await app.db.outboxMail.deleteMany();
    return { service, partner, agent, colleague, waiting, begun, suspended };
  }

  it('passes its requests to the administrator, who gets one mail', async () => {
    const { partner, agent, colleague, waiting, begun, suspended } = await routed();
    await close(agent.id);
    await reviewAttendance(app.deps);
    expect(await statusOf(waiting.request.id)).toBe('NOUVEAU');

    await close(colleague.id);
    await reviewAttendance(app.deps);
    await reviewAttendance(app.deps);
    expect(await statusOf(waiting.request.id)).toBe('EN COURS DE QUALIFICATION');
    expect(await statusOf(begun.request.id)).toBe('ENTAME');
    expect(await statusOf(suspended.request.id)).toBe('EN_ATTENTE');
    expect(await mailsTo(administration)).toMatchObject([
      {
        template: 'organisationUnattended',
        params: {
          partnerId: partner.id,
          organisation: partner.title,
          count: 2,
          requests: [waiting.request.numRequest, begun.request.numRequest],
        },
      },
    ]);
    expect(await mailsTo(waiting.user.email)).toMatchObject([{ template: 'statusChanged' }]);
    const listed = (await admin.listUnrouted()).filter(({ services }) =>
      services.some(({ organisations }) => organisations.some(({ id }) => id === partner.id)),
    );
    expect(listed.map(({ numRequest }) => numRequest)).toEqual(
      [waiting, begun, suspended].map(({ request }) => request.numRequest),
    );
    expect(
      await app.db.historyEvent.findMany({
        where: { requestId: waiting.request.id, actorRole: 'SYSTEME' },
      }),
    ).toMatchObject([
      { kind: 'STATUS', fromStatus: 'NOUVEAU', toStatus: 'EN COURS DE QUALIFICATION' },
    ]);
  });

  it('gets the requests back with its next agent, and is reported again when that agent leaves', async () => {
    const { partner, agent, colleague, waiting } = await routed();
    await close(agent.id);
    await close(colleague.id);
    await reviewAttendance(app.deps);
    const next = await app.make.anAgent({ partnerId: partner.id });
    await reviewAttendance(app.deps);
    expect(await statusOf(waiting.request.id)).toBe('NOUVEAU');
    await close(next.id);
    await reviewAttendance(app.deps);
    expect(await mailsTo(administration)).toHaveLength(2);
  });

  it('gets the requests back when an approved agent confirms the address', async () => {
    const { partner, agent, colleague, waiting } = await routed();
    await close(agent.id);
    await close(colleague.id);
    await reviewAttendance(app.deps);
    expect(await statusOf(waiting.request.id)).toBe('EN COURS DE QUALIFICATION');
    const next = await app.make.anAgent({ partnerId: partner.id, emailConfirmedAt: null });
    const token = await accountTokensRepository(app.db).issue('EMAIL_CONFIRMATION', next.id, {
      now: new Date(),
      seconds: 60,
    });
    await app.anonymous
      .post(`/email/confirm/${token}/password`, { password: testPassword })
      .expect(200);
    await expect.poll(() => statusOf(waiting.request.id), { timeout: 60_000 }).toBe('NOUVEAU');
  });

  it('loses a step to the administrator’s choice: the step is deleted, or closed after begun work', async () => {
    const { service, agent, colleague, waiting, begun } = await routed();
    await close(agent.id);
    await close(colleague.id);
    await reviewAttendance(app.deps);
    const other = await app.make.anAgent();
    for (const { request } of [waiting, begun])
      await admin.assignStep(request.numRequest, service.code, other.partnerId);
    expect(await stepsOf(waiting.request.id)).toMatchObject([
      { position: 0, partnerId: other.partnerId, status: 'ASSIGNED', titleItemId: service.id },
    ]);
    expect(await statusOf(waiting.request.id)).toBe('NOUVEAU');
    expect(await stepsOf(begun.request.id)).toMatchObject([
      { position: 0, partnerId: agent.partnerId, status: 'REJECTED', percent: 20 },
      { position: 1, partnerId: other.partnerId, status: 'ASSIGNED' },
    ]);
    expect(await mailsTo(other.email)).toMatchObject([
      { template: 'stepAssigned' },
      { template: 'stepAssigned' },
    ]);
    await expect(
      admin.assignStep(waiting.request.numRequest, service.code, other.partnerId),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  it('is replaced in the middle of a journey, before the following task', async () => {
    const [first, last] = [await app.make.anAgent(), await app.make.anAgent()];
    const { journey, titles } = await aJourneyOf([{ id: first.partnerId }, { id: last.partnerId }]);
    const { request } = await aSubmitted({ journeyDefId: journey.id });
    const [begun] = await stepsOf(request.id);
    await saveStep(await app.as(first), begun?.id, 'IN_PROGRESS', 40).expect(200);
    await close(first.id);
    const other = await app.make.anAgent();
    await admin.assignStep(request.numRequest, titles[0]?.code ?? '', other.partnerId);
    expect(
      (await stepsOf(request.id)).map(({ position, partnerId, status }) => [
        position,
        partnerId,
        status,
      ]),
    ).toEqual([
      [0, first.partnerId, 'REJECTED'],
      [1, other.partnerId, 'ASSIGNED'],
      [2, last.partnerId, 'NOT_STARTED'],
    ]);
  });
});

it('is logged without a mail when ADMIN_EMAIL is absent', async () => {
  const quiet = await createTestApp();
  try {
    const user = await quiet.make.aBeneficiary();
    const request = await quiet.make.aRequest({ beneficiaryId: user.id });
    await (
      await quiet.as(user)
    )
      .put('/requests/observationAndStatus', { idRequest: request.id, newStatus: 'NOUVEAU' })
      .expect(200);
    expect((await quiet.mails()).map(({ template }) => template)).toEqual(['requestReceived']);
    const line = quiet.logLines.find((one) => one.includes(request.numRequest));
    expect(line).toContain('request.unrouted');
  } finally {
    await quiet.close();
  }
});
