import type { HistoryItem, NoticeView, RequestView, StepView, WorklistRow } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { handIn, saveStep, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

/** A submitted request with one step, which its organisation has blocked while asking for a quote. */
async function aBlockedStep() {
  const user = await app.make.aBeneficiary();
  const agent = await app.make.anAgent();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
  const quote = await app.make.anItem('DOCUMENT', { libelleFr: 'Devis' });
  const step = await app.make.aStep({
    requestId: request.id,
    partnerId: agent.partnerId,
    titleItemId: request.services[0]?.itemId ?? 0,
  });
  const partner = await app.as(agent);
  await saveStep(partner, step.id, 'BLOCKED', 10, {
    partnerFeedback: 'Il manque le devis',
    documents: [quote.code],
  }).expect(200);
  return { owner: await app.as(user), partner, request, step, quote };
}

describe('a blocked step with a requested document', () => {
  it('keeps its request in progress: the owner follows it and uploads the document', async () => {
    const { owner, request, step, quote } = await aBlockedStep();
    const view = (await owner.get(`/requests/${String(request.id)}`).expect(200))
      .body as RequestView;
    expect(view).toMatchObject({ status: { code: 'ENTAME' }, abilities: { canFollow: true } });

    const steps = await owner
      .post('/journeyInstanceProcessingSteps/list', {
        requestId: request.id,
        pageNumber: 0,
        pageSize: 200,
      })
      .expect(200);
    const [shown] = (
      steps.body as { results: { journeyInstanceProcessingSteps: StepView[] }[] }
    ).results.flatMap((one) => one.journeyInstanceProcessingSteps);
    expect(shown).toMatchObject({ id: step.id, abilities: { canUpload: true } });
    await handIn(owner, step.id, 'devis.pdf', quote.code).expect(201);
  });

  it('is reported by one notice, which links to the follow-up', async () => {
    const { owner, request } = await aBlockedStep();
    const notices = (await owner.get('/notices').expect(200)).body as NoticeView[];
    expect(
      notices
        .filter(({ requestId }) => requestId === request.id)
        .map(({ kind, target }) => [kind, target]),
    ).toEqual([['DOCUMENTS_ASKED', 'FOLLOW_UP']]);
  });

  it('awaits its organisation for all readers once every document is uploaded', async () => {
    const { owner, partner, request, step, quote } = await aBlockedStep();
    const notices = async () => (await owner.get('/notices').expect(200)).body as NoticeView[];
    const lease = await app.make.anItem('DOCUMENT', { libelleFr: 'Bail' });
    await saveStep(partner, step.id, 'BLOCKED', 15, { documents: [lease.code] }).expect(200);
    // A notice that was read no longer shows the step as blocked either.
    const [newest] = await notices();
    await owner.put('/notices/read', { upTo: newest?.id }).expect(200);
    const rowOf = async () => {
      const path = '/journeyInstanceProcessingSteps/filter?size=50';
      const { results } = (await partner.post(path, []).expect(200)).body as {
        results: WorklistRow[];
      };
      return results.find(({ id }) => id === request.id);
    };
    const countsOf = async () =>
      (await partner.post('/journeyInstanceProcessingSteps/counts', []).expect(200)).body as object;
    const ownKinds = async () => (await notices()).map(({ kind }) => kind);

    await handIn(owner, step.id, 'devis.pdf', quote.code).expect(201);
    expect(await rowOf()).toMatchObject({
      processingStepStatus: { code: 'BLOCKED' },
      deadline: { dueOn: null },
    });
    const asked = (await notices()).filter(({ kind }) => kind === 'DOCUMENTS_ASKED');
    expect(asked.map(({ documents }) => documents)).toEqual([['Bail']]);

    await handIn(owner, step.id, 'bail.pdf', lease.code).expect(201);
    expect(await rowOf()).toMatchObject({
      processingStepStatus: { code: 'IN_PROGRESS' },
      percent: 15,
      awaitedDocuments: 0,
      deadline: { dueOn: expect.any(String) as string },
    });
    expect(await countsOf()).toMatchObject({ todo: 1, blocked: 0, waiting: 0 });
    expect(await ownKinds()).not.toContain('DOCUMENTS_ASKED');
    const history = await owner.get(`/requests/${String(request.id)}/history`).expect(200);
    const lines = (history.body as { items: HistoryItem[] }).items.map(({ what }) => what);
    expect(lines.slice(-2)).toEqual(['documentReceived', 'documentReceived']);
    // The agent can block the step again.
    await saveStep(partner, step.id, 'BLOCKED', 10).expect(200);
    expect(await rowOf()).toMatchObject({ processingStepStatus: { code: 'BLOCKED' } });
  });
});
