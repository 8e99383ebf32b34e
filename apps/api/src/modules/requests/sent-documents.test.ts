import type { RequestView, SubmissionPreview } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { addDocument, type TestClient, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

const hand = (client: TestClient, id: number, code: string, filename = `${code}.pdf`) =>
  addDocument(client, id, code, filename).expect(201);

/** A draft of one service with a business plan and another document. */
async function aDraft() {
  const service = await app.make.aService();
  const user = await app.make.aBeneficiary();
  const { id } = await app.make.aRequest({ beneficiaryId: user.id, serviceItems: [service] });
  const client = await app.as(user);
  await hand(client, id, 'BUSINESS_PLAN', 'plan.pdf');
  await hand(client, id, 'DEFAULT_DOC', 'secret.pdf');
  const dto = { description: '', urlVideo: null, services: [service.code] };
  const put = (over: object) =>
    client
      .put(`/requests/${String(id)}`)
      .field('createRequestDto', JSON.stringify({ ...dto, ...over }));
  return { user, id, client, put };
}
type Draft = Awaited<ReturnType<typeof aDraft>>;

const codesOf = async ({ client, id }: Draft): Promise<string[]> =>
  ((await client.get(`/requests/${String(id)}`).expect(200)).body as RequestView).documents.map(
    (document) => document.libelle.code,
  );
const removals = async (id: number) =>
  (await app.db.historyEvent.findMany({ where: { requestId: id, kind: 'DOCUMENT_REMOVED' } })).map(
    ({ detail, actorId }) => ({ detail, actorId }),
  );

describe('the documents member of an update', () => {
  it.each([
    ['a document as the request shows it', { libelle: { code: 'BUSINESS_PLAN', libelle: 'Plan' } }],
    ['its code', { code: 'BUSINESS_PLAN' }],
    ['the bare code', 'BUSINESS_PLAN'],
  ])('keeps exactly the listed documents: %s', async (_form, sent) => {
    const draft = await aDraft();
    const answer = await draft.put({ documents: [sent] }).expect(200);
    expect((answer.body as RequestView).documents.map(({ libelle }) => libelle.code)).toEqual([
      'BUSINESS_PLAN',
    ]);
    expect(await codesOf(draft)).toEqual(['BUSINESS_PLAN']);
    expect(await removals(draft.id)).toEqual([{ detail: 'DEFAULT_DOC', actorId: draft.user.id }]);
  });

  it('changes nothing when it is absent or unchanged', async () => {
    const draft = await aDraft();
    await draft.put({}).expect(200);
    await draft.put({ documents: null }).expect(200);
    const { body } = await draft.client.get(`/requests/${String(draft.id)}`).expect(200);
    await draft.put({ documents: (body as RequestView).documents }).expect(200);
    expect(await codesOf(draft)).toEqual(['BUSINESS_PLAN', 'DEFAULT_DOC']);
    expect(await removals(draft.id)).toEqual([]);
  });

  it('can be empty, and can name a document that is not uploaded yet', async () => {
    const draft = await aDraft();
    await draft.put({ documents: ['ILLUSTRATIVE_PRESENTATION'] }).expect(200);
    expect(await codesOf(draft)).toEqual([]);
  });

  it('removes nothing when an entry is invalid or the update is refused', async () => {
    const draft = await aDraft();
    await draft.put({ documents: ['CIN'] }).expect(400);
    await draft.put({ documents: [{ filename: 'plan.pdf' }] }).expect(400);
    await draft.put({ documents: 'BUSINESS_PLAN' }).expect(400);
    await draft.put({ documents: [], services: [] }).expect(422);
    expect(await codesOf(draft)).toEqual(['BUSINESS_PLAN', 'DEFAULT_DOC']);
  });
});

describe('removing a document', () => {
  it('removes this document, is recorded in the history, and allows a new upload', async () => {
    const draft = await aDraft();
    const path = `/requests/${String(draft.id)}/document/DEFAULT_DOC`;
    await draft.client.delete(path).expect(200, { success: true });
    expect(await codesOf(draft)).toEqual(['BUSINESS_PLAN']);
    expect(await removals(draft.id)).toEqual([{ detail: 'DEFAULT_DOC', actorId: draft.user.id }]);
    await draft.client.delete(path).expect(404);
    await hand(draft.client, draft.id, 'DEFAULT_DOC');
    expect(await codesOf(draft)).toEqual(['BUSINESS_PLAN', 'DEFAULT_DOC']);
  });

  it('is allowed only for the owner, while the request can be edited', async () => {
    const draft = await aDraft();
    const path = `/requests/${String(draft.id)}/document/BUSINESS_PLAN`;
    await (await app.as(await app.make.aBeneficiary())).delete(path).expect(404);
    await draft.client.delete(`/requests/${String(draft.id)}/document/CIN`).expect(404);
    for (const [status, expected] of [
      ['NOUVEAU', 409],
      ['ENTAME', 409],
      ['DEMANDE_TRAITE', 409],
      ['SUPPRIME', 404],
      ['A_REFOURMULER', 200],
    ] as const) {
      await app.db.supportRequest.update({ where: { id: draft.id }, data: { status } });
      await draft.client.delete(path).expect(expected);
    }
  });
});

describe('a document that the chosen journey does not request', () => {
  /** A draft whose journey asks only for the business plan. The other document was there before. */
  async function aDraftWithJourney() {
    const draft = await aDraft();
    const agent = await app.make.anAgent();
    const { id: journeyDef } = await app.make.aJourney({
      partnerId: agent.partnerId,
      settings: { create: [{ code: 'BUSINESS_PLAN', mandatory: true }] },
    });
    await draft.put({ services: [], journeyDef }).expect(200);
    const submit = (over: object = {}) =>
      draft.client.put('/requests/observationAndStatus', {
        idRequest: draft.id,
        newStatus: { code: 'NOUVEAU' },
        observations: '',
        ...over,
      });
    return { ...draft, agent, submit };
  }

  it('stays with the draft, and is listed in the submission preview', async () => {
    const draft = await aDraftWithJourney();
    expect(await codesOf(draft)).toEqual(['BUSINESS_PLAN', 'DEFAULT_DOC']);
    const preview = await draft.client.get(`/requests/${String(draft.id)}/submission`).expect(200);
    expect((preview.body as SubmissionPreview).unaskedDocuments).toEqual(['DEFAULT_DOC']);
  });

  it('is not submitted unless the submission names it', async () => {
    const draft = await aDraftWithJourney();
    const answer = await draft.submit().expect(200);
    expect((answer.body as RequestView).documents.map(({ libelle }) => libelle.code)).toEqual([
      'BUSINESS_PLAN',
    ]);
    const desk = await app.as(draft.agent);
    const seen = (await desk.get(`/requests/${String(draft.id)}`).expect(200)).body as RequestView;
    expect(seen.documents.map(({ originalName }) => originalName)).toEqual(['plan.pdf']);
    expect(await removals(draft.id)).toEqual([{ detail: 'DEFAULT_DOC', actorId: draft.user.id }]);
  });

  it('is submitted when the submission names it', async () => {
    const draft = await aDraftWithJourney();
    await draft.submit({ documents: [{ libelle: { code: 'DEFAULT_DOC' } }] }).expect(200);
    const desk = await app.as(draft.agent);
    const seen = (await desk.get(`/requests/${String(draft.id)}`).expect(200)).body as RequestView;
    expect(seen.documents.map(({ originalName }) => originalName)).toEqual([
      'plan.pdf',
      'secret.pdf',
    ]);
    expect(await removals(draft.id)).toEqual([]);
  });

  it('does not exist for a personalised request: all documents are submitted', async () => {
    const draft = await aDraft();
    const preview = await draft.client.get(`/requests/${String(draft.id)}/submission`).expect(200);
    expect((preview.body as SubmissionPreview).unaskedDocuments).toEqual([]);
    await draft.client
      .put('/requests/observationAndStatus', {
        idRequest: draft.id,
        newStatus: { code: 'NOUVEAU' },
        observations: '',
      })
      .expect(200);
    expect(await codesOf(draft)).toEqual(['BUSINESS_PLAN', 'DEFAULT_DOC']);
  });

  it('remains when the submission is refused', async () => {
    const draft = await aDraftWithJourney();
    await draft.client.delete(`/requests/${String(draft.id)}/document/BUSINESS_PLAN`).expect(200);
    expect((await draft.submit().expect(422)).body).toMatchObject({ code: 'DOCUMENT_MISSING' });
    expect(await codesOf(draft)).toEqual(['DEFAULT_DOC']);
  });
});
