// @module-tag slow
import {
  endpoints,
  keyScopes,
  type Endpoint,
  type EndpointId,
  type KeyScope,
} from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { actors, createFixture, type Fixture } from './testing/access/fixture.ts';
import { accessRows } from './testing/access/rows.ts';
import { useTestApp } from './testing/index.ts';
import { testClient, type TestClient } from './testing/test-client.ts';

const calls = Object.entries(endpoints) as [EndpointId, Endpoint][];

/**
 * Every call of the contract with every kind of key. The expected answer is derived. A call without a scope refuses all
 * keys. A call with a scope answers a key with that scope like an agent of the organisation, and refuses others.
 */
describe('access of a key to every call', () => {
  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });

  const keyOf = async (partnerId: number, scopes: readonly KeyScope[]): Promise<TestClient> =>
    testClient(app.baseUrl, (await app.make.aKey({ partnerId, scopes: [...scopes] })).secret);

  let refused: Promise<{ fx: Fixture; keys: Record<KeyScope | 'all', TestClient> }> | undefined;
  /** Refused calls change no rows, so all of them share one fixture. */
  const toBeRefused = () =>
    (refused ??= (async () => {
      const fx = await createFixture(app);
      const [a, b, c, d] = await Promise.all(
        keyScopes.map(async (scope) => [scope, await keyOf(fx.partnerP, [scope])] as const),
      );
      const keys = Object.fromEntries([a, b, c, d].flatMap((one) => (one ? [one] : [])));
      return {
        fx,
        keys: { ...keys, all: await keyOf(fx.partnerP, keyScopes) } as Record<
          KeyScope | 'all',
          TestClient
        >,
      };
    })());

  it.each(calls)('%s', async (id, { keyScope }) => {
    const { call, statuses } = accessRows[id];
    const { fx, keys } = await toBeRefused();
    const without = keyScopes.filter((scope) => scope !== keyScope);
    const answered: Record<string, number> = {};
    for (const scope of without) answered[scope] = (await call(keys[scope], fx)).status;
    expect(answered).toEqual(Object.fromEntries(without.map((scope) => [scope, 403])));
    if (keyScope === undefined) {
      expect((await call(keys.all, fx)).status).toBe(403);
      return;
    }
    const ofAgent = (actor: 'Q' | 'P') => statuses[actors.indexOf(actor)];
    const own = await createFixture(app);
    const stranger = await app.make.aPartner();
    expect({
      stranger: (await call(await keyOf(stranger.id, keyScopes), own)).status,
      own: (await call(await keyOf(own.partnerP, [keyScope]), own)).status,
    }).toEqual({ stranger: ofAgent('Q'), own: ofAgent('P') });
  });

  it('is refused on every scoped call after the key has ended or its organisation is inactive', async () => {
    const fx = await createFixture(app);
    const partner = await app.make.aPartner({ refusedAt: new Date() });
    const waiting = await app.make.aPartner({ approvedAt: null });
    const { partnerId: left } = await app.make.anAgent({ disabledAt: new Date() });
    const dead = {
      revoked: { partnerId: fx.partnerP, revokedAt: new Date() },
      expired: { partnerId: fx.partnerP, expiresAt: new Date(Date.now() - 1000) },
      refused: { partnerId: partner.id },
      waiting: { partnerId: waiting.id },
      'with nobody who can sign in': { partnerId: left },
    };
    for (const [why, over] of Object.entries(dead)) {
      const { secret } = await app.make.aKey({ ...over, scopes: [...keyScopes] });
      const client = testClient(app.baseUrl, secret);
      for (const [id, { keyScope }] of calls) {
        if (keyScope === undefined) continue;
        const { status } = await accessRows[id].call(client, fx);
        expect({ why, id, status }).toEqual({ why, id, status: 401 });
      }
    }
  });

  it('follows the list of calls of each scope', () => {
    const byScope = Object.fromEntries(
      keyScopes.map((scope) => [
        scope,
        calls.filter(([, { keyScope }]) => keyScope === scope).map(([id]) => id),
      ]),
    );
    expect(byScope).toMatchInlineSnapshot(`
      {
        "documents:read": [
          "downloadFileStep",
          "downloadFileRequest",
          "getStepDocuments",
        ],
        "progress:write": [
          "updateStep",
        ],
        "requests:read": [
          "listSteps",
          "filterWorklist",
          "countWorklist",
          "getWorklistMark",
          "exportWorklist",
          "filterRequests",
          "getRequest",
        ],
        "statistics:read": [
          "getStatistics",
          "exportStatistics",
        ],
      }
    `);
  });

  it('excludes chunked uploads and the stream of changes', async () => {
    const { keys } = await toBeRefused();
    expect((await keys.all.post('/uploads')).status).toBe(401);
    expect((await keys.all.get('/changes')).status).toBe(403);
  });
});
