import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../testing/index.ts';
import { runAdmin } from './index.ts';

let app: TestApp;
let out: string[] = [];
let faults: string[] = [];

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  await app.close();
});
beforeEach(() => {
  out = [];
  faults = [];
});

const accesses = async (email: string) =>
  await runAdmin({
    environment: {},
    words: ['person', 'accesses', email],
    open: () => Promise.resolve({ deps: app.deps, close: () => Promise.resolve() }),
    seed: () => Promise.resolve(0),
    print: (line) => out.push(line),
    printFault: (line) => faults.push(line),
  });

it('tells which agents opened a person’s requests, and whose an agent opened', async () => {
  const user = await app.make.aBeneficiary();
  const agent = await app.make.anAgent();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
  await (await app.as(agent)).get(`/requests/${String(request.id)}`).expect(200);
  for (const email of [user.email, agent.email.toUpperCase()]) {
    out = [];
    expect(await accesses(email)).toBe(0);
    expect(out).toHaveLength(3);
    for (const cell of ['FILE', agent.email, user.email, request.numRequest])
      expect(out[2]).toContain(cell);
  }
  out = [];
  const other = await app.make.aBeneficiary();
  expect(await accesses(other.email)).toBe(0);
  expect(out).toEqual(['None.']);
  expect(await accesses('nobody@example.org')).toBe(1);
  expect(faults).toEqual(['There is no account with this e-mail.']);
});
