import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:net';

import type {
  MessageView,
  NoticeView,
  RequestDocumentView,
  RequestView,
  StepView,
  WorklistRow,
} from '@wasl/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { png } from '../../testing/account-samples.ts';
import {
  addDocument,
  createTestApp,
  pdfWith,
  samplePdf,
  saveStep,
  submitRequest,
  type TestApp,
} from '../../testing/index.ts';
import { scanner as plugin } from './index.ts';

const signature = 'X-TEST-VIRUS';
/** Marker of a file on which the daemon fails. */
const riddle = 'X-TEST-RIDDLE';
const crash = 'X-TEST-CRASH';
/** Runs before each verdict. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();

/** Speaks clamd's INSTREAM by its manual: length, chunk, …, zero; then one line. */
function startClamd(port = 0): Promise<{ server: Server; port: number; scanned: Buffer[] }> {
  const scanned: Buffer[] = [];
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      const command = 'zINSTREAM\0';
      if (received.length < command.length) return;
      if (received.toString('latin1', 0, command.length) !== command) {
        socket.end('UNKNOWN COMMAND\0');
        return;
      }
      const chunks: Buffer[] = [];
      let at = command.length;
      while (at + 4 <= received.length) {
        const length = received.readUInt32BE(at);
        if (length === 0) {
          const content = Buffer.concat(chunks);
          scanned.push(content);
          if (content.includes(crash)) socket.destroy();
          else if (content.includes(riddle)) socket.end("stream: Can't allocate memory ERROR\0");
          else
            void meanwhile().then(() =>
              socket.end(
                content.includes(signature) ? 'stream: Wasl.Test FOUND\0' : 'stream: OK\0',
              ),
            );
          return;
        }
        if (at + 4 + length > received.length) return;
        chunks.push(received.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' ? (address?.port ?? 0) : 0, scanned });
    });
  });
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

let app: TestApp;
let clamd: Awaited<ReturnType<typeof startClamd>>;
beforeAll(async () => {
  clamd = await startClamd();
  app = await createTestApp({ env: { SCANNER_URL: `clamd://127.0.0.1:${String(clamd.port)}` } });
});
afterEach(async () => {
  meanwhile = () => Promise.resolve();
  if (!clamd.server.listening) clamd = await startClamd(clamd.port);
});
afterAll(async () => {
  await app.close();
  await closed(clamd.server);
});

const infected = Buffer.concat([samplePdf, Buffer.from(`\n% ${signature}`)]);

async function handIn(content: Buffer) {
  const user = await app.make.aBeneficiary();
  const service = await app.make.aService();
  const request = await app.make.aRequest({ beneficiaryId: user.id, serviceItems: [service] });
  const owner = await app.as(user);
  const answer = await addDocument(owner, request.id, 'BUSINESS_PLAN', 'plan.pdf', content).expect(
    201,
  );
  const { filename } = answer.body as RequestDocumentView;
  return {
    owner,
    user,
    request,
    service,
    download: async () => await owner.get(`/downloadFileRequest/${filename}`).buffer(true),
  };
}

describe('a scanner', () => {
  it('scans every file, which cannot be downloaded before the result', async () => {
    const file = await handIn(samplePdf);
    expect(await file.download()).toMatchObject({
      status: 409,
      body: { code: 'FILE_BEING_CHECKED' },
    });
    await app.scanning?.scanWaiting();
    expect(clamd.scanned.at(-1)).toEqual(samplePdf);
    expect(await file.download()).toMatchObject({ status: 200, body: samplePdf });
  });

  it('marks a PDF with scripts for its readers after the scan', async () => {
    const file = await handIn(pdfWith('/X<</S/JavaScript/JS(app.alert(1))>>'));
    const state = async () => {
      const { body } = await file.owner.get(`/requests/${String(file.request.id)}`).expect(200);
      return (body as RequestView).documents.map((document) => document.state);
    };
    expect(await state()).toEqual(['PENDING']);
    await app.scanning?.scanWaiting();
    expect(await state()).toEqual(['CAUTION']);
    expect(await file.download()).toMatchObject({ status: 200 });
  });

  it('quarantines an infected file, reports it and logs it', async () => {
    const file = await handIn(infected);
    await app.scanning?.scanWaiting();
    expect(await file.download()).toMatchObject({ status: 409, body: { code: 'FILE_INFECTED' } });
    expect(app.logLines.join('\n')).toContain('"virus":"Wasl.Test"');
  });

  it('prevents the submission of a request with an infected document, and names the document', async () => {
    const { owner, request } = await handIn(infected);
    await app.scanning?.scanWaiting();
    const preview = await owner.get(`/requests/${String(request.id)}/submission`).expect(200);
    expect(preview.body).toMatchObject({ infectedDocuments: ['plan.pdf'] });
    const refused = await submitRequest(owner, request.id).expect(422);
    expect(refused.body).toMatchObject({
      code: 'DOCUMENT_INFECTED',
      details: { documents: [{ code: 'BUSINESS_PLAN', originalName: 'plan.pdf' }] },
    });
    await addDocument(owner, request.id, 'BUSINESS_PLAN', 'plan.pdf', samplePdf).expect(201);
    await app.scanning?.scanWaiting();
    await submitRequest(owner, request.id).expect(200);
  });

  it('marks an infected file for its owner and notifies them once, by a notice and a mail', async () => {
    const { owner, user, request } = await handIn(infected);
    await app.scanning?.scanWaiting();
    await app.scanning?.scanWaiting();
    const { body } = await owner.get(`/requests/${String(request.id)}`).expect(200);
    expect((body as RequestView).documents).toMatchObject([{ state: 'INFECTED' }]);
    const notices = (await owner.get('/notices').expect(200)).body as NoticeView[];
    expect(notices).toMatchObject([
      {
        kind: 'FILE_INFECTED',
        target: 'EDIT',
        requestId: request.id,
        documents: [expect.any(String)],
      },
    ]);
    const mails = (await app.mails()).filter(({ to }) => to === user.email);
    expect(mails).toMatchObject([
      {
        template: 'fileInfected',
        params: {
          file: 'plan.pdf',
          numRequest: request.numRequest,
          place: expect.any(String) as string,
        },
      },
    ]);
  });

  it('notifies the owner of a finding after the submission, and shows it to the organisation', async () => {
    const { owner, user, request, service } = await handIn(infected);
    const agent = await app.make.anAgent();
    await app.db.partnerService.create({
      data: { partnerId: agent.partnerId, itemId: service.id },
    });
    await submitRequest(owner, request.id).expect(200);
    await app.scanning?.scanWaiting();
    const [step] = await app.db.processingStep.findMany({ where: { requestId: request.id } });
    const documents = await (
      await app.as(agent)
    )
      .get(`/journeyInstanceProcessingSteps/documents/${String(step?.id)}`)
      .expect(200);
    expect(documents.body).toMatchObject({ requestDocuments: [{ state: 'INFECTED' }] });
    const mails = (await app.mails()).filter(({ to }) => to === user.email);
    expect(mails.filter(({ template }) => template === 'fileInfected')).toHaveLength(1);
    const notices = (await owner.get('/notices').expect(200)).body as NoticeView[];
    expect(notices.filter(({ kind }) => kind === 'FILE_INFECTED')).toMatchObject([
      { target: 'REQUEST', numRequest: request.numRequest },
    ]);
  });

  async function aStepThatAsks() {
    const user = await app.make.aBeneficiary();
    const owner = await app.as(user);
    const agent = await app.make.anAgent();
    const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
    const step = await app.make.aStep({
      requestId: request.id,
      partnerId: agent.partnerId,
      status: 'IN_PROGRESS',
    });
    const quote = await app.make.anItem('DOCUMENT');
    await app.db.stepDocument.create({ data: { stepId: step.id, documentItemId: quote.id } });
    const upload = (content: Buffer) =>
      owner
        .post(`/processing/step/upload/${String(step.id)}`)
        .field('codes', quote.code)
        .attach('files', content, 'devis.pdf');
    const shown = async () => {
      const { body } = await owner.post('/journeyInstanceProcessingSteps/list', {
        requestId: request.id,
      });
      const { results } = body as { results: { journeyInstanceProcessingSteps: StepView[] }[] };
      return results[0]?.journeyInstanceProcessingSteps[0];
    };
    const desk = await app.as(agent);
    const row = async () => {
      const path = '/journeyInstanceProcessingSteps/filter?size=50';
      const { body } = await desk.post(path, []).expect(200);
      return (body as { results: WorklistRow[] }).results.find(({ id }) => id === request.id);
    };
    return { user, owner, agent, desk, request, step, upload, shown, row };
  }

  it('requests only an infected document from the owner again', async () => {
    const { owner, desk, request, step, upload, shown, row } = await aStepThatAsks();
    const countsOf = async () =>
      (await desk.post('/journeyInstanceProcessingSteps/counts', []).expect(200)).body as object;
    await saveStep(desk, step.id, 'BLOCKED', 10, { partnerFeedback: 'Il manque' }).expect(200);
    await upload(infected).expect(201);
    expect(await shown()).toMatchObject({ abilities: { canUpload: false } });
    expect(await row()).toMatchObject({
      processingStepStatus: { code: 'IN_PROGRESS' },
      awaitedDocuments: 0,
      deadline: { dueOn: expect.any(String) as string },
    });
    await app.scanning?.scanWaiting();
    const before = await shown();
    expect(before).toMatchObject({
      documents: [{ state: 'INFECTED' }, { url: null }],
      abilities: { canUpload: true },
    });
    expect(await row()).toMatchObject({ awaitedDocuments: 1, deadline: { dueOn: null } });
    expect(await countsOf()).toMatchObject({ todo: 0, waiting: 1 });
    const mine = await owner
      .post('/requests/filter?page=0&size=50', [
        { key: 'turn', operation: 'EQUALS', value: 'HAND_IN' },
      ])
      .expect(200);
    expect(mine.body).toMatchObject([{ id: request.id }]);
    await upload(samplePdf).expect(201);
    expect(await row()).toMatchObject({ awaitedDocuments: 0 });
    await app.scanning?.scanWaiting();
    expect(await shown()).toMatchObject({
      documents: [{ state: 'CLEAN' }],
      abilities: { canUpload: false },
    });
    await upload(samplePdf).expect(422);
    await owner.get(`/downloadFileStep/${before?.documents[0]?.url ?? ''}`).expect(404);
    const files = await app.db.stepDocument.findMany({
      where: { step: { requestId: request.id } },
    });
    expect(files).toHaveLength(1);
  });

  it('scans once and notifies the owner once when two processes scan at the same time', async () => {
    const { user } = await handIn(infected);
    const seen = clamd.scanned.length;
    await Promise.all([app.scanning?.scanWaiting(), app.scanning?.scanWaiting()]);
    expect(clamd.scanned).toHaveLength(seen + 1);
    const sent = (await app.mails()).filter(({ to }) => to === user.email);
    expect(sent.map(({ template }) => template)).toEqual(['fileInfected']);
    expect(await app.db.notice.count({ where: { userId: user.id } })).toBe(1);
  });

  it.each([
    ['is removed', { removedAt: new Date() }],
    ['loses its owner', { ownerId: null }],
  ])('sends no notification of a file that %s during the scan', async (_, data) => {
    const { user, download } = await handIn(infected);
    meanwhile = () => app.db.storedFile.updateMany({ where: { ownerId: user.id }, data });
    await app.scanning?.scanWaiting();
    expect((await download()).status).not.toBe(200);
    expect((await app.mails()).filter(({ to }) => to === user.email)).toEqual([]);
    expect(await app.db.notice.count({ where: { userId: user.id } })).toBe(0);
  });

  it('links to the profile for an identity document', async () => {
    const user = await app.make.aBeneficiary();
    const owner = await app.as(user);
    await owner
      .post('/identity/upload')
      .field(
        'info',
        JSON.stringify({ userId: user.id, typeIdentity: 'cin', idExpirationDate: '2099-01-01' }),
      )
      .attach('file', Buffer.concat([png, Buffer.from(signature)]), 'cin.png')
      .expect(201);
    await app.scanning?.scanWaiting();
    const notices = (await owner.get('/notices').expect(200)).body as NoticeView[];
    expect(notices).toMatchObject([{ kind: 'FILE_INFECTED', requestId: null, numRequest: null }]);
    expect((await app.mails()).filter(({ to }) => to === user.email)).toMatchObject([
      { template: 'fileInfected', params: { place: '/profileSettings', numRequest: null } },
    ]);
  });

  it('marks files of a step or a message for both sides', async () => {
    const { user, owner, agent, request, step, upload, shown } = await aStepThatAsks();
    await upload(infected).expect(201);
    await owner
      .post(`/processing/step/${String(step.id)}/messages/files`)
      .field('body', 'Voici')
      .field('clientKey', randomUUID())
      .attach('files', infected, 'plan.pdf')
      .expect(201);
    const desk = await app.as(agent);
    const stateOf = async () => {
      const thread = await desk.get(`/processing/step/${String(step.id)}/messages`).expect(200);
      return [
        (await shown())?.documents[0]?.state,
        (thread.body as { messages: MessageView[] }).messages[0]?.attachments[0]?.state,
      ];
    };
    expect(await stateOf()).toEqual(['PENDING', 'PENDING']);
    await app.scanning?.scanWaiting();
    expect(await stateOf()).toEqual(['INFECTED', 'INFECTED']);
    const mails = (await app.mails()).filter(({ to }) => to === user.email);
    expect(mails).toMatchObject([
      { template: 'fileInfected', params: { place: `/requests/${String(request.id)}/follow` } },
      { template: 'fileInfected', params: { place: `/messages/${String(step.id)}` } },
    ]);
  });

  it('that is unavailable leaves the file unchecked, and checks it later', async () => {
    await closed(clamd.server);
    const file = await handIn(samplePdf);
    await expect(app.scanning?.scanWaiting()).rejects.toThrow();
    expect((await file.download()).status).toBe(409);
    const mute = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('INSTREAM size limit exceeded. ERROR\0');
      socket.resume();
    });
    await new Promise<void>((resolve) => mute.listen(clamd.port, '127.0.0.1', resolve));
    await app.scanning?.scanWaiting();
    expect((await file.download()).status).toBe(409);
    await closed(mute);
    clamd = await startClamd(clamd.port);
    // The delay after a file without a verdict.
    await app.scanning?.scanWaiting();
    expect((await file.download()).status).toBe(409);
    await app.db.$executeRaw`UPDATE stored_files SET held_until = held_until - interval '15 s'`;
    await app.scanning?.scanWaiting();
    expect((await file.download()).status).toBe(200);
  });

  it('continues with the next file after a failure, so that one file cannot block the others', async () => {
    const hostile = [];
    for (const text of [riddle, crash])
      hostile.push(await handIn(Buffer.concat([samplePdf, Buffer.from(`\n% ${text}`)])));
    const file = await handIn(samplePdf);
    await app.scanning?.scanWaiting();
    for (const { download } of hostile)
      expect((await download()).body).toMatchObject({ code: 'FILE_BEING_CHECKED' });
    expect((await file.download()).status).toBe(200);
  });
});

describe('the scanner plugin', () => {
  const configure = (SCANNER_URL?: string) => plugin.configure({ SCANNER_URL });
  const url = () => `clamd://127.0.0.1:${String(clamd.port)}`;

  it('reports to the doctor whether the scanner responds', async () => {
    expect(await configure(url()).look?.(app.deps)).toMatchObject({ state: 'ok' });
    await expect(configure('clamd://127.0.0.1:1').look?.(app.deps)).rejects.toThrow('ECONNREFUSED');
  });

  it('warns about a public server without a scanner', () => {
    const doubts = (production: boolean, ...given: string[]) =>
      configure(...given).doubts?.({ ...app.deps.settings, production }) ?? [];
    expect(doubts(true)).toEqual([expect.stringMatching(/^SCANNER_URL is not set/)]);
    expect([...doubts(false), ...doubts(true, url())]).toEqual([]);
  });
});
