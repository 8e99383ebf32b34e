import { wireDateTime, type RecordAccessView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { runHousekeeping } from '../../platform/jobs/housekeeping.ts';
import { movableClock } from '../../testing/account-samples.ts';
import { addDocument, useTestApp } from '../../testing/index.ts';
import { testClient } from '../../testing/test-client.ts';
import { personDataService } from './index.ts';

const clock = movableClock();
const app = useTestApp({ clock });

/** A person with a submitted request, a document of it, and the agent who has its step. */
async function aFile() {
  const user = await app.make.aBeneficiary();
  const partner = await app.make.aPartner({ titleAr: `وكالة الشمال ${user.id}` });
  const agent = await app.make.anAgent({ partnerId: partner.id, prenom: 'Karim', nom: 'Alaoui' });
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const owner = await app.as(user);
  const { body } = await addDocument(owner, request.id, 'BUSINESS_PLAN', 'plan.pdf').expect(201);
  await app.db.supportRequest.update({ where: { id: request.id }, data: { status: 'ENTAME' } });
  const step = await app.make.aStep({ requestId: request.id, partnerId: partner.id });
  const document = `/downloadFileRequest/${(body as { filename: string }).filename}`;
  const list = async (query = ''): Promise<Omit<RecordAccessView, 'id'>[]> =>
    (
      (await (await app.as(user)).get(`/utilisateurs/accesses${query}`).expect(200))
        .body as RecordAccessView[]
    ).map(({ id: _, ...rest }) => rest);
  const filePath = `/processing/steps/${String(step.id)}/file`;
  return { user, owner, partner, agent, request, step, document, list, filePath };
}

describe('the log of accesses to one’s requests', () => {
  it('shows the organisation, the given name, the kind and the count per day', async () => {
    const { owner, partner, agent, request, step, document, list, filePath } = await aFile();
    expect(await list()).toEqual([]);
    const client = await app.as(agent);
    await client.get(filePath).expect(200);
    // The page refreshes and opens a dialog: both count as one access.
    clock.advance(50);
    await client.get(filePath).expect(200);
    await client.get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`).expect(200);
    clock.advance(61);
    const seen = wireDateTime(clock.now());
    await client.get(`/requests/${String(request.id)}`).expect(200);
    clock.advance(600);
    const taken = wireDateTime(clock.now());
    await client.get(document).expect(200);
    clock.advance(600);
    const exported = wireDateTime(clock.now());
    await client.post('/journeyInstanceProcessingSteps/export?format=csv', []).expect(200);
    // The owner's reading is not recorded.
    await owner.get(`/requests/${String(request.id)}`).expect(200);
    await owner.get(document).expect(200);

    const shared = {
      organisation: partner.title,
      agent: 'Karim',
      isBySystem: false,
      requestId: request.id,
      numRequest: request.numRequest,
    };
    expect(await list()).toEqual([
      { ...shared, kind: 'EXPORT', times: 1, at: exported },
      { ...shared, kind: 'DOCUMENT', times: 1, at: taken },
      { ...shared, kind: 'FILE', times: 2, at: seen },
    ]);
    expect(await list('?size=1&page=1')).toMatchObject([{ kind: 'DOCUMENT' }]);
    expect(await list('?lang=ar&size=1')).toMatchObject([{ organisation: partner.titleAr }]);
    clock.advance(24 * 3600);
    await (await app.as(agent)).get(filePath).expect(200);
    expect((await list()).map(({ kind, times }) => `${kind} ${String(times)}`)).toEqual([
      'FILE 1',
      'EXPORT 1',
      'DOCUMENT 1',
      'FILE 2',
    ]);
  });

  it('counts the follow-up dialog of the worklist', async () => {
    const { owner, agent, request, list } = await aFile();
    const asked = { requestId: request.id, pageNumber: 0, pageSize: 200 };
    await owner.post('/journeyInstanceProcessingSteps/list', asked).expect(200);
    const stranger = await app.as(await app.make.anAgent());
    await stranger.post('/journeyInstanceProcessingSteps/list', asked).expect(404);
    expect(await list()).toEqual([]);
    await (await app.as(agent)).post('/journeyInstanceProcessingSteps/list', asked).expect(200);
    expect(await list()).toMatchObject([{ kind: 'FILE', times: 1, requestId: request.id }]);
  });

  it.each(['an agent', 'a key'])('does not count a list view by %s', async (reader) => {
    const { agent, partner, list } = await aFile();
    const { secret } = await app.make.aKey({ partnerId: partner.id, scopes: ['requests:read'] });
    const client = reader === 'a key' ? testClient(app.baseUrl, secret) : await app.as(agent);
    const worklist = await client.post('/journeyInstanceProcessingSteps/filter', []).expect(200);
    const requests = await client.post('/requests/filter', []).expect(200);
    expect([worklist.body, requests.body]).toMatchObject([{ results: [{}] }, [{}]]);
    expect(await list()).toEqual([]);
  });

  it('omits refused calls and the accesses to other people’s requests', async () => {
    const { list, filePath, document, request } = await aFile();
    const stranger = await app.as(await app.make.anAgent());
    await stranger.get(filePath).expect(404);
    await stranger.get(document).expect(404);
    await stranger.get(`/requests/${String(request.id)}`).expect(404);
    expect(await list()).toEqual([]);
    const other = await aFile();
    await (await app.as(other.agent)).get(other.filePath).expect(200);
    expect(await list()).toEqual([]);
    expect(await other.list()).toHaveLength(1);
  });

  it('counts each of many simultaneous openings', async () => {
    const { agent, filePath, list } = await aFile();
    const client = await app.as(agent);
    await Promise.all(Array.from({ length: 20 }, () => client.get(filePath).expect(200)));
    expect(await list()).toMatchObject([{ times: 1 }]);
  });

  it('omits the name of an erased agent, and is deleted with an erased person', async () => {
    const { partner, agent, filePath, list, user, request } = await aFile();
    await (await app.as(agent)).get(filePath).expect(200);
    const data = personDataService(app.deps);
    await data.erase(agent.id, 'owner');
    expect(await list()).toMatchObject([{ agent: null, organisation: partner.title }]);
    await data.erase(user.id, 'owner');
    expect(await app.db.recordAccess.count({ where: { requestId: request.id } })).toBe(0);
  });

  it('is part of the person’s data export, and is deleted after a year', async () => {
    const { agent, filePath, owner, request } = await aFile();
    await (await app.as(agent)).get(filePath).expect(200);
    const { body } = await owner.get('/utilisateurs/export').expect(200);
    expect(body).toMatchObject({ accesses: [{ kind: 'FILE', agent: { prenom: 'Karim' } }] });
    clock.advance(364 * 24 * 3600);
    await runHousekeeping(app.deps);
    const countAccesses = () => app.db.recordAccess.count({ where: { requestId: request.id } });
    expect(await countAccesses()).toBe(1);
    clock.advance(2 * 24 * 3600);
    await runHousekeeping(app.deps);
    expect(await countAccesses()).toBe(0);
  });
});
