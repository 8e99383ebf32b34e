import type { RequestView } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { generalExample, type TestClient, useTestApp } from '../../testing/index.ts';
import { textOfPdf } from '../../testing/pdf-pages.ts';

const app = useTestApp();
beforeAll(() => app.make.theRuleSets());

/** A person with a saved simulation and a draft of one service, which an organisation offers. */
async function aDraft() {
  const service = await app.make.aService();
  const partner = await app.make.aPartner({ serviceItems: [service] });
  const agent = await app.make.anAgent({ partnerId: partner.id });
  const user = await app.make.aBeneficiary();
  const { id } = await app.make.aRequest({ beneficiaryId: user.id, serviceItems: [service] });
  const client = await app.as(user);
  const simulated = await client.post('/simulate', generalExample).expect(200);
  const simulationId = (simulated.body as { simulationPrimeId: number }).simulationPrimeId;
  return { id, client, agent: await app.as(agent), simulationId, service };
}
const at = (id: number) => `/requests/${String(id)}/simulation`;
const documentsOf = async (client: TestClient, id: number) =>
  ((await client.get(`/requests/${String(id)}`).expect(200)).body as RequestView).documents;
const submit = (client: TestClient, id: number) =>
  client
    .put('/requests/observationAndStatus', {
      idRequest: id,
      newStatus: { code: 'NOUVEAU' },
      observations: '',
    })
    .expect(200);

describe('the attached report of a simulation', () => {
  it('is created by the server, is submitted with the request, and shows its rule version to the organisation', async () => {
    const { id, client, agent, simulationId } = await aDraft();
    const { body } = await client.post(at(id), { simulationId }).expect(201);
    const attached = {
      libelle: { code: 'SIMULATION', libelle: expect.any(String) as string },
      originalName: expect.stringMatching(/^PRIME-\d{6}_\d{4}-\d\d-\d\d\.pdf$/) as string,
      simulation: { id: simulationId, rulesVersion: expect.stringMatching(/\d{4}/) as string },
    };
    expect(body).toMatchObject(attached);
    await submit(client, id);
    const [seen] = await documentsOf(agent, id);
    expect(seen).toMatchObject(attached);
    const pdf = await agent
      .get(`/downloadFileRequest/${seen?.filename ?? ''}`)
      .buffer(true)
      .expect(200);
    expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await textOfPdf(pdf.body as Buffer)).toContain(generalExample.intituleProjet);
  });

  it('is attached once, stays when the request is saved with its documents, and can be removed', async () => {
    const { id, client, simulationId, service } = await aDraft();
    await client.post(at(id), { simulationId }).expect(201);
    await client.post(at(id), { simulationId }).expect(201);
    expect(await documentsOf(client, id)).toHaveLength(1);
    const input = { description: '', services: [service.code], documents: ['SIMULATION'] };
    const put = (over: object) =>
      client
        .put(`/requests/${String(id)}`)
        .field('createRequestDto', JSON.stringify({ ...input, ...over }))
        .expect(200);
    await put({});
    expect(await documentsOf(client, id)).toHaveLength(1);
    await client.delete(`/requests/${String(id)}/document/SIMULATION`).expect(200);
    expect(await documentsOf(client, id)).toEqual([]);
  });

  it('is submitted with a journey without document types, and remains after its simulation is deleted', async () => {
    const { id, client, simulationId } = await aDraft();
    const journey = await app.make.aJourney();
    await client
      .put(`/requests/${String(id)}`)
      .field('createRequestDto', JSON.stringify({ description: '', journeyDef: journey.id }))
      .expect(200);
    await client.post(at(id), { simulationId }).expect(201);
    const preview = await client.get(`/requests/${String(id)}/submission`).expect(200);
    expect(preview.body).toMatchObject({ unaskedDocuments: [] });
    await submit(client, id);
    await client.delete(`/simulations/${String(simulationId)}`).expect(200);
    expect(await documentsOf(client, id)).toMatchObject([
      { simulation: { id: null, rulesVersion: expect.any(String) as string } },
    ]);
  });

  it('can be attached only from a person’s simulation to their own editable request', async () => {
    const [own, foreign] = [await aDraft(), await aDraft()];
    await own.client.post(at(own.id), { simulationId: foreign.simulationId }).expect(404);
    await own.client.post(at(foreign.id), { simulationId: own.simulationId }).expect(404);
    expect(await documentsOf(own.client, own.id)).toEqual([]);
    await submit(own.client, own.id);
    await own.client.post(at(own.id), { simulationId: own.simulationId }).expect(409);
  });
});
