import type { RequestView, WorklistRow } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { everyRequest, requestOverview } from '../../admin/request-overview.repository.ts';
import { useTestApp } from '../../testing/index.ts';
import { requestAdministration } from './index.ts';

/** The only status whose code has spaces. Its Prisma enum has another name (docs/wire-names.md). */
const status = 'EN COURS DE QUALIFICATION';

let made: Awaited<ReturnType<typeof aRequestInQualification>>;
const app = useTestApp();
beforeAll(async () => {
  made = await aRequestInQualification();
});

async function aRequestInQualification() {
  await app.make.anItem('STATUS', { code: status, libelleFr: 'En cours de qualification' });
  const [user, agent] = [await app.make.aBeneficiary(), await app.make.anAgent()];
  const request = await app.make.aRequest({ beneficiaryId: user.id, status });
  await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
  return { user, agent, request };
}
const criteria = [{ key: 'status', operation: 'EQUALS', value: status }];

describe('a status code with spaces is spelled the same', () => {
  it('in the owner’s list, its filter and the request', async () => {
    const client = await app.as(made.user);
    const list = await client.post('/requests/filter', criteria).expect(200);
    expect(list.body).toMatchObject([
      { id: made.request.id, status: { code: status, libelle: 'En cours de qualification' } },
    ]);
    const one = await client.get(`/requests/${String(made.request.id)}`).expect(200);
    expect((one.body as RequestView).status.code).toBe(status);
  });

  it('in the organisation’s list', async () => {
    const client = await app.as(made.agent);
    const path = '/journeyInstanceProcessingSteps/filter';
    const answer = await client.post(path, criteria).expect(200);
    expect((answer.body as { results: WorklistRow[] }).results).toMatchObject([
      { id: made.request.id, status: { code: status } },
    ]);
  });

  it('in the owner’s data export', async () => {
    const answer = await (await app.as(made.user)).get('/utilisateurs/export').expect(200);
    expect((answer.body as { requests: object[] }).requests).toMatchObject([{ status }]);
  });

  it('in the administrator’s views', async () => {
    expect(await requestOverview(app.db, made.request.numRequest)).toMatchObject({ status });
    for await (const row of everyRequest(app.db)) expect(row).toMatchObject({ status });
    expect(await requestAdministration(app.deps).listUnrouted()).toMatchObject([{ status }]);
  });
});
