import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { endpoints, type EndpointId } from '@wasl/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { accountRows } from './testing/access/account-rows.ts';
import { actors, createFixture, type ActorName, type Fixture } from './testing/access/fixture.ts';
import { requestRows } from './testing/access/request-rows.ts';
import type { Row } from './testing/access/row.ts';
import { createTestApp, type TestApp } from './testing/index.ts';
import { watchStatements } from './testing/watch-statements.ts';

/**
 * Statements of a call, that of the session and a transaction's BEGIN and COMMIT among them: what a call costs on a database
 * that is full and a machine that is busy. A call that needs more has to say why here.
 */
const limits: Partial<Record<EndpointId, number>> = {
  getCurrentUser: 2,
  getCurrentUserPartner: 2,
  listSessions: 2,
  paramsByParentI18n: 1,
  paramsNames: 1,
  listPartners: 2,
  searchPartners: 2,
  getPartner: 1,
  listDocumentTypes: 3,
  searchJourneyDefs: 3,
  getJourneyDef: 2,
  listImports: 3,
  listFiledRequests: 5,
  filterRequests: 5,
  getYourTurn: 2,
  getRequest: 4,
  getReceipt: 7,
  requestHistory: 6,
  previewSubmission: 8,
  listSteps: 7,
  filterWorklist: 7,
  countWorklist: 2,
  getStepDocuments: 6,
  getStepFile: 8,
  findNeighbours: 2,
  getMessages: 4,
  listThreads: 8,
  getNotes: 3,
  listNotices: 3,
  getUnread: 4,
  getStatistics: 2,
  downloadFileStep: 2,
  downloadFileRequest: 2,
  createRequest: 12,
  updateRequest: 13,
  updateStep: 29,
  setStepOwner: 8,
  sendMessage: 20,
  addNote: 5,
};

const rows: Record<EndpointId, Row> = { ...accountRows, ...requestRows };
/** Calls that read by POST. */
const reads: readonly EndpointId[] = [
  'searchPartners',
  'searchJourneyDefs',
  'filterRequests',
  'listSteps',
  'filterWorklist',
  'countWorklist',
  'exportWorklist',
  'findNeighbours',
];

describe('the statements of each call', () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await createTestApp();
    folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-statements-'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  // Calls that only read find the same people; what one writes has people of its own.
  let readers: Promise<Fixture> | undefined;
  /** The most that the call sends for anybody who may make it. */
  const mostOf = async (id: EndpointId): Promise<number> => {
    const { call, statuses } = rows[id];
    const isRead = endpoints[id].method === 'get' || reads.includes(id);
    const allowed = actors.filter((_, place) => (statuses[place] ?? 500) < 300);
    const sent = async (actor: ActorName): Promise<number> => {
      const fx = await (isRead
        ? (readers ??= createFixture(app, folder))
        : createFixture(app, folder));
      const texts = watchStatements();
      await call(fx.clients[actor], fx);
      vi.restoreAllMocks();
      return texts.length;
    };
    let most = 0;
    for (const actor of allowed) most = Math.max(most, await sent(actor));
    return most;
  };

  it.each(Object.entries(limits) as [EndpointId, number][])('%s: at most %i', async (id, limit) => {
    expect(await mostOf(id)).toBeLessThanOrEqual(limit);
  });
});
