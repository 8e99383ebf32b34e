// @module-tag slow

import { endpoints, type Endpoint, type EndpointId } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { requestCopiesRepository } from './modules/requests/index.ts';
import { createFixture, type Fixture } from './testing/access/fixture.ts';
import { fuzzCalls, hasBody, validCall, type FuzzCall } from './testing/fuzz-calls.ts';
import { useTestApp } from './testing/index.ts';

// `npm run fuzz` sets them.
const seed = Number(process.env.FUZZ_SEED ?? 20_261_205);
const count = Number(process.env.FUZZ_CALLS ?? 700);
/** Calls that share one fixture: some of them delete rows that later calls need. */
const perFixture = 2000;

/** Traces of internals: a stack, a query, a library, a server path. */
const inside =
  /\bat .+\.(?:ts|js|mjs):\d+|node_modules|\bprisma\b|invocation|\b(?:SELECT|INSERT INTO|UPDATE) .+\b(?:FROM|VALUES|SET)\b|syntax error at|violates .+ constraint|relation "|ECONNREFUSED|\/apps\/api\//i;

const ids = Object.keys(endpoints) as EndpointId[];
const withBody = ids.filter((id) => hasBody(endpoints[id]));

describe('mutated valid calls', () => {
  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '10000' } });
  const faults: string[] = [];
  const counts = new Map<number, number>();
  const reached = new Set<EndpointId>();

  /** Makes a call; again with a new session, where an earlier call ended the session. */
  async function make(
    fx: Fixture,
    tokens: Record<'A' | 'P', string>,
    call: FuzzCall,
    isRepeated = false,
  ): Promise<void> {
    const { id, method, path, body } = call;
    const sent = body instanceof FormData ? JSON.stringify([...body]) : (body ?? '');
    const shown = `${id}: ${method} ${path.slice(0, 300)} ${sent.slice(0, 1000)}`;
    try {
      const answer = await fetch(`${app.baseUrl}/api${path}`, {
        method,
        ...(body === undefined || method === 'GET' ? {} : { body }),
        headers: {
          authorization: `Bearer ${tokens[call.client]}`,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        signal: AbortSignal.timeout(60_000),
      });
      const isText = /json|text/.test(answer.headers.get('content-type') ?? '');
      const text = isText ? await answer.text() : (await answer.arrayBuffer(), '');
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      if (call.isInBody && ![401, 403, 429].includes(answer.status)) reached.add(id);
      if (answer.status === 401 && !isRepeated) {
        tokens[call.client] = await app.tokenOf(call.client === 'A' ? fx.a : fx.agentP);
        await make(fx, tokens, call, true);
        return;
      }
      // This server has no listen connection, so its one stream is unavailable.
      const hasNoStream = id === 'followChanges' && answer.status === 503;
      if ((answer.status >= 500 && !hasNoStream) || inside.test(text))
        faults.push(`${shown} → ${String(answer.status)} ${text.slice(0, 300)}`);
    } catch (error) {
      faults.push(`${shown} → ${String(error)}`);
    }
  }

  beforeAll(async () => {
    await app.make.theRuleSets();
  });

  it('start from a body that the contract accepts, for every call with a body', async () => {
    const fx = await createFixture(app);
    const invalid: unknown[] = [];
    for (const id of withBody) {
      const endpoint: Endpoint = endpoints[id];
      const { body, fields } = await validCall(id, fx);
      const jsonParts = endpoint.multipart?.jsonParts ?? [];
      const form = fields.map(([name, value]): [string, unknown] => [
        name,
        jsonParts.includes(name) ? JSON.parse(value) : value,
      ]);
      const sent = endpoint.multipart === undefined ? body : Object.fromEntries(form);
      const read = endpoint.body?.safeParse(sent);
      if (read?.success === false) invalid.push([id, sent, read.error.issues]);
    }
    expect(invalid).toEqual([]);
  });

  it(`return a status below 500 for ${String(count)} mutations (seed ${String(seed)})`, async () => {
    for (let done = 0; done < count; done += perFixture) {
      const fx = await createFixture(app);
      const tokens = { A: await app.tokenOf(fx.a), P: await app.tokenOf(fx.agentP) };
      const calls = await fuzzCalls(fx, seed + done, Math.min(perFixture, count - done));
      while (calls.length > 0)
        await Promise.all(calls.splice(0, 10).map((call) => make(fx, tokens, call)));
    }
    expect(faults).toEqual([]);
    expect(withBody.filter((id) => !reached.has(id))).toEqual([]);
    expect((counts.get(200) ?? 0) + (counts.get(201) ?? 0)).toBeGreaterThan(count / 20);
    // The copies of request data on steps match their requests after every write.
    expect(await requestCopiesRepository(app.db).differing(5)).toEqual([]);
  });
});
