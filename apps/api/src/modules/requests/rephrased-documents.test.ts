import type { RequestDocumentView, RequestView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  addDocument,
  allOf,
  madeBefore,
  namesOneThing,
  partnerReadCalls,
  readAs,
  useTestApp,
} from '../../testing/index.ts';
import { requestAdministration } from './administration.service.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });

/** A request that was submitted with a business plan, begun by an agent, and sent back to rephrase. */
async function aRequestSentBack() {
  const service = await app.make.aService();
  const partner = await app.make.aPartner({ serviceItems: [service] });
  const agent = await app.make.anAgent({ partnerId: partner.id });
  const user = await app.make.aBeneficiary();
  const { id, numRequest } = await app.make.aRequest({
    beneficiaryId: user.id,
    serviceItems: [service],
  });
  const client = await app.as(user);
  const hand = async (code: string, filename: string): Promise<RequestDocumentView> =>
    (await addDocument(client, id, code, filename).expect(201)).body as RequestDocumentView;
  const submit = () =>
    client
      .put('/requests/observationAndStatus', { idRequest: id, newStatus: { code: 'NOUVEAU' } })
      .expect(200);
  await hand('BUSINESS_PLAN', 'plan.pdf');
  await submit();
  await app.db.processingStep.updateMany({
    where: { requestId: id },
    data: { status: 'IN_PROGRESS', percent: 20 },
  });
  await requestAdministration(app.deps).sendBack(numRequest, 'Précisez le besoin.');
  const step = await app.db.processingStep.findFirstOrThrow({ where: { requestId: id } });
  expect(step).toMatchObject({ status: 'REJECTED', partnerId: partner.id });
  return { id, user, client, desk: await app.as(agent), stepId: step.id, hand, submit };
}
const stateOf = async (id: number) =>
  await app.db.supportRequest.findUniqueOrThrow({
    where: { id },
    select: { status: true, observation: true },
  });
const corrections = (id: number) =>
  app.db.historyEvent.findMany({
    where: { requestId: id, fromStatus: 'A_REFOURMULER' },
    select: { kind: true, toStatus: true, actorId: true },
  });

describe('a document uploaded while its request is to be rephrased', () => {
  // The calls only read, so all of them share one request.
  const read = madeBefore(async () => {
    const request = await aRequestSentBack();
    const other = await request.hand('DEFAULT_DOC', 'relevé secret.pdf');
    // The document that the organisation has read is replaced too.
    const plan = await request.hand('BUSINESS_PLAN', 'nouveau secret.pdf');
    return { request, other, plan };
  });
  it.each(partnerReadCalls())(
    'is hidden from the organisation of the earlier submission in %s',
    async (id, endpoint) => {
      const { request, other, plan } = read;
      for (const document of [other, plan]) {
        const answer = await readAs(request.desk, [id, endpoint], {
          requestId: request.id,
          stepId: request.stepId,
          requestFileKey: document.filename,
          stepFileKey: document.filename,
        });
        // A malformed call would pass this test for another reason.
        expect([200, 404]).toContain(answer.status);
        if (namesOneThing(id, endpoint)) expect(answer.status).toBe(404);
        const text = allOf(answer);
        expect(text).not.toContain('secret.pdf');
        for (const { filename } of [other, plan]) expect(text).not.toContain(filename);
      }
    },
  );

  it('makes the request a draft again, as an update does, and keeps the observation', async () => {
    const { id, user, client, desk, hand } = await aRequestSentBack();
    await desk.get(`/requests/${String(id)}`).expect(200);
    await hand('DEFAULT_DOC', 'relevé.pdf');
    expect(await stateOf(id)).toEqual({
      status: 'EN_COURS_DE_CREATION',
      observation: 'Précisez le besoin.',
    });
    expect(await corrections(id)).toEqual([
      { kind: 'UPDATED', toStatus: 'EN_COURS_DE_CREATION', actorId: user.id },
    ]);
    const seen = (await client.get(`/requests/${String(id)}`).expect(200)).body as RequestView;
    expect(seen.abilities).toMatchObject({ canEdit: true, canSubmit: true });
    await desk.get(`/requests/${String(id)}`).expect(404);
  });

  it('is included in the next submission', async () => {
    const { id, desk, hand, submit } = await aRequestSentBack();
    const { filename } = await hand('DEFAULT_DOC', 'relevé.pdf');
    await submit();
    const seen = (await desk.get(`/requests/${String(id)}`).expect(200)).body as RequestView;
    expect(seen.documents.map(({ originalName }) => originalName)).toEqual([
      'plan.pdf',
      'relevé.pdf',
    ]);
    await desk.get(`/downloadFileRequest/${filename}`).expect(200);
  });

  it('makes the request a draft when it is removed', async () => {
    const { id, client } = await aRequestSentBack();
    const path = `/requests/${String(id)}/document/`;
    await client.delete(`${path}DEFAULT_DOC`).expect(404);
    expect((await stateOf(id)).status).toBe('A_REFOURMULER');
    await client.delete(`${path}BUSINESS_PLAN`).expect(200);
    expect((await stateOf(id)).status).toBe('EN_COURS_DE_CREATION');
  });
});
