import { randomUUID } from 'node:crypto';

import {
  endpoints,
  hasPermission,
  keyScopes,
  type Endpoint,
  type EndpointId,
  type HistoryItem,
  type MessageView,
  type ReceiptView,
  type RequestDocumentView,
  type RequestView,
  type WorklistRow,
} from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  addDocument,
  handIn,
  rateStep,
  samplePdf,
  saveStep,
  submitRequest,
  type TestClient,
  useTestApp,
  writeMessage,
} from '../../testing/index.ts';
import { allOf, partnerReadCalls, readAs } from '../../testing/partner-read-calls.ts';
import { testClient } from '../../testing/test-client.ts';
import { madeBefore } from '../../testing/use-test-app.ts';
import { actors, createFixture } from '../../testing/access/fixture.ts';
import { accessRows } from '../../testing/access/rows.ts';
import {
  requestAdministration,
  requestCopiesRepository,
  requestHold,
  reviewAttendance,
} from './index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });

/** A submitted request with three steps: in progress, processed and not started. Each has its own organisation. */
async function underWay() {
  const user = await app.make.aBeneficiary({
    lang: 'en',
    typeBeneficiaire: 'entreprise',
    headquarter: '5 rue de Fès',
  });
  const [agent, done, later] = [
    await app.make.anAgent({ lang: 'es' }),
    await app.make.anAgent(),
    await app.make.anAgent(),
  ];
  const request = await app.make.aRequest({
    beneficiaryId: user.id,
    status: 'ENTAME',
    submittedAt: new Date(),
  });
  const requestId = request.id;
  const step = await app.make.aStep({
    requestId,
    partnerId: agent.partnerId,
    status: 'IN_PROGRESS',
    percent: 20,
  });
  const processed = await app.make.aStep({
    requestId,
    partnerId: done.partnerId,
    status: 'PROCESSED',
    percent: 100,
  });
  await app.make.aStep({
    requestId,
    partnerId: later.partnerId,
    status: 'NOT_STARTED',
    assignedAt: null,
  });
  const [owner, partner] = [await app.as(user), await app.as(agent)];
  return { user, agent, done, later, request, step, processed, owner, partner };
}

const withdraw = (client: TestClient, id: number, body: object = { reason: 'SOLVED' }) =>
  client.post(`/requests/${String(id)}/withdraw`, body);
const stepsOf = async (requestId: number) =>
  (
    await app.db.processingStep.findMany({ where: { requestId }, orderBy: { position: 'asc' } })
  ).map(({ status }) => status);
const mailsAbout = async (numRequest: string) =>
  (await app.mails()).filter((mail) => mail.params.numRequest === numRequest);

describe('withdrawing a request', () => {
  it('closes the open steps, keeps the finished steps, and notifies the organisation with an active step', async () => {
    const { user, agent, done, later, request, step, owner, partner } = await underWay();
    const { body } = await withdraw(owner, request.id, {
      reason: 'OTHER',
      text: 'Une banque m’a répondu.',
    }).expect(200);
    expect(body).toMatchObject({
      status: { code: 'RETIREE' },
      observation: null,
      abilities: {
        canWithdrawRequest: false,
        canFollow: true,
        canReceipt: true,
        canEdit: false,
        canDelete: false,
        canSubmit: false,
      },
    });
    expect(await stepsOf(request.id)).toEqual(['REJECTED', 'PROCESSED', 'REJECTED']);

    const mails = await mailsAbout(request.numRequest);
    expect(mails.map(({ to, template }) => [to, template])).toEqual(
      expect.arrayContaining([
        [agent.email, 'requestWithdrawn'],
        [user.email, 'statusChanged'],
      ]),
    );
    expect(mails).toHaveLength(2);
    expect(mails.find(({ to }) => to === agent.email)).toMatchObject({
      lang: 'es',
      params: { reason: 'Otro motivo', text: 'Une banque m’a répondu.' },
    });
    const notices = await app.db.notice.findMany({ where: { requestId: request.id } });
    expect(notices).toMatchObject([{ userId: agent.id, kind: 'WITHDRAWN', stepId: step.id }]);
    for (const other of [done, later])
      expect(notices.some(({ userId }) => userId === other.id)).toBe(false);

    // The organisation still sees it, only among the closed requests.
    const listed = async (tab: string) =>
      (
        (
          await partner
            .post(`/journeyInstanceProcessingSteps/filter?tab=${tab}`, [
              { key: 'numRequest', operation: 'EQUALS', value: request.numRequest },
            ])
            .expect(200)
        ).body as { results: WorklistRow[] }
      ).results;
    for (const tab of ['todo', 'waiting', 'late']) expect(await listed(tab)).toEqual([]);
    expect(await listed('done')).toMatchObject([
      {
        status: { code: 'RETIREE' },
        ageDays: null,
        isLate: false,
        abilities: { canUpdate: false },
      },
    ]);
  });

  it('appears in the history and on the receipt', async () => {
    const { request, owner, partner } = await underWay();
    await withdraw(owner, request.id, { reason: 'TOO_LONG', text: 'Six mois' }).expect(200);
    for (const client of [owner, partner]) {
      const { items } = (await client.get(`/requests/${String(request.id)}/history`).expect(200))
        .body as { items: HistoryItem[] };
      expect(items).toMatchObject([
        { what: 'withdrawn', reason: 'TOO_LONG', observation: 'Six mois' },
        { what: 'closed', reason: null, observation: null },
        { what: 'closed' },
      ]);
    }
    const receipt = (await owner.get(`/requests/${String(request.id)}/receipt`).expect(200))
      .body as ReceiptView;
    expect(receipt).toMatchObject({
      status: { code: 'RETIREE' },
      withdrawnAt: expect.stringMatching(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/) as string,
      tasks: [],
      usualDelay: null,
    });
  });

  it('hides the documents and the person’s contact from its organisations', async () => {
    const { user, request, step, processed, done, owner, partner } = await underWay();
    const quote = await app.make.anItem('DOCUMENT');
    await app.db.stepDocument.create({ data: { stepId: step.id, documentItemId: quote.id } });
    await handIn(owner, step.id, 'devis.pdf').expect(201);
    await app.db.supportRequest.update({
      where: { id: request.id },
      data: { status: 'EN_COURS_DE_CREATION' },
    });
    const added = await addDocument(owner, request.id, 'BUSINESS_PLAN', 'plan.pdf').expect(201);
    await app.db.supportRequest.update({ where: { id: request.id }, data: { status: 'ENTAME' } });
    const ofStep = await app.db.stepDocument.findFirstOrThrow({
      where: { stepId: step.id },
      select: { file: { select: { key: true } } },
    });
    const files = [
      `/downloadFileRequest/${(added.body as RequestDocumentView).filename}`,
      `/downloadFileStep/${ofStep.file?.key ?? ''}`,
    ];
    const finished = await app.as(done);
    const foundBy = async (client: TestClient) => {
      const answer = await client
        .post('/journeyInstanceProcessingSteps/filter', [
          { key: 'search', operation: 'CONTAINS', value: user.email },
        ])
        .expect(200);
      return (answer.body as { totalElements: number }).totalElements;
    };
    expect(await foundBy(finished)).toBe(1);
    for (const at of files) await finished.get(at).expect(200);
    await withdraw(owner, request.id).expect(200);
    for (const at of files) {
      for (const client of [partner, finished]) await client.get(at).expect(404);
      await owner.get(at).expect(200);
    }
    const steps: [TestClient, number][] = [
      [partner, step.id],
      [finished, processed.id],
    ];
    for (const [client, id] of steps) {
      const seen = await client.get(`/requests/${String(request.id)}`).expect(200);
      expect(seen.body).toMatchObject({
        description: request.description,
        documents: [],
        filename: null,
        urlVideo: null,
        beneficiary: { email: null, phone: null, address: null },
      });
      const steps = await client
        .post('/journeyInstanceProcessingSteps/list', { requestId: request.id })
        .expect(200);
      expect(steps.text).not.toContain(ofStep.file?.key);
      const documents = await client
        .get(`/journeyInstanceProcessingSteps/documents/${String(id)}`)
        .expect(200);
      expect(documents.body).toMatchObject({ stepDocuments: [], requestDocuments: [] });
      const file = await client.get(`/processing/steps/${String(id)}/file`).expect(200);
      expect(file.body).toMatchObject({
        stepDocuments: [],
        step: { documents: [] },
        row: { beneficiary: { email: null } },
        person: { company: { headquarter: null } },
      });
      expect(await foundBy(client)).toBe(0);
    }
  });

  it('hides the request from an organisation that had not begun', async () => {
    const { request, later, owner, partner } = await underWay();
    const assigned = await app.make.anAgent();
    const waiting = await app.make.aStep({
      requestId: request.id,
      partnerId: assigned.partnerId,
      status: 'ASSIGNED',
    });
    const before = await app.as(assigned);
    const paths = [
      `/requests/${String(request.id)}`,
      `/requests/${String(request.id)}/history`,
      `/processing/step/${String(waiting.id)}/messages`,
      `/processing/steps/${String(waiting.id)}/file`,
      `/journeyInstanceProcessingSteps/documents/${String(waiting.id)}`,
    ];
    for (const at of paths) await before.get(at).expect(200);
    await withdraw(owner, request.id).expect(200);
    for (const client of [before, await app.as(later)])
      for (const at of paths) await client.get(at).expect(404);
    const { body } = await before.post('/journeyInstanceProcessingSteps/filter', []).expect(200);
    expect(body).toMatchObject({ totalElements: 0 });
    for (const at of paths.slice(0, 2)) await partner.get(at).expect(200);
    expect(await requestCopiesRepository(app.db).differing(5)).toEqual([]);
  });

  it('blocks an organisation’s access to message files; the messages remain readable', async () => {
    const { request, step, owner, partner } = await underWay();
    const at = `/processing/step/${String(step.id)}/messages`;
    const sent = await owner
      .post(`${at}/files`)
      .field('body', 'Voici mon plan')
      .field('clientKey', randomUUID())
      .attach('files', samplePdf, 'plan.pdf')
      .expect(201);
    const file = `/downloadFileMessage/${(sent.body as MessageView).attachments[0]?.filename ?? ''}`;
    for (const client of [owner, partner]) await client.get(file).expect(200);
    await withdraw(owner, request.id).expect(200);
    await partner.get(file).expect(404);
    await owner.get(file).expect(200);
    const { body } = await partner.get(at).expect(200);
    expect(body).toMatchObject({
      messages: [
        { body: 'Voici mon plan', attachments: [{ filename: null, originalName: 'plan.pdf' }] },
      ],
    });
  });

  it('refuses further updates, documents and messages, and allows ratings of finished steps', async () => {
    const { request, step, processed, owner, partner } = await underWay();
    const quote = await app.make.anItem('DOCUMENT');
    await app.db.stepDocument.create({ data: { stepId: step.id, documentItemId: quote.id } });
    await withdraw(owner, request.id).expect(200);
    const update = { processingStepId: step.id, status: 'IN_PROGRESS', percent: 40 };
    expect((await partner.post('/processing/step/update', update).expect(409)).body).toMatchObject({
      code: 'STEP_CLOSED',
    });
    await handIn(owner, step.id, 'a.pdf').expect(409);
    for (const client of [owner, partner])
      await writeMessage(client, step.id, 'Bonjour').expect(409);
    await rateStep(owner, processed.id, 5, 'Merci').expect(200);
    const waiting = await owner.post('/requests/filter', [
      { key: 'turn', operation: 'EQUALS', value: 'HAND_IN' },
    ]);
    expect(waiting.body).toEqual([]);
  });

  it('cannot be undone by its owner, an agent, the administrator or the housekeeping', async () => {
    const { request, step, owner } = await underWay();
    await withdraw(owner, request.id).expect(200);
    const admin = requestAdministration(app.deps);
    const service = await app.make.aService();
    const { id: partnerId } = await app.make.aPartner({ serviceItems: [service] });
    await expect(admin.sendBack(request.numRequest, 'x')).rejects.toThrow('STATE_CONFLICT');
    await expect(admin.rejectStep(step.id, null)).rejects.toThrow('STEP_CLOSED');
    await expect(admin.assignStep(request.numRequest, service.code, partnerId)).rejects.toThrow(
      'STATE_CONFLICT',
    );
    const hold = requestHold(app.deps);
    await expect(hold.hold(request.numRequest, null)).rejects.toThrow('STATE_CONFLICT');
    await expect(hold.resume(request.numRequest)).rejects.toThrow('STATE_CONFLICT');
    await submitRequest(owner, request.id).expect(409);
    await reviewAttendance(app.deps);
    expect((await admin.listUnrouted()).some(({ id }) => id === request.id)).toBe(false);
    const { body } = await owner.get(`/requests/${String(request.id)}`).expect(200);
    expect((body as RequestView).status.code).toBe('RETIREE');
  });

  it('closes a request filed by an organisation, and a later withdrawal of the agreement hides it', async () => {
    const { user, agent, request, owner, partner } = await underWay();
    const { id: importId } = await app.make.anImport(agent.partnerId, 'REQUESTS');
    await app.db.supportRequest.update({
      where: { id: request.id },
      data: { importId, agreement: 'GIVEN', beneficiaryId: user.id },
    });
    await withdraw(owner, request.id).expect(200);
    await owner.delete(`/requests/${String(request.id)}/agreement`).expect(200);
    await partner.get(`/requests/${String(request.id)}`).expect(404);
    const { body } = await owner.get(`/requests/${String(request.id)}`).expect(200);
    expect(body).toMatchObject({ status: { code: 'RETIREE' }, abilities: { canDelete: false } });
  });

  it.each([
    [{}, 'reason'],
    [{ reason: 'BORED' }, 'reason'],
    [{ reason: 'OTHER' }, 'text'],
    [{ reason: 'OTHER', text: '  ' }, 'text'],
    [{ reason: 'SOLVED', text: 'x'.repeat(1001) }, 'text'],
  ])('requires a reason: %o is refused at %s', async (body, path) => {
    const { request, owner } = await underWay();
    const answer = await withdraw(owner, request.id, body).expect(400);
    expect((answer.body as { errors: { path: string }[] }).errors.map((e) => e.path)).toEqual([
      path,
    ]);
    expect(await stepsOf(request.id)).toEqual(['IN_PROGRESS', 'PROCESSED', 'NOT_STARTED']);
  });
});

describe('simultaneous withdrawals', () => {
  it('count once for ten calls', async () => {
    const { request, owner } = await underWay();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => withdraw(owner, request.id)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const events = await app.db.historyEvent.findMany({
      where: { requestId: request.id, toStatus: 'RETIREE' },
    });
    expect(events).toHaveLength(1);
    expect(await mailsAbout(request.numRequest)).toHaveLength(2);
  });

  it('follow or refuse an agent’s simultaneous update, and never update a closed step', async () => {
    const seen = new Set<number>();
    for (let round = 0; round < 6; round += 1) {
      const { request, step, owner, partner } = await underWay();
      const update = () => saveStep(partner, step.id, 'IN_PROGRESS', 60, { version: 1 });
      const take = () => withdraw(owner, request.id);
      const [saved, taken] =
        round % 2 === 0
          ? await Promise.all([update(), take()])
          : (await Promise.all([take(), update()])).toReversed();
      expect(taken?.status).toBe(200);
      seen.add(saved?.status ?? 0);
      expect(saved?.status === 200 || saved?.status === 409).toBe(true);
      const after = await app.db.processingStep.findUniqueOrThrow({ where: { id: step.id } });
      expect(after).toMatchObject({
        status: 'REJECTED',
        percent: saved?.status === 200 ? 60 : 20,
        version: saved?.status === 200 ? 3 : 2,
      });
      const { status } = await app.db.supportRequest.findUniqueOrThrow({
        where: { id: request.id },
      });
      expect(status).toBe('RETIREE');
    }
    expect(seen.size).toBeGreaterThan(0);
  });

  it('are refused when the last step is finished first', async () => {
    const { request, step, owner, partner } = await underWay();
    await app.db.processingStep.deleteMany({
      where: { requestId: request.id, status: 'NOT_STARTED' },
    });
    await app.db.requestService.deleteMany({ where: { requestId: request.id } });
    await saveStep(partner, step.id, 'PROCESSED', 100).expect(200);
    const { body } = await withdraw(owner, request.id).expect(409);
    expect(body).toMatchObject({ code: 'STATE_CONFLICT' });
  });
});

const ofOneThing = /:stepId|\/requests\/:|downloadFile|step\/update|Steps\/(list|neighbours)/;
const callsOfOneThing = (Object.entries(endpoints) as [EndpointId, Endpoint][]).filter(
  ([, { path, permission }]) =>
    ofOneThing.test(path) && permission !== 'public' && hasPermission('PARTENAIRE', permission),
);

describe('a withdrawn request for an organisation that had not begun', () => {
  const withdrawn = madeBefore(async () => {
    const fx = await createFixture(app);
    const notice = { userId: fx.agentP.id, requestId: fx.submitted, stepId: fx.step };
    await app.db.notice.create({ data: { kind: 'NEW_STEP', ...notice } });
    await withdraw(fx.clients.A, fx.submitted).expect(200);
    const { numRequest } = await app.db.supportRequest.findUniqueOrThrow({
      where: { id: fx.submitted },
    });
    const { secret } = await app.make.aKey({ partnerId: fx.partnerP, scopes: [...keyScopes] });
    return { fx, numRequest, key: testClient(app.baseUrl, secret) };
  });

  it.each(callsOfOneThing)(
    'returns from %s the same response as for a foreign organisation',
    async (id, { keyScope }) => {
      const { fx, key } = withdrawn;
      const { call, statuses } = accessRows[id];
      const clients = [fx.clients.P, ...(keyScope === undefined ? [] : [key])];
      for (const client of clients)
        expect((await call(client, fx)).status).toBe(statuses[actors.indexOf('Q')]);
    },
  );

  it.each(partnerReadCalls())('is absent from %s', async (id, endpoint) => {
    const { fx, numRequest, key } = withdrawn;
    const clients = [fx.clients.P, ...(endpoint.keyScope === undefined ? [] : [key])];
    for (const client of clients) {
      const answer = await readAs(client, [id, endpoint], {
        requestId: fx.submitted,
        stepId: fx.step,
        requestFileKey: fx.requestFile,
        stepFileKey: fx.stepFile,
      });
      for (const name of [numRequest, fx.requestFile, fx.stepFile])
        expect(allOf(answer)).not.toContain(name);
    }
  });

  it('is not counted in the organisation’s statistics', async () => {
    const { fx } = withdrawn;
    const { body } = await fx.clients.P.get('/statistics?from=2026-01-01&to=2026-12-31').expect(
      200,
    );
    expect(body).toMatchObject({ received: 0 });
  });
});
