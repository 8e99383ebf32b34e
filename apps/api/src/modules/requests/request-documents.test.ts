import type { RequestDocumentView, RequestView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { addDocument, sampleHtml, sampleMp4, samplePdf, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

async function aDraft() {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  return { user, id: request.id, client: await app.as(user) };
}
describe('documents of a request', () => {
  it.each(['BUSINESS_PLAN', 'ILLUSTRATIVE_PRESENTATION', 'DEFAULT_DOC'])(
    '%s must be a PDF',
    async (name) => {
      const { client, id, user } = await aDraft();
      const answer = await addDocument(client, id, name, 'Étude de marché.pdf').expect(201);
      expect(answer.body).toMatchObject({
        libelle: { code: name },
        originalName: 'Étude de marché.pdf',
        size: samplePdf.length,
      });
      const request = (await client.get(`/requests/${String(id)}`)).body as RequestView;
      expect(request.documents).toEqual([answer.body]);
      expect(request.filename).toBe((answer.body as RequestDocumentView).filename);
      expect(await app.db.historyEvent.findMany({ where: { requestId: id } })).toMatchObject([
        { kind: 'DOCUMENT_UPLOADED', detail: name, actorId: user.id },
      ]);
    },
  );

  it('the video must be a video by extension and content', async () => {
    const { client, id } = await aDraft();
    await addDocument(client, id, 'ILLUSTRATIVE_VIDEO', 'film.mp4', sampleMp4).expect(201);
    for (const [file, name] of [
      [samplePdf, 'film.mp4'],
      [samplePdf, 'film.pdf'],
      [sampleMp4, 'film.m4v'],
      [sampleMp4, 'film.pdf'],
      [sampleHtml, 'film.avi'],
    ] as const) {
      const answer = await addDocument(client, id, 'ILLUSTRATIVE_VIDEO', name, file).expect(415);
      expect(answer.body).toMatchObject({
        code: 'FILE_NOT_VIDEO',
        message: 'Veuillez choisir un vidéo',
      });
    }
  });

  it('a content other than PDF is refused, whatever its name', async () => {
    const { client, id } = await aDraft();
    for (const [file, name] of [
      [sampleHtml, 'plan.pdf'],
      [sampleMp4, 'plan.pdf'],
      [samplePdf, 'plan.exe'],
      [Buffer.from('MZ\x90\0'), 'plan.pdf'],
      [Buffer.alloc(0), 'plan.pdf'],
    ] as const) {
      const answer = await addDocument(client, id, 'BUSINESS_PLAN', name, file).expect(415);
      expect(answer.body).toMatchObject({
        code: 'FILE_NOT_PDF',
        message: 'Veuillez choisir un document PDF',
      });
    }
    expect(await app.db.requestDocument.count({ where: { requestId: id } })).toBe(0);
  });

  it('10 MB are accepted, one byte more is refused', async () => {
    const { client, id } = await aDraft();
    const limit = 10 * 1024 * 1024;
    const big = Buffer.concat([samplePdf, Buffer.alloc(limit - samplePdf.length, 32)]);
    await addDocument(client, id, 'DEFAULT_DOC', 'big.pdf', big).expect(201);
    const bigger = Buffer.concat([big, Buffer.from(' ')]);
    const answer = await addDocument(client, id, 'DEFAULT_DOC', 'big.pdf', bigger).expect(413);
    expect(answer.body).toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: 'La taille du fichier ne doit pas dépasser 10 Mb',
    });
  });

  it('a file of the same code replaces the previous file', async () => {
    const { client, id } = await aDraft();
    const first = (await addDocument(client, id, 'DEFAULT_DOC', 'un.pdf').expect(201))
      .body as RequestDocumentView;
    const second = (await addDocument(client, id, 'DEFAULT_DOC', 'deux.pdf').expect(201))
      .body as RequestDocumentView;
    const request = (await client.get(`/requests/${String(id)}`)).body as RequestView;
    expect(request.documents.map((document) => document.originalName)).toEqual(['deux.pdf']);
    await client.get(`/downloadFileRequest/${first.filename}`).expect(404);
    await client.get(`/downloadFileRequest/${second.filename}`).expect(200);
  });

  it('ten simultaneous uploads of one code leave one file', async () => {
    const { client, id } = await aDraft();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        addDocument(client, id, 'DEFAULT_DOC', `${String(i)}.pdf`),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201));
    expect(await app.db.requestDocument.count({ where: { requestId: id } })).toBe(1);
    expect(await app.db.storedFile.count({ where: { requestDocument: { requestId: id } } })).toBe(
      1,
    );
  });

  it('hostile input returns a 4xx status', async () => {
    const { client, id } = await aDraft();
    await addDocument(client, id, 'CIN', 'a.pdf').expect(400);
    await addDocument(client, id, '__proto__', 'a.pdf').expect(400);
    await client
      .post(`/requests/${String(id)}/document`)
      .field('name', 'DEFAULT_DOC')
      .expect(400);
    await client
      .post(`/requests/${String(id)}/document`)
      .attach('file', samplePdf, 'a.pdf')
      .expect(400);
    await addDocument(client, id, 'DEFAULT_DOC', 'a.pdf')
      .field('requestId', String(id + 1))
      .expect(400);
    await client
      .post('/requests/0/document')
      .field('name', 'DEFAULT_DOC')
      .attach('file', samplePdf, 'a.pdf')
      .expect(400);
    await client
      .post('/requests/..%2f1/document')
      .field('name', 'DEFAULT_DOC')
      .attach('file', samplePdf, 'a.pdf')
      .expect(400);
    await client.post(`/requests/${String(id)}/document`, { name: 'DEFAULT_DOC' }).expect(415);
    await addDocument(client, id, 'DEFAULT_DOC', '../../etc/passwd.pdf').expect(201);
    const document = await app.db.storedFile.findFirstOrThrow({
      where: { requestDocument: { requestId: id } },
    });
    expect(document.originalName).toBe('passwd.pdf');
  });
});
