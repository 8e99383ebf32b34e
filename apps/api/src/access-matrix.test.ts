import { endpoints, isForResponsibles, type Endpoint, type EndpointId } from '@wasl/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { actors, createFixture, type Fixture } from './testing/access/fixture.ts';
import type { Row } from './testing/access/row.ts';
import { accessRows as matrix } from './testing/access/rows.ts';
import { createTestApp, type TestApp } from './testing/index.ts';

describe('who gets what from every call', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    await app.close();
  });

  it('knows every call of the contract', () => {
    expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort());
  });

  // A new fixture for each call after one that changed its rows.
  let untouched: Fixture | undefined;
  it.each(Object.entries(matrix) as [EndpointId, Row][])('%s', async (id, row) => {
    const fx = untouched ?? (await createFixture(app));
    untouched = undefined;
    const answered: Record<string, number> = {};
    for (const actor of actors) answered[actor] = (await row.call(fx.clients[actor], fx)).status;
    const isRead = endpoints[id].method === 'get';
    if (isRead || Object.values(answered).every((status) => status >= 400)) untouched = fx;
    const wanted = Object.fromEntries(actors.map((actor, i) => [actor, row.statuses[i]]));
    expect({ id, ...answered }).toEqual({ id, ...wanted });
  });
});

describe('an agent who is no responsable', () => {
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

  it('is refused what decides about the organisation, on their own as on another', async () => {
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
