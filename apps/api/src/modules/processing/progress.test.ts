import { randomUUID } from 'node:crypto';

import type { StepView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { aJourneyUnderWay, saveStep, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

const mailsAbout = async (numRequest: string) =>
  (await app.mails()).filter((mail) => mail.params.numRequest === numRequest);
const historyOf = (requestId: number) =>
  app.db.historyEvent.findMany({ where: { requestId }, orderBy: { id: 'asc' } });

describe('progress of a step', () => {
  it('begins the step: start date, request status and percent, history, mail', async () => {
    const { agent, user, request, first, update, read } = await aJourneyUnderWay(app);
    const answer = await update({
      status: { code: 'IN_PROGRESS', libelle: 'x' },
      percent: 50,
      partnerFeedback: 'Dossier reçu',
    }).expect(200);
    expect(answer.body).toMatchObject({
      id: first.id,
      status: { code: 'IN_PROGRESS' },
      percent: 50,
      partnerFeedback: null,
    });
    expect((answer.body as StepView).processingStartDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(
      await app.db.processingStep.findUniqueOrThrow({ where: { id: first.id } }),
    ).toMatchObject({ processedAt: null, closedFromStatus: null, closedFromPercent: null });
    expect(await read()).toMatchObject({
      status: 'ENTAME',
      percent: 25,
      steps: [{ partnerFeedback: 'Dossier reçu' }, { status: 'NOT_STARTED' }],
    });
    expect(await historyOf(request.id)).toMatchObject([
      { kind: 'OWNER', stepId: first.id, fromOwnerId: null, toOwnerId: agent.id },
      {
        kind: 'STEP_STATUS',
        stepId: first.id,
        fromStatus: 'ASSIGNED',
        toStatus: 'IN_PROGRESS',
        percent: 50,
        actorId: agent.id,
        actorRole: 'PARTENAIRE',
      },
      { kind: 'STATUS', stepId: null, fromStatus: 'NOUVEAU', toStatus: 'ENTAME', percent: 25 },
    ]);
    expect(await mailsAbout(request.numRequest)).toMatchObject([
      { to: user.email, lang: 'es', template: 'statusChanged' },
    ]);
  });

  it('keeps the first start date, and keeps the feedback when none is sent', async () => {
    const { update, read } = await aJourneyUnderWay(app);
    await update({ status: 'IN_PROGRESS', percent: 5, partnerFeedback: 'Premier avis' }).expect(
      200,
    );
    const began = (await read()).steps[0]?.processingStartDate;
    await update({ status: 'BLOCKED', percent: 5 }).expect(200);
    expect(await read()).toMatchObject({
      status: 'ENTAME',
      steps: [
        { status: 'BLOCKED', partnerFeedback: 'Premier avis', processingStartDate: began },
        {},
      ],
    });
  });

  it('writes and sends nothing without a change, with or without a version', async () => {
    const { request, update, read } = await aJourneyUnderWay(app);
    const same = { status: 'IN_PROGRESS', percent: 20, partnerFeedback: 'Vu' };
    await update(same).expect(200);
    const before = await read();
    const version = before.steps[0]?.version;
    const [history, mails] = [await historyOf(request.id), await mailsAbout(request.numRequest)];
    const noticesOf = () => app.db.notice.findMany({ where: { requestId: request.id } });
    // The person has read the notice, so a second notice would be unread.
    await app.db.notice.updateMany({
      where: { requestId: request.id },
      data: { readAt: new Date() },
    });
    const notices = await noticesOf();
    expect(notices).not.toEqual([]);
    await update(same).expect(200);
    await update({ ...same, version }).expect(200);
    await update({ status: 'IN_PROGRESS', percent: 20 }).expect(200);
    expect(await read()).toEqual(before);
    expect(await historyOf(request.id)).toEqual(history);
    expect(await mailsAbout(request.numRequest)).toEqual(mails);
    expect(await noticesOf()).toEqual(notices);
  });

  it('keeps the feedback when the new feedback is absent or empty', async () => {
    const { update, read } = await aJourneyUnderWay(app);
    const send = async (partnerFeedback: string | null) => {
      await update({ status: 'IN_PROGRESS', percent: 5, partnerFeedback }).expect(200);
      return (await read()).steps[0]?.partnerFeedback;
    };
    expect(await send('Premier avis')).toBe('Premier avis');
    expect(await send(null)).toBe('Premier avis');
    expect(await send('  ')).toBe('Premier avis');
    expect(await send('Second avis')).toBe('Second avis');
    expect(await send('')).toBe('Second avis');
  });

  it('at 100 is PROCESSED whatever status is sent, and assigns the next organisation’s step', async () => {
    const { next, request, second, update, read } = await aJourneyUnderWay(app);
    const answer = await update({ status: 'IN_PROGRESS', percent: 100 }).expect(200);
    expect(answer.body).toMatchObject({ status: { code: 'PROCESSED' }, percent: 100 });
    expect(await read()).toMatchObject({
      status: 'ENTAME',
      percent: 50,
      steps: [{ status: 'PROCESSED' }, { id: second.id, status: 'ASSIGNED' }],
    });
    expect(
      (await mailsAbout(request.numRequest)).filter((mail) => mail.template === 'stepAssigned'),
    ).toMatchObject([{ to: next.email }]);
    expect((await historyOf(request.id)).map((event) => event.kind)).toEqual([
      'OWNER',
      'STEP_STATUS',
      'STEP_ASSIGNED',
      'STATUS',
    ]);
    const other = await app.as(next);
    await saveStep(other, second.id, 'PROCESSED', 100).expect(200);
    expect(await read()).toMatchObject({ status: 'DEMANDE_TRAITE', percent: 100 });
    expect((await mailsAbout(request.numRequest)).at(-1)).toMatchObject({
      template: 'requestHandled',
    });
  });

  it('requests documents: expected without a url, not duplicated, with a notification to the beneficiary', async () => {
    const { agent, user, request, first, update } = await aJourneyUnderWay(app);
    const rib = await app.make.anItem('DOCUMENT', {
      code: 'RIB',
      libelleFr: 'RIB',
      libelleEs: 'Certificado bancario',
    });
    const own = await app.make.anItem('DOCUMENT', {
      partnerId: agent.partnerId,
      libelleFr: 'Notre fiche',
    });
    const answer = await update({
      status: 'IN_PROGRESS',
      percent: 10,
      documents: [rib.code, { code: own.code, libelle: 'x' }, rib.code],
    }).expect(200);
    expect((answer.body as StepView).documents).toEqual([
      { document: { code: 'RIB', libelle: 'RIB' }, url: null, state: null },
      { document: { code: own.code, libelle: 'Notre fiche' }, url: null, state: null },
    ]);
    await update({ status: 'IN_PROGRESS', percent: 15, documents: [rib.code, own.code] }).expect(
      200,
    );
    expect(await app.db.stepDocument.count({ where: { stepId: first.id } })).toBe(2);
    const sent = (await mailsAbout(request.numRequest)).filter(
      (mail) => mail.template === 'documentsExpected',
    );
    expect(sent).toMatchObject([
      { to: user.email, params: { documents: ['Certificado bancario', 'Notre fiche'] } },
    ]);
    expect(
      (await historyOf(request.id))
        .filter((event) => event.kind === 'DOCUMENT_REQUESTED')
        .map((event) => event.detail),
    ).toEqual(['RIB', own.code]);
    expect(
      await app.db.notice.findMany({
        where: { stepId: first.id, userId: user.id },
        orderBy: { id: 'asc' },
        select: { kind: true, requestId: true, params: true },
      }),
    ).toEqual([
      {
        kind: 'DOCUMENTS_ASKED',
        requestId: request.id,
        params: { documents: ['RIB', own.code], partnerId: expect.any(Number) as unknown },
      },
      {
        kind: 'PROGRESS',
        requestId: request.id,
        params: { status: 'IN_PROGRESS', percent: 15 },
      },
    ]);
  });

  it('requests an uploaded document once more', async () => {
    const { first, update } = await aJourneyUnderWay(app);
    const { code } = await app.make.anItem('DOCUMENT');
    const asked = { status: 'IN_PROGRESS', percent: 10, documents: [code] };
    await update(asked).expect(200);
    const { id: fileId } = await app.db.storedFile.create({
      data: {
        key: randomUUID(),
        originalName: 'rib.pdf',
        mimeType: 'application/pdf',
        size: 3,
        sha256: 'x',
      },
    });
    await app.db.stepDocument.updateMany({ where: { stepId: first.id }, data: { fileId } });
    const answer = await update({ ...asked, percent: 15 }).expect(200);
    expect((answer.body as StepView).documents).toMatchObject([
      { document: { code }, url: expect.any(String) as string },
      { document: { code }, url: null },
    ]);
  });

  it('rejects unknown, inactive and foreign document types, and changes nothing', async () => {
    const { first, update, read } = await aJourneyUnderWay(app);
    const foreign = await app.make.anItem('DOCUMENT', {
      partnerId: (await app.make.aPartner()).id,
    });
    const inactive = await app.make.anItem('DOCUMENT', { active: false });
    const service = await app.make.aService();
    const answer = await update({
      status: 'IN_PROGRESS',
      percent: 10,
      documents: ['NOPE', foreign.code, inactive.code, service.code],
    }).expect(400);
    expect(
      (answer.body as { errors: { path: string }[] }).errors.map((error) => error.path),
    ).toEqual(['documents.0', 'documents.1', 'documents.2', 'documents.3']);
    expect((await read()).steps[0]).toMatchObject({
      id: first.id,
      status: 'ASSIGNED',
      documents: [],
    });
  });

  it('records the session’s person as author, and ignores modifiedBy and any other member', async () => {
    const { agent, next, user, request, first, update, read } = await aJourneyUnderWay(app);
    await update({
      status: 'IN_PROGRESS',
      percent: 5,
      modifiedBy: user.email,
      partnerId: next.partnerId,
      idPartner: next.partnerId,
      position: 9,
      beneficiaryRating: 5,
      beneficiaryFeedback: 'x',
      requestId: 1,
      request: { status: 'DEMANDE_TRAITE' },
    }).expect(200);
    expect((await historyOf(request.id)).map((event) => event.actorId)).toEqual([
      agent.id,
      agent.id,
      agent.id,
    ]);
    expect((await read()).steps[0]).toMatchObject({
      id: first.id,
      partnerId: agent.partnerId,
      position: 0,
    });
    expect(await app.db.rating.count({ where: { stepId: first.id } })).toBe(0);
  });

  it('returns 404 for a step of another organisation', async () => {
    const { second, update } = await aJourneyUnderWay(app);
    expect(
      (await update({ status: 'IN_PROGRESS', percent: 5 }, second.id).expect(404)).body,
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused for a step that has not started', async () => {
    const { next, second } = await aJourneyUnderWay(app);
    const client = await app.as(next);
    const answer = await saveStep(client, second.id, 'IN_PROGRESS', 5).expect(409);
    expect(answer.body).toMatchObject({ code: 'STATE_CONFLICT' });
  });

  let untouched: ReturnType<typeof aJourneyUnderWay> | undefined;
  it.each<[string, object]>([
    ['percent 101', { percent: 101 }],
    ['percent -5', { percent: -5 }],
    ['percent 7', { percent: 7 }],
    ['percent text', { percent: '50' }],
    ['percent NaN', { percent: null }],
    ['percent 1e308', { percent: 1e308 }],
    ['PROCESSED below 100', { status: 'PROCESSED', percent: 95 }],
    ['status ASSIGNED', { status: 'ASSIGNED' }],
    ['status REJECTED', { status: 'REJECTED' }],
    ['status NOT_STARTED', { status: 'NOT_STARTED' }],
    ['status object', { status: { not: 'x' } }],
    ['no status', { status: null }],
    ['documents text', { documents: 'RIB' }],
    ['21 documents', { documents: Array.from({ length: 21 }, (_, i) => `D${String(i)}`) }],
    ['NUL in feedback', { partnerFeedback: 'a\u0000b' }],
    ['long feedback', { partnerFeedback: 'x'.repeat(4001) }],
    ['step as object', { processingStepId: { gt: 0 } }],
    ['step -1', { processingStepId: -1 }],
    ['no step', { processingStepId: null }],
    ['step 1e10', { processingStepId: 1e10 }],
  ])('refuses %s', async (_, members) => {
    // The cases share one journey, because none of them may change it.
    untouched ??= aJourneyUnderWay(app);
    const { update, request, read } = await untouched;
    const before = await read();
    await update({ status: 'IN_PROGRESS', percent: 50, ...members }).expect(400);
    expect(await read()).toEqual(before);
    expect(await historyOf(request.id)).toEqual([]);
  });

  it('interprets a body by the caller’s role, not by its shape', async () => {
    const { user, first, update, read } = await aJourneyUnderWay(app);
    const owner = await app.as(user);
    const both = {
      processingStepId: first.id,
      status: 'PROCESSED',
      percent: 100,
      beneficiaryRating: 5,
      beneficiaryFeedback: 'x',
    };
    expect((await owner.post('/processing/step/update', both).expect(409)).body).toMatchObject({
      code: 'RATING_TOO_EARLY',
    });
    await saveStep(owner, first.id, 'IN_PROGRESS', 50).expect(400);
    expect((await read()).steps[0]).toMatchObject({ status: 'ASSIGNED', percent: 0 });
    await update({
      status: undefined,
      percent: undefined,
      beneficiaryRating: 5,
      beneficiaryFeedback: 'x',
    }).expect(400);
  });
});
