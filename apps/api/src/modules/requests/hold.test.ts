import type { HistoryItem, NoticeView, RequestView, StepView, WorklistRow } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  handIn,
  madeBefore,
  saveStep,
  type TestApp,
  useTestApp,
  writeMessage,
} from '../../testing/index.ts';
import { updateDeadlines, requestAdministration, requestHold } from './index.ts';

const app = useTestApp();
const holds = madeBefore(() => requestHold(app.deps));
const admin = madeBefore(() => requestAdministration(app.deps));

/** A request under way: a step in progress that awaits a quote, and a step that has not started. */
async function underWay() {
  const [user, agent, next] = [
    await app.make.aBeneficiary({ lang: 'en' }),
    await app.make.anAgent({ lang: 'es' }),
    await app.make.anAgent(),
  ];
  const quote = await app.make.anItem('DOCUMENT', { libelleFr: 'Devis' });
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
  const requestId = request.id;
  const step = await app.make.aStep({
    requestId,
    partnerId: agent.partnerId,
    titleItemId: request.services[0]?.itemId ?? 0,
  });
  const later = await app.make.aStep({
    requestId,
    partnerId: next.partnerId,
    status: 'NOT_STARTED',
    assignedAt: null,
  });
  const [owner, partner] = [await app.as(user), await app.as(agent)];
  const update = (body: object) => saveStep(partner, step.id, 'IN_PROGRESS', 10, body);
  await update({ documents: [quote.code] }).expect(200);
  const upload = () => handIn(owner, step.id, 'devis.pdf', quote.code);
  const view = async () =>
    (await owner.get(`/requests/${String(requestId)}`).expect(200)).body as RequestView;
  return { user, agent, next, owner, partner, request, step, later, update, upload, view };
}

const notices = async (client: { get: TestApp['anonymous']['get'] }) =>
  ((await client.get('/notices').expect(200)).body as NoticeView[]).map(({ kind, target }) => [
    kind,
    target,
  ]);
const mailsTo = async (email: string) => (await app.mails()).filter((mail) => mail.to === email);

describe('a request on hold', () => {
  it('shows the reason, and notifies its owner and the active organisation', async () => {
    const { user, agent, next, owner, partner, request, view } = await underWay();
    await holds.hold(request.numRequest, 'Plan en révision');
    expect(await view()).toMatchObject({
      status: { code: 'EN_ATTENTE' },
      observation: 'Plan en révision',
      abilities: { canFollow: false, canReceipt: true, canEdit: false },
    });
    expect((await mailsTo(user.email)).at(-1)).toMatchObject({
      template: 'statusChanged',
      lang: 'en',
      params: { observation: 'Plan en révision', page: 'request' },
    });
    expect((await mailsTo(agent.email)).at(-1)).toMatchObject({
      template: 'processingHeld',
      lang: 'es',
      params: { reason: 'Plan en révision', numRequest: request.numRequest },
    });
    // The organisation's step has not started, so it cannot see the request.
    expect(await mailsTo(next.email)).toEqual([]);
    expect((await notices(owner))[0]).toEqual(['STATUS', 'REQUEST']);
    expect((await notices(partner))[0]).toEqual(['HELD', 'WORKLIST']);
    const history = await owner.get(`/requests/${String(request.id)}/history`).expect(200);
    expect((history.body as { items: HistoryItem[] }).items.at(-1)).toMatchObject({
      what: 'status',
      status: { code: 'EN_ATTENTE' },
      observation: 'Plan en révision',
    });
  });

  it('refuses progress and documents, but allows messages and reading', async () => {
    const { owner, partner, request, step, update, upload } = await underWay();
    await holds.hold(request.numRequest, null);
    const before = await app.db.processingStep.findUniqueOrThrow({ where: { id: step.id } });
    expect((await update({ percent: 50 }).expect(409)).body).toMatchObject({
      code: 'REQUEST_ON_HOLD',
    });
    expect((await upload().expect(409)).body).toMatchObject({ code: 'REQUEST_ON_HOLD' });
    expect(await app.db.processingStep.findUniqueOrThrow({ where: { id: step.id } })).toEqual(
      before,
    );
    const steps = await owner
      .post('/journeyInstanceProcessingSteps/list', {
        requestId: request.id,
        pageNumber: 0,
        pageSize: 200,
      })
      .expect(200);
    const [list] = (steps.body as { results: { journeyInstanceProcessingSteps: StepView[] }[] })
      .results;
    expect(list?.journeyInstanceProcessingSteps[0]).toMatchObject({
      abilities: { canUpload: false, canMessage: true },
    });
    await writeMessage(owner, step.id, 'Jusqu’à quand ?').expect(201);
    await partner.get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`).expect(200);
  });

  it('is waiting in the worklist, is not late, and cannot be updated', async () => {
    const { partner, request, step } = await underWay();
    await app.db.stepDocument.deleteMany({ where: { stepId: step.id } });
    await app.db.processingStep.update({
      where: { id: step.id },
      data: { assignedAt: new Date(Date.now() - 100 * 86_400_000) },
    });
    await updateDeadlines(app.db, [request.id], new Date());
    const tab = async (name: string) =>
      (
        (await partner.post(`/journeyInstanceProcessingSteps/filter?tab=${name}`, []).expect(200))
          .body as { results: WorklistRow[] }
      ).results;
    expect(await tab('late')).toHaveLength(1);
    await holds.hold(request.numRequest, null);
    expect(await tab('late')).toEqual([]);
    expect(await tab('todo')).toEqual([]);
    expect(await tab('waiting')).toMatchObject([
      { isLate: false, abilities: { canUpdate: false, canFollow: true } },
    ]);
    const counts = await partner.post('/journeyInstanceProcessingSteps/counts', []).expect(200);
    expect(counts.body).toMatchObject({ todo: 0, waiting: 1, late: 0 });
  });

  it('assigns no step until it resumes; then its status matches its steps', async () => {
    const { user, agent, next, partner, request, step, later, view } = await underWay();
    await holds.hold(request.numRequest, 'Plan en révision');
    await admin.rejectStep(step.id, 'hors périmètre');
    expect(await view()).toMatchObject({ status: { code: 'EN_ATTENTE' } });
    const statusOf = async (id: number) =>
      (await app.db.processingStep.findUniqueOrThrow({ where: { id } })).status;
    expect(await statusOf(later.id)).toBe('NOT_STARTED');
    expect(await mailsTo(next.email)).toEqual([]);

    await holds.resume(request.numRequest);
    expect(await view()).toMatchObject({ status: { code: 'NOUVEAU' }, observation: null });
    expect(await statusOf(later.id)).toBe('ASSIGNED');
    expect(await mailsTo(next.email)).toMatchObject([{ template: 'stepAssigned' }]);
    expect((await mailsTo(user.email)).at(-1)).toMatchObject({ template: 'statusChanged' });
    // Its step was rejected meanwhile, so the organisation has no work to resume.
    expect((await mailsTo(agent.email)).at(-1)).toMatchObject({ template: 'processingHeld' });
    expect((await notices(partner)).map(([kind]) => kind)).not.toContain('RESUMED');
  });

  it('notifies the active organisation when it resumes, and opens everything again', async () => {
    const { agent, partner, owner, request, step, update, upload, view } = await underWay();
    await holds.hold(request.numRequest, null);
    await holds.resume(request.numRequest);
    expect(await view()).toMatchObject({
      status: { code: 'ENTAME' },
      abilities: { canFollow: true },
    });
    expect((await mailsTo(agent.email)).at(-1)).toMatchObject({
      template: 'processingResumed',
      params: { stepId: step.id },
    });
    expect((await notices(partner))[0]).toEqual(['RESUMED', 'WORKLIST']);
    expect((await notices(owner))[0]).toEqual(['STATUS', 'FOLLOW_UP']);
    await upload().expect(201);
    await update({ percent: 50 }).expect(200);
    expect(
      await app.db.historyEvent.findMany({
        where: { requestId: request.id, actorRole: 'ADMINISTRATEUR' },
        orderBy: { id: 'asc' },
      }),
    ).toMatchObject([
      { kind: 'STATUS', fromStatus: 'ENTAME', toStatus: 'EN_ATTENTE', detail: null },
      { kind: 'STATUS', fromStatus: 'EN_ATTENTE', toStatus: 'ENTAME' },
    ]);
  });

  it('cannot be started or ended in an unsuitable state', async () => {
    const { request } = await underWay();
    await expect(holds.resume(request.numRequest)).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    await expect(holds.hold('1900-000001', null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const status of [
      'EN_COURS_DE_CREATION',
      'A_REFOURMULER',
      'DEMANDE_TRAITE',
      'EN_ATTENTE',
    ] as const) {
      const { numRequest } = await app.make.aRequest({ status });
      await expect(holds.hold(numRequest, null)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    }
    await holds.hold(request.numRequest, null);
    const service = await app.make.aService();
    const { partnerId } = await app.make.anAgent();
    await expect(
      admin.assignStep(request.numRequest, service.code, partnerId),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });
});
