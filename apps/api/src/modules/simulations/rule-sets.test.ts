import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { generalExample, nordevExample, type TestClient, useTestApp } from '../../testing/index.ts';

let client: TestClient;
let today = new Date('2026-03-01T12:00:00Z');
const app = useTestApp({ clock: { now: () => today } });
beforeAll(() => app.make.theRuleSets());
beforeEach(async () => {
  today = new Date('2026-03-01T12:00:00Z');
  client = await app.as(await app.make.aBeneficiary());
});

describe('the rule set in force', () => {
  it('is the same for the preview and the calculation, and changes on its day in Morocco', async () => {
    const current = await app.db.premiumRuleSet.findFirstOrThrow({ where: { scheme: 'nordev' } });
    const { body } = await client.get('/premiumRules/nordev').expect(200);
    expect(body).toEqual({
      scheme: 'nordev',
      version: '2026-default',
      validFrom: '2026-01-01',
      source: current.source,
      rules: current.rules,
    });
    const next = await app.db.premiumRuleSet.create({
      data: {
        scheme: 'nordev',
        version: '2026-summer',
        validFrom: new Date('2026-07-01'),
        source: 'Arrêté de l’été',
        rules: { ...(current.rules as object), plafondCommunesPct: 12 },
      },
    });
    const simulated = async () => {
      const answer = await client.post('/simulate-nordev', nordevExample).expect(200);
      const { rulesVersion, sommePrimeCommuneRetenue } = (
        answer.body as { data: Record<string, unknown> }
      ).data;
      return `${String(rulesVersion)} ${String(sommePrimeCommuneRetenue)}`;
    };
    // Morocco is an hour ahead of UTC: its first of July begins at 23:00 UTC.
    today = new Date('2026-06-30T22:59:59Z');
    client = await app.as(await app.make.aBeneficiary());
    expect(await simulated()).toBe('2026-default 15');
    today = new Date('2026-06-30T23:00:00Z');
    expect(await simulated()).toBe('2026-summer 12');
    expect((await client.get('/premiumRules/nordev').expect(200)).body).toMatchObject({
      version: '2026-summer',
    });
    await app.db.simulation.deleteMany({ where: { ruleSetId: next.id } });
    await app.db.premiumRuleSet.delete({ where: { id: next.id } });
  });

  it('returns 503 when none is in force, and rejects an unknown scheme', async () => {
    today = new Date('2025-12-31T12:00:00Z');
    const early = await app.as(await app.make.aBeneficiary());
    await early.get('/premiumRules/general').expect(503);
    await early.post('/simulate', generalExample).expect(503);
    await early.get('/premiumRules/europe').expect(400);
  });
});

describe('the hourly quota', () => {
  it('counts both simulators together for each person', async () => {
    const user = await app.make.aBeneficiary();
    client = await app.as(user);
    await client.post('/simulate', generalExample).expect(200);
    for (let used = 1; used < 119; used += 1) {
      await app.deps.limits.consume('simulation', { account: user.id });
    }
    await client.post('/simulate-nordev', nordevExample).expect(200);
    const answer = await client.post('/simulate', generalExample).expect(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await client.post('/simulate-nordev', nordevExample).expect(429);
    const other = await app.as(await app.make.aBeneficiary());
    await other.post('/simulate', generalExample).expect(200);
  });
});
