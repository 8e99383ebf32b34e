import { endpoints, isForResponsibles, type Endpoint, type EndpointId } from '@wasl/contracts';
import {
  administrationCalls,
  type AdministrationCall,
  type AdministrationCallId,
} from '@wasl/contracts/administration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { actors, createFixture, type Fixture } from './testing/access/fixture.ts';
import type { Row } from './testing/access/row.ts';
import { accessRows as matrix } from './testing/access/rows.ts';
import { anAdministrator, browserClient, callAdministration } from './testing/administrators.ts';
import { createTestApp, testClient, type TestApp, type TestClient } from './testing/index.ts';

describe('access to every call', () => {
  let app: TestApp;
  let administrator: TestClient;
  beforeAll(async () => {
    app = await createTestApp();
    administrator = (await anAdministrator(app)).client;
  });
  afterAll(async () => {
    await app.close();
  });

  it('covers every call of the contract', () => {
    expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort());
  });

  // A new fixture for each call after one that changed its rows.
  let untouched: Fixture | undefined;
  it.each(Object.entries(matrix) as [EndpointId, Row][])('%s', async (id, row) => {
    const fx = untouched ?? (await createFixture(app));
    untouched = undefined;
    const answered: Record<string, number> = {};
    // An administrator's cookies change nothing: they are anonymous to the portal.
    answered.administrator = (await row.call(administrator, fx)).status;
    for (const actor of actors) answered[actor] = (await row.call(fx.clients[actor], fx)).status;
    const isRead = endpoints[id].method === 'get';
    if (isRead || Object.values(answered).every((status) => status >= 400)) untouched = fx;
    const wanted = Object.fromEntries(actors.map((actor, i) => [actor, row.statuses[i]]));
    expect({ id, ...answered }).toEqual({ id, ...wanted, administrator: row.statuses[0] });
  });
});

describe('access to every call of the administration', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  // The answer to an empty body. Only administrators learn that the call exists.
  const ofAdministrator: Readonly<Record<AdministrationCallId, number>> = {
    readAdministrator: 200,
    beginSetUp: 400,
    confirmSetUp: 400,
    signIn: 400,
    signOut: 200,
    readWaiting: 200,
    listApprovals: 200,
    decideApprovals: 400,
    listUnrouted: 200,
    listOrganisations: 200,
    listDefaults: 200,
    setDefault: 400,
    assignRequests: 400,
    searchOrganisations: 200,
    readOrganisation: 200,
    saveOrganisation: 400,
    setAgentAbsence: 400,
    moveFiles: 400,
    endAgentAbsence: 200,
    listFailures: 400,
    retryFailures: 400,
    readMonthReport: 400,
    exportMonthReport: 400,
    readNotice: 200,
    publishNotice: 400,
    endNotice: 400,
    readHistory: 200,
    findPeople: 400,
    readPerson: 200,
    actOnPerson: 400,
    exportPerson: 200,
    readErasure: 200,
    erasePerson: 400,
    startMerge: 400,
    cancelMerge: 200,
    restoreRequest: 400,
    removeFile: 400,
    correctAddress: 400,
    readReference: 200,
    readList: 200,
    saveList: 400,
    readJourneyChoices: 200,
    readJourney: 200,
    createJourney: 400,
    saveJourney: 400,
  };

  it.each(Object.entries(ofAdministrator))('%s', async (id, status) => {
    const fx = await createFixture(app);
    const active = await anAdministrator(app);
    const suspended = await anAdministrator(app);
    await suspended.service.suspend(suspended.email, { by: 'Omar', reason: null });
    const { secret } = await app.make.aKey({ partnerId: fx.partnerP });
    const clients: Readonly<Record<string, TestClient>> = {
      ...fx.clients,
      key: testClient(app.baseUrl, secret),
      suspended: suspended.client,
      sessionAlone: browserClient(app.baseUrl, active.session),
      withoutSession: browserClient(app.baseUrl, active.browser),
      administrator: active.client,
    };
    const call = administrationCalls[id as AdministrationCallId] as AdministrationCall;
    const answered: Record<string, number> = {};
    for (const [name, client] of Object.entries(clients))
      answered[name] = (await callAdministration(client, call, fx)).status;
    expect(answered).toEqual({
      ...Object.fromEntries(Object.keys(clients).map((name) => [name, 404])),
      withoutSession: call.isBeforeSignIn ? status : 401,
      administrator: status,
    });
  });
});

describe('an agent who is not a responsable', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    await app.close();
  });
  const governed = (Object.entries(endpoints) as [EndpointId, Endpoint][]).filter(([, endpoint]) =>
    isForResponsibles(endpoint.permission),
  );

  it('cannot make decisions about their own organisation or another one', async () => {
    const fx = await createFixture(app);
    for (const partnerId of [fx.partnerP, (await app.make.aPartner()).id]) {
      const plain = await app.as(await app.make.anAgent({ partnerId, isResponsible: false }));
      for (const [id] of governed) {
        const answer = await matrix[id].call(plain, fx);
        expect({ id, status: answer.status }).toEqual({ id, status: 403 });
      }
    }
    expect(governed.map(([id]) => id).sort()).toEqual([
      'approveAgent',
      'approveColleague',
      'changeAssignment',
      'closeColleague',
      'confirmKey',
      'confirmWebhook',
      'createKey',
      'createWebhook',
      'deleteWebhook',
      'getDesk',
      'handOverFiles',
      'listDeliveries',
      'listKeys',
      'listWebhooks',
      'removePartnerLogo',
      'replayDelivery',
      'replayFailed',
      'revokeKey',
      'rotateWebhookSecret',
      'setAgentServices',
      'setColleagueRole',
      'setWebhookState',
      'testWebhook',
      'updateWebhook',
      'uploadPartnerLogo',
    ]);
  });
});

describe('the router and the contracts', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('serves each call of the contract under its path and method', async () => {
    const missing: string[] = [];
    for (const endpoint of Object.values(endpoints) as Endpoint[]) {
      const address = endpoint.path.replaceAll(/:\w+/g, '1');
      const answer = await fetch(`${app.baseUrl}/api${address}`, { method: 'OPTIONS' });
      const allowed = answer.headers.get('allow') ?? '';
      if (!allowed.includes(endpoint.method.toUpperCase()))
        missing.push(`${endpoint.method} ${endpoint.path}`);
    }
    expect(missing).toEqual([]);
  });
});
