import type { StepDocumentView, WorklistRow } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { sampleHtml, samplePdf, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

/** A step that waits for these documents, in this order. */
async function aStepExpecting(...codes: string[]) {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  const agent = await app.make.anAgent();
  const step = await app.make.aStep({
    requestId: request.id,
    partnerId: agent.partnerId,
    status: 'IN_PROGRESS',
    percent: 10,
  });
  for (const code of codes) {
    const item = await app.make.anItem('DOCUMENT', { code });
    await app.db.stepDocument.create({ data: { stepId: step.id, documentItemId: item.id } });
  }
  const client = await app.as(user);
  const upload = (files: [Buffer, string][], sentCodes: string[] = []) => {
    const call = client.post(`/processing/step/upload/${String(step.id)}`);
    for (const code of sentCodes) void call.field('codes', code);
    for (const [file, name] of files) void call.attach('files', file, name);
    return call;
  };
  const names = async () =>
    Object.fromEntries(
      (
        await app.db.stepDocument.findMany({
          where: { stepId: step.id },
          include: { file: true, documentItem: true },
        })
      ).map((row) => [row.documentItem.code, row.file?.originalName ?? null]),
    );
  return { user, request, agent, step, client, upload, names };
}

describe('uploading documents of a step', () => {
  it('assigns files by code, in any order', async () => {
    const { request, user, upload, names } = await aStepExpecting('RIB', 'STATUTS', 'DEVIS');
    const answer = await upload(
      [
        [samplePdf, 'devis.pdf'],
        [samplePdf, 'rib.pdf'],
      ],
      ['DEVIS', 'RIB'],
    ).expect(201);
    const documents = (answer.body as { stepDocuments: StepDocumentView[] }).stepDocuments;
    expect(
      documents.map((d) => [
        d.document.code,
        d.originalName,
        d.filename === null,
        d.uploadedOn === null,
      ]),
    ).toEqual([
      ['RIB', 'rib.pdf', false, false],
      ['STATUTS', null, true, true],
      ['DEVIS', 'devis.pdf', false, false],
    ]);
    expect(await names()).toEqual({ RIB: 'rib.pdf', STATUTS: null, DEVIS: 'devis.pdf' });
    expect(
      await app.db.historyEvent.findMany({
        where: { requestId: request.id },
        orderBy: { id: 'asc' },
      }),
    ).toMatchObject([
      { kind: 'DOCUMENT_UPLOADED', detail: 'DEVIS', actorId: user.id },
      { kind: 'DOCUMENT_UPLOADED', detail: 'RIB', actorId: user.id },
    ]);
  });

  it('assigns files without codes in the order of the expected documents', async () => {
    const { upload, names } = await aStepExpecting('RIB', 'STATUTS', 'DEVIS');
    await upload([[samplePdf, 'a.pdf']]).expect(201);
    await upload([
      [samplePdf, 'b.pdf'],
      [samplePdf, 'c.pdf'],
    ]).expect(201);
    expect(await names()).toEqual({ RIB: 'a.pdf', STATUTS: 'b.pdf', DEVIS: 'c.pdf' });
    expect((await upload([[samplePdf, 'd.pdf']]).expect(422)).body).toMatchObject({
      code: 'DOCUMENT_NOT_EXPECTED',
    });
  });

  it('makes the organisation the next to act until it updates the step', async () => {
    const { request, agent, step, upload } = await aStepExpecting('RIB');
    const client = await app.as(agent);
    const arrived = async () => {
      const answer = await client
        .post('/journeyInstanceProcessingSteps/filter', [
          { key: 'documents', operation: 'EQUALS', value: 'ARRIVED' },
        ])
        .expect(200);
      return (answer.body as { results: WorklistRow[] }).results.map((row) => [
        row.id,
        row.hasNewDocuments,
      ]);
    };
    expect(await arrived()).toEqual([]);
    await upload([[samplePdf, 'rib.pdf']], ['RIB']).expect(201);
    expect(await arrived()).toEqual([[request.id, true]]);
    await client
      .post('/processing/step/update', {
        processingStepId: step.id,
        percent: 20,
        status: 'IN_PROGRESS',
        documents: [],
        partnerFeedback: 'Bien reçu.',
      })
      .expect(200);
    expect(await arrived()).toEqual([]);
  });

  it('stores all files or none', async () => {
    const { request, upload, names } = await aStepExpecting('RIB', 'STATUTS');
    const nothing = { RIB: null, STATUTS: null };
    expect(
      (
        await upload(
          [
            [samplePdf, 'a.pdf'],
            [sampleHtml, 'b.pdf'],
          ],
          ['RIB', 'STATUTS'],
        ).expect(415)
      ).body,
    ).toMatchObject({ code: 'FILE_NOT_PDF' });
    await upload(
      [
        [samplePdf, 'a.pdf'],
        [samplePdf, 'b.pdf'],
      ],
      ['RIB', 'NOPE'],
    ).expect(422);
    await upload(
      [
        [samplePdf, 'a.pdf'],
        [samplePdf, 'b.pdf'],
      ],
      ['RIB', 'RIB'],
    ).expect(422);
    await upload(
      [
        [samplePdf, 'a.pdf'],
        [samplePdf, 'b.pdf'],
      ],
      ['RIB'],
    ).expect(400);
    await upload([[samplePdf, 'a.pdf']], ['RIB', 'STATUTS']).expect(400);
    await upload([
      [samplePdf, 'a.pdf'],
      [samplePdf, 'b.pdf'],
      [samplePdf, 'c.pdf'],
    ]).expect(422);
    await upload([]).field('codes', 'RIB').expect(400);
    expect(await names()).toEqual(nothing);
    expect(await app.db.historyEvent.count({ where: { requestId: request.id } })).toBe(0);
    expect(
      await app.db.storedFile.count({
        where: { stepDocument: { step: { requestId: request.id } } },
      }),
    ).toBe(0);
  });

  it('fills one expected document once with ten simultaneous uploads', async () => {
    const { upload, names } = await aStepExpecting('RIB');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => upload([[samplePdf, `${String(i)}.pdf`]], ['RIB'])),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      201,
      ...Array<number>(9).fill(422),
    ]);
    expect((await names()).RIB).not.toBeNull();
  });

  it('shows both kinds of documents to the owner and the step’s organisation', async () => {
    const { client, agent, step, upload, request } = await aStepExpecting('RIB');
    await upload([[samplePdf, 'rib.pdf']]).expect(201);
    const file = await app.db.storedFile.create({
      data: {
        key: 'k'.repeat(32),
        originalName: 'plan.pdf',
        mimeType: 'application/pdf',
        size: 3,
        sha256: 'x',
      },
    });
    await app.db.requestDocument.create({
      data: { requestId: request.id, code: 'BUSINESS_PLAN', fileId: file.id },
    });
    for (const reader of [client, await app.as(agent)]) {
      const answer = await reader
        .get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`)
        .expect(200);
      expect(answer.body).toMatchObject({
        stepDocuments: [{ document: { code: 'RIB' }, originalName: 'rib.pdf' }],
        requestDocuments: [
          { libelle: { code: 'BUSINESS_PLAN' }, filename: file.key, originalName: 'plan.pdf' },
        ],
      });
    }
    // A partner with another step of the request follows the request, but not these documents.
    const other = await app.make.anAgent();
    await app.make.aStep({ requestId: request.id, partnerId: other.partnerId });
    await (
      await app.as(other)
    )
      .get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`)
      .expect(404);
  });

  it('returns a 4xx status for hostile input', async () => {
    const { client, step } = await aStepExpecting('RIB');
    for (const id of ['0', '-1', 'x', '1e10', '2147483648', '%00', '..%2f1'])
      await client
        .post(`/processing/step/upload/${id}`)
        .attach('files', samplePdf, 'a.pdf')
        .expect(400);
    await client.post(`/processing/step/upload/${String(step.id)}`, { codes: ['RIB'] }).expect(415);
    await client
      .post(`/processing/step/upload/${String(step.id)}`)
      .attach('other', samplePdf, 'a.pdf')
      .expect(400);
    const many = client.post(`/processing/step/upload/${String(step.id)}`);
    for (let i = 0; i < 21; i += 1) void many.attach('files', samplePdf, `${String(i)}.pdf`);
    expect((await many).status).toBe(400);
    for (const id of ['0', 'x', '1e10', '%00'])
      await client.get(`/journeyInstanceProcessingSteps/documents/${id}`).expect(400);
  });
});
