import { endpoints, type EndpointId } from '@wasl/contracts';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { referenceService } from './modules/reference/index.ts';
import { deadlinesRepository, loadStatusLabels } from './modules/requests/index.ts';
import { actors, createFixture, type ActorName, type Fixture } from './testing/access/fixture.ts';
import { accessRows as rows } from './testing/access/rows.ts';
import { useTestApp } from './testing/index.ts';
import { watchStatements } from './testing/watch-statements.ts';

/**
 * Statements of a call, including BEGIN and COMMIT: the cost of a call on a full database and a busy machine. The
 * session and the reference lists are cached already. A higher limit needs a reason here.
 */
const limits: Partial<Record<EndpointId, number>> = {
  getCurrentUser: 1,
  getCurrentUserPartner: 1,
  listSessions: 1,
  listRecordAccesses: 2,
  paramsByParentI18n: 0,
  paramsNames: 0,
  listPartners: 1,
  // One counts the results.
  searchPartners: 2,
  getPartner: 1,
  listDocumentTypes: 1,
  searchJourneyDefs: 0,
  getJourneyDef: 0,
  listProposals: 1,
  listImports: 1,
  listFiledRequests: 1,
  listCounterChoices: 1,
  findCounterPeople: 1,
  filterRequests: 1,
  getYourTurn: 1,
  // For an agent one more statement records the access.
  getRequest: 2,
  getReceipt: 1,
  requestHistory: 1,
  previewSubmission: 8,
  // One records the access.
  listSteps: 2,
  filterWorklist: 1,
  countWorklist: 1,
  // One records the access.
  getStepDocuments: 2,
  getStepFile: 2,
  findNeighbours: 1,
  getToday: 1,
  getMessages: 1,
  listThreads: 1,
  getNotes: 1,
  listNotices: 1,
  getUnread: 1,
  getStatistics: 1,
  getDesk: 1,
  downloadFileStep: 2,
  downloadFileRequest: 2,
  // The service's code is cached.
  createRequest: 4,
  updateRequest: 6,
  updateStep: 6,
  // For a step with this owner already; a change costs two more.
  setStepOwner: 5,
  sendMessage: 7,
  // The last of them reads the users that the note mentions.
  addNote: 5,
};

/** Calls that read by POST. */
const reads: readonly EndpointId[] = [
  'searchPartners',
  'searchJourneyDefs',
  'filterRequests',
  'listSteps',
  'filterWorklist',
  'countWorklist',
  'exportWorklist',
  'findCounterPeople',
  'findNeighbours',
];

describe('the number of statements of each call', () => {
  const app = useTestApp({ isListening: true });
  beforeAll(async () => {
    await app.deps.signals.waitUntilSynced();
  });

  // Reading calls share a fixture; each writing call has a new one.
  let readers: Promise<Fixture> | undefined;
  /** The maximum number of statements over all permitted callers. */
  const mostOf = async (id: EndpointId): Promise<number> => {
    const { call, statuses } = rows[id];
    const isRead = endpoints[id].method === 'get' || reads.includes(id);
    const allowed = actors.filter((_, place) => (statuses[place] ?? 500) < 300);
    const sent = async (actor: ActorName): Promise<number> => {
      const fx = await (isRead ? (readers ??= createFixture(app)) : createFixture(app));
      if (isRead) await call(fx.clients[actor], fx);
      else await fx.clients[actor].get('/unread');
      // Waits for the notifications of the rows that were just written.
      await app.deps.signals.waitUntilSynced();
      await loadStatusLabels(app.db);
      await referenceService(app.db).codes('SERVICE');
      await deadlinesRepository(app.db).holidays();
      const texts = watchStatements();
      await call(fx.clients[actor], fx);
      vi.restoreAllMocks();
      // The proof of freshness belongs to no call.
      return texts.filter((text) => !text.includes('pg_notify')).length;
    };
    let most = 0;
    for (const actor of allowed) most = Math.max(most, await sent(actor));
    return most;
  };

  it('is at most 9 for submitting a request of two services', async () => {
    const services = [await app.make.aService(), await app.make.aService()];
    const partner = await app.make.aPartner({ serviceItems: services });
    await app.make.anAgent({ partnerId: partner.id });
    const client = await app.as(await app.make.aBeneficiary());
    const input = { description: 'Un financement', services: services.map(({ code }) => code) };
    const draft = await client
      .post('/requests')
      .field('createRequestDto', JSON.stringify(input))
      .expect(201);
    const { id: idRequest } = draft.body as { id: number };
    await loadStatusLabels(app.db);
    await deadlinesRepository(app.db).holidays();
    const texts = watchStatements();
    await client
      .put('/requests/observationAndStatus', { idRequest, newStatus: 'NOUVEAU' })
      .expect(200);
    vi.restoreAllMocks();
    expect(texts.filter((text) => !text.includes('pg_notify')).length).toBeLessThanOrEqual(9);
  });

  it('is at most 7 for claiming a step', async () => {
    const agent = await app.make.anAgent();
    const step = await app.make.aStep({ partnerId: agent.partnerId });
    const client = await app.as(agent);
    // Caches the caller's session.
    await client.get('/unread').expect(200);
    const texts = watchStatements();
    await client
      .post(`/processing/step/owner/${String(step.id)}`, { owner: agent.id, expected: null })
      .expect(200);
    vi.restoreAllMocks();
    expect(texts.filter((text) => !text.includes('pg_notify')).length).toBeLessThanOrEqual(7);
  });

  it.each(Object.entries(limits) as [EndpointId, number][])(
    'for %s is at most %i',
    async (id, limit) => {
      expect(await mostOf(id)).toBeLessThanOrEqual(limit);
    },
  );
});
