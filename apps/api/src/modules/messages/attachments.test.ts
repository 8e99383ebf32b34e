import { randomUUID } from 'node:crypto';

import type { MessageView, RequestDocumentView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { addDocument, sampleHtml, samplePdf, useTestApp } from '../../testing/index.ts';
import { personDataService } from '../accounts/index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });

/** A conversation on a request with a document. A second organisation has a step of the request too. */
async function aConversation() {
  const [agent, elsewhere, user] = await Promise.all([
    app.make.anAgent(),
    app.make.anAgent(),
    app.make.aBeneficiary(),
  ]);
  const [asAgent, asElsewhere, asUser] = await Promise.all(
    [agent, elsewhere, user].map((one) => app.as(one)),
  );
  if (asAgent === undefined || asElsewhere === undefined || asUser === undefined) throw new Error();
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const document = await addDocument(asUser, request.id, 'BUSINESS_PLAN', 'Étude — خطة.pdf').expect(
    201,
  );
  await app.db.supportRequest.update({ where: { id: request.id }, data: { status: 'ENTAME' } });
  const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
  const other = await app.make.aStep({ requestId: request.id, partnerId: elsewhere.partnerId });
  const path = `/processing/step/${String(step.id)}/messages`;
  const plan = (document.body as RequestDocumentView).filename;
  return { agent, user, request, step, other, path, plan, asAgent, asElsewhere, asUser };
}

const sample = (text: string) => Buffer.concat([samplePdf, Buffer.from(text)]);
const filesOf = (message: MessageView) =>
  message.attachments.map(({ originalName, size }) => [originalName, size]);
const nameOf = ({ attachments }: MessageView, at = 0) => attachments[at]?.filename ?? 'none';

describe('files attached to a message', () => {
  it('are new PDFs or documents of the file; only the person and the organisation can download them', async () => {
    const { path, plan, asAgent, asElsewhere, asUser } = await aConversation();
    const own = sample('ours');
    const clientKey = randomUUID();
    const post = () =>
      asAgent
        .post(`${path}/files`)
        .field('body', 'Voici la convention')
        .field('clientKey', clientKey)
        .field('seenUpTo', '0')
        .field('documents', plan)
        .attach('files', own, 'Convention — اتفاقية.pdf');
    const sent = (await post().expect(201)).body as MessageView;
    expect(filesOf(sent)).toEqual([
      ['Étude — خطة.pdf', samplePdf.length],
      ['Convention — اتفاقية.pdf', own.length],
    ]);
    // A repeated call returns the same message and stores no file twice.
    expect(((await post().expect(201)).body as MessageView).id).toBe(sent.id);
    expect(await app.db.messageAttachment.count({ where: { messageId: sent.id } })).toBe(2);

    for (const client of [asUser, asAgent]) {
      const page = (await client.get(path).expect(200)).body as { messages: MessageView[] };
      expect(page.messages[0]?.attachments).toEqual(sent.attachments);
      const got = await client.get(`/downloadFileMessage/${nameOf(sent, 1)}`).buffer(true);
      expect([got.status, got.body]).toEqual([200, own]);
      await client.get(`/downloadFileMessage/${nameOf(sent)}`).expect(200);
    }
    // Another organisation of the request reads its documents, but not the conversation.
    await asElsewhere.get(`/downloadFileRequest/${plan}`).expect(200);
    for (const name of [nameOf(sent), nameOf(sent, 1)])
      await asElsewhere.get(`/downloadFileMessage/${name}`).expect(404);
    await asElsewhere.get(`/downloadFileStep/${nameOf(sent, 1)}`).expect(404);
    await asElsewhere.get(`/downloadFileRequest/${nameOf(sent, 1)}`).expect(404);
  });

  it('are documents of this step or its request, and at most five', async () => {
    const { path, plan, other, asAgent, asElsewhere, asUser, request } = await aConversation();
    const send = (documents: readonly string[]) =>
      asAgent.post(path, { body: 'Voir', clientKey: randomUUID(), documents });
    const theirs = await asElsewhere
      .post(`/processing/step/${String(other.id)}/messages/files`)
      .field('body', 'À nous')
      .field('clientKey', randomUUID())
      .attach('files', samplePdf, 'nôtre.pdf')
      .expect(201);
    const { step } = await aConversation().then(async (foreign) => ({
      step: await foreign.asUser
        .post(foreign.path, {
          body: 'Le mien',
          clientKey: randomUUID(),
          documents: [foreign.plan],
        })
        .expect(201),
    }));
    for (const name of [
      nameOf(theirs.body as MessageView),
      nameOf(step.body as MessageView),
      'a'.repeat(24),
    ]) {
      const refused = await send([plan, name]).expect(400);
      expect(refused.body).toMatchObject({ errors: [{ path: 'documents' }] });
    }
    await send(Array.from({ length: 6 }, () => plan)).expect(400);
    await send(['../secret']).expect(400);
    expect(await app.db.stepMessage.count({ where: { step: { requestId: request.id } } })).toBe(1);
    const sent = (await send([plan, plan]).expect(201)).body as MessageView;
    expect(sent.attachments).toHaveLength(1);

    // After the person removes the document, only its name is left.
    await app.db.requestDocument.deleteMany({ where: { requestId: request.id } });
    await app.db.storedFile.update({ where: { key: plan }, data: { removedAt: new Date() } });
    const page = (await asUser.get(path).expect(200)).body as { messages: MessageView[] };
    expect(page.messages.at(-1)?.attachments).toEqual([
      { filename: null, originalName: 'Étude — خطة.pdf', size: samplePdf.length, state: null },
    ]);
    await asAgent.get(`/downloadFileMessage/${plan}`).expect(404);
    await send([plan]).expect(400);
  });

  it('are PDF by content, only on an open step, all or none, and blocked until they are scanned', async () => {
    const { path, step, asAgent, asUser, user } = await aConversation();
    const send = (file: Buffer, name: string) =>
      asUser
        .post(`${path}/files`)
        .field('body', 'Mon relevé')
        .field('clientKey', randomUUID())
        .attach('files', file, name);
    await send(sampleHtml, 'releve.pdf').expect(415);
    await asUser
      .post(`${path}/files`)
      .field('body', ' ')
      .field('clientKey', randomUUID())
      .attach('files', samplePdf, 'releve.pdf')
      .expect(400);
    const countFiles = () => app.db.storedFile.count({ where: { ownerId: user.id } });
    expect([
      await app.db.stepMessage.count({ where: { stepId: step.id } }),
      await countFiles(),
    ]).toEqual([0, 1]);
    const sent = (await send(samplePdf, 'releve.pdf').expect(201)).body as MessageView;
    const download = () => asAgent.get(`/downloadFileMessage/${nameOf(sent)}`);
    for (const [scanState, status, code] of [
      ['PENDING', 409, 'FILE_BEING_CHECKED'],
      ['INFECTED', 409, 'FILE_INFECTED'],
    ] as const) {
      await app.db.storedFile.update({ where: { key: nameOf(sent) }, data: { scanState } });
      expect((await download().expect(status)).body).toMatchObject({ code });
    }
    await app.db.processingStep.update({
      where: { id: step.id },
      data: { status: 'PROCESSED', percent: 100 },
    });
    await send(samplePdf, 'encore.pdf').expect(409);
    expect(await countFiles()).toBe(2);
  });

  it('are erased with their recipient, and remain when the agent who sent them is erased', async () => {
    const { path, asAgent, asUser, agent, user } = await aConversation();
    const sent = (
      await asAgent
        .post(`${path}/files`)
        .field('body', 'Voici')
        .field('clientKey', randomUUID())
        .attach('files', samplePdf, 'convention.pdf')
        .expect(201)
    ).body as MessageView;
    const persons = personDataService(app.deps);
    await persons.erase(agent.id, 'administrator');
    await asUser.get(`/downloadFileMessage/${nameOf(sent)}`).expect(200);
    await persons.erase(user.id, 'administrator');
    expect(
      await app.db.storedFile.findFirst({
        where: { originalName: 'convention.pdf', removedAt: null },
      }),
    ).toBeNull();
  });
});
