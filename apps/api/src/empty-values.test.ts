// @module-tag slow

import {
  criterion,
  endpoints,
  worklistCriterion,
  type Endpoint,
  type EndpointId,
} from '@wasl/contracts';
import type { Response, Test } from 'supertest';
import { beforeAll, expect, it } from 'vitest';

import { actors, createFixture, type Fixture } from './testing/access/fixture.ts';
import { accessRows } from './testing/access/rows.ts';
import { type TestClient, useTestApp } from './testing/index.ts';

const calls = Object.entries(endpoints) as [EndpointId, Endpoint][];

const requiredMembers = [
  'checkResetToken token',
  'exportStatistics format',
  'exportStatistics from',
  'exportStatistics to',
  'exportWorklist format',
  'findNeighbours stepId',
  'generateNordevReport simulation_prime_nordev_id',
  'generateReport simulation_prime_id',
  'getStatistics from',
  'getStatistics to',
];

const emptyCriteria = (keys: { readonly shape: { readonly key: { readonly value: string } } }[]) =>
  keys.map(({ shape }) => [{ key: shape.key.value, operation: 'EQUALS', value: '' }]);
const ofWorklist = emptyCriteria([...worklistCriterion.options]);
const emptyCodes = ['areas', 'services', 'supportTypes'].flatMap((name) => [
  { [name]: '' },
  { [name]: [''] },
]);
/** POST calls that search, with every criterion empty. */
const searches: readonly (readonly [EndpointId, readonly object[]])[] = [
  ['filterRequests', emptyCriteria([...criterion.options])],
  ['filterWorklist', ofWorklist],
  ['countWorklist', ofWorklist],
  ['searchPartners', [{ title: '' }, ...emptyCodes]],
  ['searchJourneyDefs', [{ title: '' }, { type: '' }, { active: '' }]],
];

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
let fx: Fixture;
beforeAll(async () => {
  fx = await createFixture(app);
});

interface Change {
  /** The browser's language. */
  readonly accepts?: string;
  readonly body?: object;
  readonly client?: TestClient;
}

/** Makes the access matrix call with this query member, as a permitted caller. */
async function answerOf(id: EndpointId, member: string, change: Change = {}): Promise<Response> {
  const { statuses, call } = accessRows[id];
  const mayCall = (['A', 'P'] as const).find((name) => statuses[actors.indexOf(name)] !== 403);
  const { client = fx.clients[mayCall ?? 'A'], accepts = 'fr', body } = change;
  const [name = ''] = member.split('=');
  const at = (path: string): string => {
    const [address = '', search] = path.split('?');
    const query = new URLSearchParams(search);
    query.delete(name);
    return `${address}?${query.toString()}&${member}`;
  };
  const spoken = (test: Test): Test => test.set('accept-language', accepts);
  const asking: TestClient = {
    get: (path) => spoken(client.get(at(path))),
    post: (path, sent) => spoken(client.post(at(path), body ?? sent)),
    put: (path, sent) => spoken(client.put(at(path), body ?? sent)),
    delete: (path) => spoken(client.delete(at(path))),
  };
  return (await call(asking, fx)) as Response;
}

const shown = ({ status, body }: Response): unknown => {
  const { requestId: _, ...rest } = body as { requestId?: string };
  return { status, ...rest };
};

it('treats an empty query member as absent', async () => {
  const refused: string[] = [];
  for (const [id, { query }] of calls) {
    for (const member of Object.keys(query?.shape ?? {})) {
      const { body } = await answerOf(id, `${member}=`);
      const { errors = [] } = body as { errors?: { path: string }[] };
      if (errors.some(({ path }) => path === member)) refused.push(`${id} ${member}`);
    }
  }
  expect(refused.toSorted()).toEqual(requiredMembers);
});

it.each(searches)('%s ignores an empty filter criterion', async (id, bodies) => {
  const all = await answerOf(id, '', { body: Array.isArray(bodies[0]) ? [] : {} });
  expect(all.status).toBe(200);
  for (const body of bodies) {
    const found = await answerOf(id, '', { body });
    expect({ body, ...(shown(found) as object) }).toEqual({ body, ...(shown(all) as object) });
  }
});

it('responds in French to an unknown language, whatever language the browser requests', async () => {
  for (const [id, { method, query, response }] of calls) {
    const asked = async (lang: string, change: Change) =>
      shown(await answerOf(id, `lang=${lang}`, { ...change, accepts: 'ar' }));
    const { anonymous } = fx.clients;
    expect([id, await asked('xx', { client: anonymous })]).toEqual([
      id,
      await asked('fr', { client: anonymous }),
    ]);
    if (query?.shape['lang'] === undefined || !('body' in response)) continue;
    const known = method === 'get' ? await asked('fr', {}) : null;
    const unknown = await asked('xx', {});
    if (known === null)
      expect([id, unknown]).not.toMatchObject([id, { errors: [{ path: 'lang' }] }]);
    else expect([id, unknown]).toEqual([id, known]);
  }
});

it('responds in French when the browser requests no supported language', async () => {
  for (const [id] of calls) {
    const { anonymous: client } = fx.clients;
    expect([id, shown(await answerOf(id, '', { client, accepts: 'xx' }))]).toEqual([
      id,
      shown(await answerOf(id, '', { client, accepts: 'fr' })),
    ]);
  }
});
