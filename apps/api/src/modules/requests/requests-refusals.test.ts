// @module-tag slow
import { describe, expect, it } from 'vitest';

import {
  handIn,
  rateStep,
  samplePdf,
  saveStep,
  submitRequest,
  type TestClient,
  useTestApp,
} from '../../testing/index.ts';

const app = useTestApp();

const write = (client: TestClient, dto: object, id?: number) =>
  (id === undefined ? client.post('/requests') : client.put(`/requests/${String(id)}`)).field(
    'createRequestDto',
    JSON.stringify(dto),
  );

async function aClient() {
  const user = await app.make.aBeneficiary();
  return { user, client: await app.as(user) };
}

describe('another person’s request', () => {
  it('returns 404 in every call, and stays unchanged', async () => {
    const { client } = await aClient();
    const service = await app.make.aService();
    const request = await app.make.aRequest();
    const step = await app.make.aStep({ requestId: request.id });
    const before = await app.db.supportRequest.findUnique({ where: { id: request.id } });
    const id = String(request.id);
    const calls = [
      client.get(`/requests/${id}`),
      client.delete(`/requests/${id}`),
      write(client, { services: [service.code] }, request.id),
      submitRequest(client, request.id),
      client
        .post(`/requests/${id}/document`)
        .field('name', 'DEFAULT_DOC')
        .attach('file', samplePdf, 'x.pdf'),
      client.post('/journeyInstanceProcessingSteps/list', { requestId: request.id }),
      client.get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`),
      rateStep(client, step.id, 5, 'x'),
      handIn(client, step.id, 'x.pdf'),
    ];
    for (const call of calls) {
      const answer = await call.expect(404);
      expect(answer.body).toEqual({
        code: 'NOT_FOUND',
        message: 'Élément introuvable.',
        requestId: expect.any(String) as string,
      });
    }
    expect(await app.db.supportRequest.findUnique({ where: { id: request.id } })).toEqual(before);
    expect(await app.db.historyEvent.count({ where: { requestId: request.id } })).toBe(0);
    expect((await client.post('/requests/filter', []).expect(200)).body).toEqual([]);
  });

  it('returns 404 for an agent without a step on it, or with a step on a draft', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    const foreign = await app.make.aStep();
    const draft = await app.make.aRequest({ status: 'EN_COURS_DE_CREATION' });
    const own = await app.make.aStep({ requestId: draft.id, partnerId: agent.partnerId });
    for (const step of [foreign, own]) {
      await client.get(`/requests/${String(step.requestId)}`).expect(404);
      await client
        .post('/journeyInstanceProcessingSteps/list', { requestId: step.requestId })
        .expect(404);
      await client.get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`).expect(404);
      await saveStep(client, step.id, 'IN_PROGRESS', 5).expect(404);
    }
    expect(
      (await client.post('/journeyInstanceProcessingSteps/filter', []).expect(200)).body,
    ).toMatchObject({ totalElements: 0 });
  });

  it('is hidden from an agent without an organisation', async () => {
    const agent = await app.make.anAgent();
    await app.db.user.update({ where: { id: agent.id }, data: { partnerId: null } });
    await app.make.aStep();
    const client = await app.as(agent);
    expect((await client.post('/requests/filter', []).expect(200)).body).toEqual([]);
    expect(
      (await client.post('/journeyInstanceProcessingSteps/filter', []).expect(200)).body,
    ).toMatchObject({ results: [] });
  });
});

describe('a caller with the other role', () => {
  it('is refused before the body is read', async () => {
    const agent = await app.make.anAgent();
    const request = await app.make.aRequest();
    const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    const asAgent = await app.as(agent);
    const id = String(request.id);
    const owner = await app.as({ id: request.beneficiaryId });
    for (const call of [
      write(asAgent, {}),
      write(asAgent, {}, request.id),
      asAgent.delete(`/requests/${id}`),
      submitRequest(asAgent, request.id),
      asAgent.post(`/requests/${id}/document`).field('name', 'DEFAULT_DOC'),
      asAgent.post(`/processing/step/upload/${String(step.id)}`),
      owner.post('/journeyInstanceProcessingSteps/filter', []),
    ]) {
      expect((await call.expect(403)).body).toMatchObject({ code: 'FORBIDDEN' });
    }
  });
});
