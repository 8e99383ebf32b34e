// @module-tag slow

import { openApiDocument } from '@wasl/contracts/openapi';
import { beforeAll, describe, expect, it } from 'vitest';

import { requestCopiesRepository } from './modules/requests/index.ts';
import { testPassword, useTestApp } from './testing/index.ts';
import { type ApiDocument, type RandomCall, randomCalls } from './testing/random-calls.ts';

/** Traces of the inside: a stack, a query, a library, a path of the server. */
const inside =
  /\bat .+\.(?:ts|js|mjs):\d+|node_modules|\bprisma\b|invocation|\b(?:SELECT|INSERT INTO|UPDATE) .+\b(?:FROM|VALUES|SET)\b|syntax error at|violates .+ constraint|relation "|ECONNREFUSED|\/apps\/api\//i;

describe('random calls made from the OpenAPI document (S48)', () => {
  let callers: readonly ({ id: string } | null)[];
  const tokens = new Map<string, string>();
  let known: Record<string, (string | number)[]>;

  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '10000' } });
  beforeAll(async () => {
    const { make } = app;
    for (const code of ['NOUVEAU', 'EN_COURS_DE_CREATION']) await make.anItem('STATUS', { code });
    const document = await make.anItem('DOCUMENT');
    await make.theRuleSets();
    const service = await make.aService();
    const partner = await make.aPartner({ serviceItems: [service] });
    const beneficiary = await make.aBeneficiary();
    const agent = await make.anAgent({ partnerId: partner.id });
    const draft = await make.aRequest({ beneficiaryId: beneficiary.id });
    const submitted = await make.aRequest({ beneficiaryId: beneficiary.id, status: 'NOUVEAU' });
    const step = await make.aStep({ requestId: submitted.id, partnerId: partner.id });
    const journey = await make.aJourney();
    const simulation = await make.aSimulation(beneficiary.id);
    const requests = [draft.id, submitted.id];
    known = {
      id: [...requests, partner.id, journey.id, beneficiary.id, agent.id],
      idRequest: requests,
      requestId: requests,
      stepId: [step.id],
      processingStepId: [step.id],
      partnerId: [partner.id],
      email: [beneficiary.email, agent.email],
      password: [testPassword],
      parent: ['SERVICE', 'STATUS'],
      services: [service.code],
      code: [service.code, 'NOUVEAU'],
      documents: [document.code],
      simulation_prime_id: [simulation.id],
    };
    callers = [null, beneficiary, agent, beneficiary, agent];
  });

  /** The caller's token; a call may have ended the one before, by signing out for instance. */
  async function tokenFor(caller: { id: string } | null): Promise<string | null> {
    if (caller === null) return null;
    const token = tokens.get(caller.id) ?? (await app.tokenOf(caller));
    tokens.set(caller.id, token);
    return token;
  }

  async function make(call: RandomCall, token: string | null): Promise<Response> {
    return await fetch(`${app.baseUrl}/api${call.path}`, {
      method: call.method.toUpperCase(),
      ...(call.method === 'get' || call.body === null ? {} : { body: call.body }),
      headers: {
        ...(call.contentType === null ? {} : { 'content-type': call.contentType }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
    });
  }

  it('5,000 of them: no 5xx, no stack and no SQL in an answer, and the server lives on', async () => {
    const next = randomCalls(openApiDocument() as unknown as ApiDocument, 20_261_121, known);
    const faults: string[] = [];
    const counts = new Map<number, number>();
    const made = new Set<string>();
    const one = async (index: number): Promise<void> => {
      const call = next();
      const caller = callers[index % callers.length] ?? null;
      const answer = await make(call, await tokenFor(caller));
      if (answer.status === 401 && caller !== null) tokens.delete(caller.id);
      const isText = /json|text/.test(answer.headers.get('content-type') ?? '');
      const text = isText ? await answer.text() : (await answer.arrayBuffer(), '');
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      made.add(call.operation);
      // This server hears nobody: its one stream says so.
      const isDeaf = call.operation === 'followChanges' && answer.status === 503;
      if ((answer.status >= 500 && !isDeaf) || inside.test(text)) {
        const body = typeof call.body === 'string' ? call.body.slice(0, 300) : '';
        faults.push(
          `${call.method} ${call.path.slice(0, 200)} ${body} → ${String(answer.status)} ${text.slice(0, 300)}`,
        );
      }
    };
    for (let index = 0; index < 5000; index += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, offset) => one(index + offset)));
    }
    expect(faults).toEqual([]);
    // The calls reach beyond the doors: every operation was made, many were answered well.
    const operations = Object.values((openApiDocument() as unknown as ApiDocument).paths);
    expect(made.size).toBe(operations.flatMap((path) => Object.keys(path)).length);
    expect((counts.get(200) ?? 0) + (counts.get(201) ?? 0)).toBeGreaterThan(300);
    expect(counts.get(400) ?? 0).toBeGreaterThan(300);
    // Whoever wrote: steps say what their requests say.
    expect(await requestCopiesRepository(app.db).differing(5)).toEqual([]);
    const live = await fetch(`${app.baseUrl}/api/health/live`);
    expect(live.status).toBe(200);
  });
});
