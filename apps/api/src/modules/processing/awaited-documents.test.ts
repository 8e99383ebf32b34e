import type { HistoryItem, NoticeView, StepFile } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { handIn, saveStep, type TestClient, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

/** A step in progress whose organisation asks for these documents. */
async function aStepAsking(labels: readonly string[], status: 'IN_PROGRESS' | 'BLOCKED') {
  const user = await app.make.aBeneficiary();
  const agent = await app.make.anAgent();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
  const codes: string[] = [];
  for (const libelleFr of labels)
    codes.push((await app.make.anItem('DOCUMENT', { libelleFr })).code);
  const step = await app.make.aStep({
    requestId: request.id,
    partnerId: agent.partnerId,
    titleItemId: request.services[0]?.itemId ?? 0,
  });
  const partner = await app.as(agent);
  await saveStep(partner, step.id, status, 10, {
    partnerFeedback: 'À compléter',
    documents: codes,
  }).expect(200);
  return { user, owner: await app.as(user), agent, partner, request, step, codes };
}

const fileOf = async (client: TestClient, stepId: number) =>
  (await client.get(`/processing/steps/${String(stepId)}/file`).expect(200)).body as StepFile;
const noticesOf = async (client: TestClient) =>
  (await client.get('/notices').expect(200)).body as NoticeView[];
const mailsOf = async (to: string) =>
  (await app.db.outboxMail.findMany({ where: { to }, orderBy: { id: 'asc' } })).map(
    ({ template }) => template,
  );

describe('a reminder about awaited documents', () => {
  const path = (stepId: number) => `/processing/step/${String(stepId)}/reminder`;

  it('is sent at most once in three days, as a notice and a mail', async () => {
    const { owner, user, partner, request, step } = await aStepAsking(['Devis'], 'IN_PROGRESS');
    expect((await fileOf(partner, step.id)).reminder).toEqual({ isPossible: true, lastOn: null });
    const [asked] = await noticesOf(owner);
    await owner.put('/notices/read', { upTo: asked?.id }).expect(200);
    await partner.post(path(step.id)).expect(200);
    expect(await mailsOf(user.email)).toEqual(['documentsExpected', 'documentAwaited']);
    expect((await noticesOf(owner))[0]).toMatchObject({
      kind: 'DOCUMENTS_ASKED',
      documents: ['Devis'],
      isRead: false,
    });
    const { items } = (await owner.get(`/requests/${String(request.id)}/history`).expect(200))
      .body as { items: HistoryItem[] };
    expect(items.at(-1)).toMatchObject({ what: 'reminded' });

    expect((await fileOf(partner, step.id)).reminder).toMatchObject({ isPossible: false });
    expect((await partner.post(path(step.id)).expect(409)).body).toMatchObject({
      code: 'REMINDED_RECENTLY',
    });
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    const set = (remindedAt: Date) =>
      app.db.processingStep.update({ where: { id: step.id }, data: { remindedAt } });
    await set(new Date(daysAgo(3).getTime() + 60_000));
    await partner.post(path(step.id)).expect(409);
    await set(daysAgo(3));
    expect((await fileOf(partner, step.id)).reminder).toMatchObject({ isPossible: true });
    await partner.post(path(step.id)).expect(200);
    expect(await mailsOf(user.email)).toHaveLength(3);
  });

  it('is sent once when two agents send it at the same moment', async () => {
    const { user, agent, partner, step } = await aStepAsking(['Devis'], 'IN_PROGRESS');
    const colleague = await app.as(await app.make.anAgent({ partnerId: agent.partnerId }));
    const answers = await Promise.all([partner.post(path(step.id)), colleague.post(path(step.id))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await mailsOf(user.email)).toEqual(['documentsExpected', 'documentAwaited']);
  });

  it('is refused when no document is awaited', async () => {
    const { partner, step, codes } = await aStepAsking(['Devis'], 'IN_PROGRESS');
    await partner
      .delete(`/processing/step/${String(step.id)}/documents/${codes[0] ?? ''}`)
      .expect(200);
    expect((await fileOf(partner, step.id)).reminder).toBeNull();
    expect((await partner.post(path(step.id)).expect(409)).body).toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });
});

describe('a cancelled request for a document', () => {
  const path = (stepId: number, code = '') =>
    `/processing/step/${String(stepId)}/documents/${code}`;

  it('disappears for the person everywhere, and the person is notified once', async () => {
    const { owner, user, partner, request, step, codes } = await aStepAsking(
      ['Devis', 'Bail'],
      'IN_PROGRESS',
    );
    const [quote = '', lease = ''] = codes;
    const before = await fileOf(partner, step.id);
    await partner.delete(path(step.id, quote)).expect(200);

    const file = await fileOf(partner, step.id);
    expect(file.row).toMatchObject({ awaitedDocuments: 1, deadline: { dueOn: null } });
    expect(file.step.version).toBe(before.step.version + 1);
    const work = (await owner.get('/requests/yourTurn').expect(200)).body as object;
    expect(JSON.stringify(work)).toContain('Bail');
    expect(JSON.stringify(work)).not.toContain('Devis');
    expect(
      (await noticesOf(owner)).map(({ kind, documents }) => [kind, documents]).slice(0, 2),
    ).toEqual([
      ['DOCUMENT_NOT_NEEDED', ['Devis']],
      ['DOCUMENTS_ASKED', ['Bail']],
    ]);
    expect(await mailsOf(user.email)).toEqual(['documentsExpected', 'documentNotNeeded']);
    await handIn(owner, step.id, 'devis.pdf', quote).expect(422);
    const { items } = (await owner.get(`/requests/${String(request.id)}/history`).expect(200))
      .body as { items: HistoryItem[] };
    expect(items.at(-1)).toMatchObject({ what: 'documentWithdrawn', document: 'Devis' });

    await partner.delete(path(step.id, lease)).expect(200);
    expect((await fileOf(partner, step.id)).row).toMatchObject({
      awaitedDocuments: 0,
      deadline: { dueOn: expect.any(String) as string },
    });
    expect((await noticesOf(owner)).map(({ kind }) => kind)).not.toContain('DOCUMENTS_ASKED');
    // It can be asked for again.
    const { step: now } = await fileOf(partner, step.id);
    await saveStep(partner, step.id, 'IN_PROGRESS', 10, {
      version: now.version,
      documents: [quote],
    }).expect(200);
    expect((await fileOf(partner, step.id)).row.awaitedDocuments).toBe(1);
  });

  it('unblocks the step when no other document is awaited', async () => {
    const { partner, step, codes } = await aStepAsking(['Devis', 'Bail'], 'BLOCKED');
    const status = async () => (await fileOf(partner, step.id)).step.status.code;
    await partner.delete(path(step.id, codes[0])).expect(200);
    expect(await status()).toBe('BLOCKED');
    await partner.delete(path(step.id, codes[1])).expect(200);
    expect(await status()).toBe('IN_PROGRESS');
  });

  it('is refused for a document that has arrived or was never requested, and on a closed step', async () => {
    const { owner, partner, step, codes } = await aStepAsking(['Devis', 'Bail'], 'IN_PROGRESS');
    const [quote = '', lease = ''] = codes;
    await handIn(owner, step.id, 'devis.pdf', quote).expect(201);
    await partner.delete(path(step.id, quote)).expect(422);
    await partner.delete(path(step.id, 'AUTRE')).expect(422);
    await app.db.supportRequest.update({
      where: { id: step.requestId },
      data: { status: 'EN_ATTENTE' },
    });
    expect((await partner.delete(path(step.id, lease)).expect(409)).body).toMatchObject({
      code: 'REQUEST_ON_HOLD',
    });
    await app.db.supportRequest.update({
      where: { id: step.requestId },
      data: { status: 'ENTAME' },
    });
    await saveStep(partner, step.id, 'PROCESSED', 100).expect(200);
    expect((await partner.delete(path(step.id, lease)).expect(409)).body).toMatchObject({
      code: 'STEP_CLOSED',
    });
  });
});
