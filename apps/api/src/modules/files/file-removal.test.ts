import type {
  HistoryItem,
  NoticeView,
  RequestDocumentView,
  StepDocumentView,
} from '@wasl/contracts';
import { expect, it } from 'vitest';

import { useAdmin } from '../../testing/admin.ts';
import {
  addDocument,
  handIn,
  samplePdf,
  type TestClient,
  useTestApp,
} from '../../testing/index.ts';
import { emptiedRequestsRepository } from '../requests/index.ts';
import { fileRemoval } from './index.ts';

const app = useTestApp();
const { admin, faults, out } = useAdmin(app);

const reason = 'Document d’une autre personne';
const itemsOf = async (client: TestClient, id: number) =>
  (
    (await client.get(`/requests/${String(id)}/history`).expect(200)).body as {
      items: HistoryItem[];
    }
  ).items;
const noticesOf = async (client: TestClient) =>
  (await client.get('/notices').expect(200)).body as NoticeView[];
const mailsTo = async (to: string) =>
  await app.db.outboxMail.findMany({ where: { to, template: 'fileRemoved' } });
const idOf = async (key: string) =>
  (await app.db.storedFile.findUniqueOrThrow({ where: { key }, select: { id: true } })).id;

/** A request with a document of its own and one that its step awaited; the organisations of two steps. */
async function aRequestWithFiles() {
  const user = await app.make.aBeneficiary();
  const agent = await app.make.anAgent();
  const other = await app.make.anAgent();
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const owner = await app.as(user);
  const added = await addDocument(owner, request.id, 'BUSINESS_PLAN', 'plan.pdf').expect(201);
  await app.db.supportRequest.update({ where: { id: request.id }, data: { status: 'ENTAME' } });
  const requestId = request.id;
  const step = await app.make.aStep({ requestId, partnerId: agent.partnerId });
  await app.make.aStep({ requestId, partnerId: other.partnerId });
  const item = await app.make.anItem('DOCUMENT', { libelleFr: 'Devis' });
  await app.db.stepDocument.create({ data: { stepId: step.id, documentItemId: item.id } });
  const answer = await handIn(owner, step.id, 'devis.pdf').expect(201);
  const [document] = (answer.body as { stepDocuments: StepDocumentView[] }).stepDocuments;
  return {
    user,
    request,
    step,
    owner,
    agent: await app.as(agent),
    other: await app.as(other),
    plan: (added.body as RequestDocumentView).filename,
    quote: document?.filename ?? '',
  };
}

it('removes a document of a step: downloads are refused, and the step awaits it again', async () => {
  const { user, request, step, owner, agent, other, plan, quote } = await aRequestWithFiles();
  expect(await admin('requests', 'show', request.numRequest)).toBe(0);
  const id = await idOf(quote);
  expect(out.join('\n')).toMatch(new RegExp(`${String(id)} .*devis\\.pdf`));
  const words = ['--reason', reason, '--as', 'Salma'];
  expect(await admin('files', 'remove', String(id), ...words)).toBe(0);
  expect(out.at(-1)).toBe(`File ${String(id)} of ${request.numRequest} is removed.`);

  for (const client of [owner, agent, other]) {
    await client.get(`/downloadFileStep/${quote}`).expect(404);
    await client.get(`/downloadFileRequest/${plan}`).expect(200);
    const last = (await itemsOf(client, request.id)).at(-1);
    expect(last).toMatchObject({ what: 'documentRemoved', document: 'Devis', observation: reason });
  }
  await expect.poll(async () => await app.deps.storage.open(quote).catch(() => null)).toBeNull();
  expect(await app.db.storedFile.findUniqueOrThrow({ where: { id } })).toMatchObject({
    originalName: '',
    ownerId: null,
    size: 0,
  });
  const awaited = await app.db.stepDocument.findMany({ where: { stepId: step.id } });
  expect(awaited).toMatchObject([{ fileId: null, uploadedAt: null }]);
  expect(await mailsTo(user.email)).toMatchObject([
    { params: { file: 'Devis', reason, isAwaited: true, page: 'followUp' } },
  ]);
  expect((await noticesOf(owner))[0]).toMatchObject({
    kind: 'FILE_REMOVED',
    target: 'FOLLOW_UP',
    documents: ['Devis'],
  });
  expect((await noticesOf(agent))[0]).toMatchObject({ kind: 'FILE_REMOVED', stepId: step.id });
  expect(await admin('requests', 'show', request.numRequest)).toBe(0);
  expect(out.at(-1)).toMatch(/FILE_REMOVED +Salma/);
  expect(await admin('files', 'remove', String(id), ...words)).toBe(1);
  expect(faults.at(-1)).toMatch(/^There is no file of this id/);

  const data = (await owner.get('/utilisateurs/export').buffer(true).expect(200)).body as {
    files: { originalName: string }[];
    requests: { history: { kind: string; detail: string }[]; steps: { documents: object[] }[] }[];
  };
  expect(data.files.map(({ originalName }) => originalName)).toEqual(['plan.pdf']);
  expect(data.requests[0]?.history.at(-1)).toMatchObject({ kind: 'DOCUMENT_ERASED' });
  expect(data.requests[0]?.steps[0]?.documents).toMatchObject([{ fileId: null }]);
});

it('removes a document of the request once when two administrators remove it simultaneously', async () => {
  const { user, request, owner, other, plan } = await aRequestWithFiles();
  const id = await idOf(plan);
  const { remove } = fileRemoval(app.deps);
  const tries = await Promise.allSettled([1, 2].map(() => remove(id, { by: 'Salma', reason })));
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const client of [owner, other]) await client.get(`/downloadFileRequest/${plan}`).expect(404);
  const lines = (await itemsOf(other, request.id)).filter(({ what }) => what === 'documentRemoved');
  expect(lines).toHaveLength(1);
  expect((await noticesOf(other))[0]).toMatchObject({ kind: 'FILE_REMOVED' });
  expect(await mailsTo(user.email)).toMatchObject([{ params: { isAwaited: false } }]);
  expect(await admin('history', 'verify')).toBe(0);

  // The reason goes with the other texts of a deleted request.
  await emptiedRequestsRepository(app.db).empty({ id: request.id });
  expect((await itemsOf(owner, request.id)).map(({ what }) => what)).not.toContain(
    'documentRemoved',
  );
  expect(await admin('history', 'verify')).toBe(0);
});

it('removes a file of a message, and notifies only the person and that organisation', async () => {
  const { request, step, owner, agent, other } = await aRequestWithFiles();
  const path = `/processing/step/${String(step.id)}/messages`;
  await agent
    .post(`${path}/files`)
    .field('clientKey', crypto.randomUUID())
    .field('body', 'Voici le modèle')
    .attach('files', samplePdf, 'modele.pdf')
    .expect(201);
  const { id, key } = await app.db.storedFile.findFirstOrThrow({
    where: { originalName: 'modele.pdf' },
  });
  await owner.get(`/downloadFileMessage/${key}`).expect(200);
  expect(await admin('files', 'remove', String(id), '--reason', reason)).toBe(0);
  await owner.get(`/downloadFileMessage/${key}`).expect(404);
  const last = async (client: TestClient) => (await itemsOf(client, request.id)).at(-1)?.what;
  expect(await last(owner)).toBe('fileRemoved');
  expect(await last(agent)).toBe('fileRemoved');
  expect(await last(other)).not.toBe('fileRemoved');
  expect((await noticesOf(other)).map(({ kind }) => kind)).not.toContain('FILE_REMOVED');
  const answer = await owner.get(path).expect(200);
  expect(JSON.stringify(answer.body)).toContain('modele.pdf');
});

it('requires a reason, and rejects files without a request or of a deleted request', async () => {
  const { request, plan } = await aRequestWithFiles();
  const id = String(await idOf(plan));
  expect(await admin('files', 'remove', id)).toBe(2);
  await app.db.supportRequest.update({ where: { id: request.id }, data: { status: 'SUPPRIME' } });
  const paper = await app.db.storedFile.create({
    data: { key: 'p', originalName: 'cin.png', mimeType: 'image/png', size: 1, sha256: '' },
  });
  for (const one of [id, String(paper.id), '999999'])
    expect(await admin('files', 'remove', one, '--reason', reason)).toBe(1);
});
