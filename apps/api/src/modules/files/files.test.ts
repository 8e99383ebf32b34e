import type { RequestDocumentView, StepDocumentView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  addDocument,
  handIn,
  sampleMp4,
  samplePdf,
  type TestClient,
  useTestApp,
} from '../../testing/index.ts';

const app = useTestApp();

/** A submitted request with its own document and a document of a step of the agent's organisation. */
async function aRequestWithFiles(originalName = 'Étude — خطة.pdf') {
  const user = await app.make.aBeneficiary();
  const agent = await app.make.anAgent();
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const owner = await app.as(user);
  const put = async (name: string, file: Buffer, filename: string) =>
    (
      (await addDocument(owner, request.id, name, filename, file).expect(201))
        .body as RequestDocumentView
    ).filename;
  const pdf = await put('BUSINESS_PLAN', samplePdf, originalName);
  const mp4 = await put('ILLUSTRATIVE_VIDEO', sampleMp4, 'film.mov');
  await app.db.supportRequest.update({ where: { id: request.id }, data: { status: 'ENTAME' } });
  const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
  const item = await app.make.anItem('DOCUMENT', { code: 'RIB' });
  await app.db.stepDocument.create({ data: { stepId: step.id, documentItemId: item.id } });
  const answer = await handIn(owner, step.id, 'rib.pdf').expect(201);
  const [document] = (answer.body as { stepDocuments: StepDocumentView[] }).stepDocuments;
  return { user, agent, request, step, owner, pdf, mp4, rib: document?.filename ?? '' };
}

describe('downloading', () => {
  it('sends the file as an attachment under its own name, without caching or MIME sniffing', async () => {
    const { owner, pdf, rib, mp4 } = await aRequestWithFiles();
    const answer = await owner.get(`/downloadFileRequest/${pdf}`).buffer(true).expect(200);
    expect(answer.body).toEqual(samplePdf);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(samplePdf.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; /);
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('Étude — خطة.pdf'));
    await owner
      .get(`/downloadFileStep/${rib}`)
      .expect(200)
      .expect('content-type', 'application/pdf');
    await owner
      .get(`/downloadFileRequest/${mp4}`)
      .expect(200)
      .expect('content-disposition', /^attachment; /);
  });

  it('is allowed for the owner and for partners with a step of the request', async () => {
    const { agent, request, pdf, rib } = await aRequestWithFiles();
    const colleague = await app.make.anAgent();
    await app.make.aStep({
      requestId: request.id,
      partnerId: colleague.partnerId,
      status: 'NOT_STARTED',
    });
    const stranger = await app.make.aBeneficiary();
    const outsider = await app.make.anAgent();
    const tries: [TestClient, number][] = [
      [await app.as(agent), 200],
      [await app.as(colleague), 200],
      [await app.as(stranger), 404],
      [await app.as(outsider), 404],
      [app.anonymous, 401],
    ];
    for (const [client, status] of tries) {
      await client.get(`/downloadFileRequest/${pdf}`).expect(status);
      await client.get(`/downloadFileStep/${rib}`).expect(status);
    }
  });

  it('separates files of requests and of steps, and is refused once the request is deleted', async () => {
    const { owner, agent, request, pdf, rib } = await aRequestWithFiles();
    await owner.get(`/downloadFileStep/${pdf}`).expect(404);
    await owner.get(`/downloadFileRequest/${rib}`).expect(404);
    await app.db.supportRequest.update({ where: { id: request.id }, data: { status: 'SUPPRIME' } });
    for (const client of [owner, await app.as(agent)]) {
      await client.get(`/downloadFileRequest/${pdf}`).expect(404);
      await client.get(`/downloadFileStep/${rib}`).expect(404);
    }
  });

  it('never serves an identity document or an infected file', async () => {
    const { owner, user, pdf } = await aRequestWithFiles();
    const key = 'i'.repeat(32);
    const file = await app.db.storedFile.create({
      data: {
        key,
        originalName: 'cin.png',
        mimeType: 'image/png',
        size: 3,
        sha256: 'x',
        ownerId: user.id,
      },
    });
    await app.db.identity.create({
      data: {
        userId: user.id,
        typeIdentity: 'cin',
        idExpirationDate: new Date('2030-01-01'),
        fileId: file.id,
      },
    });
    await owner.get(`/downloadFileRequest/${key}`).expect(404);
    await owner.get(`/downloadFileStep/${key}`).expect(404);
    await app.db.storedFile.update({ where: { key: pdf }, data: { scanState: 'INFECTED' } });
    const infected = await owner.get(`/downloadFileRequest/${pdf}`).expect(409);
    expect(infected.body).toMatchObject({ code: 'FILE_INFECTED' });
  });

  it('responds with 404 for an unknown name, and rejects a malformed name', async () => {
    const { owner } = await aRequestWithFiles();
    for (const call of ['downloadFileRequest', 'downloadFileStep']) {
      await owner.get(`/${call}/${'a'.repeat(32)}`).expect(404);
      for (const name of [
        '..%2f..%2f..%2fetc%2fpasswd',
        '%2e%2e%2f%2e%2e%2fpackage.json',
        '..%5c..%5cboot.ini',
        '%2fetc%2fpasswd',
        'a%00.pdf',
        '%D8%AE%D8%B7%D8%A9.pdf',
        'x'.repeat(300),
        'plan.pdf',
        '%25%2e',
        "'%20OR%201=1",
        '%E0%A4%A',
      ]) {
        const answer = await owner.get(`/${call}/${name}`);
        expect([400, 404], name).toContain(answer.status);
        expect(answer.text).not.toMatch(/root:|node_modules|ENOENT/);
      }
    }
  });

  it('responds with 404 for a file whose bytes are missing', async () => {
    const { owner, pdf } = await aRequestWithFiles();
    await app.deps.storage.remove(pdf);
    await owner.get(`/downloadFileRequest/${pdf}`).expect(404);
  });
});
