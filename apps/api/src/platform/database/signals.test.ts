import { describe, expect, it, vi } from 'vitest';

import {
  generalExample,
  testClient,
  type TestClient,
  testPassword,
  useTestApp,
} from '../../testing/index.ts';
import { useOtherProcess } from '../../testing/other-process.ts';
import { watchStatements } from '../../testing/watch-statements.ts';
import { inTransaction } from './db.ts';
import { cached } from './cached.ts';

const app = useTestApp({ isListening: true });
const other = useOtherProcess(app);

interface Known {
  readonly here: TestClient;
  readonly there: TestClient;
}

/** A person whose session both processes have cached. */
async function known(user: { readonly id: string }): Promise<Known> {
  const token = await app.tokenOf(user);
  const here = testClient(app.baseUrl, token);
  const there = testClient(other.baseUrl, token);
  for (const client of [here, there]) await client.get('/unread').expect(200);
  return { here, there };
}

/** Waits until both processes have received all commits so far. */
async function bothCaughtUp(): Promise<void> {
  await app.deps.signals.waitUntilSynced();
  await other.deps.signals.waitUntilSynced();
}

const lookups = (texts: readonly string[]): number =>
  texts.filter((text) => /from "?sessions/i.test(text)).length;

describe('a cached session', () => {
  it('is not loaded again', async () => {
    await bothCaughtUp();
    const { here, there } = await known(await app.make.aBeneficiary());
    const texts = watchStatements();
    await here.get('/unread').expect(200);
    await there.get('/unread').expect(200);
    expect(lookups(texts)).toBe(0);
  });

  it('ends in both processes once its owner has signed out', async () => {
    await bothCaughtUp();
    const { here, there } = await known(await app.make.aBeneficiary());
    const texts = watchStatements();
    await here.post('/utilisateurs/signOut').expect(200);
    // The response waits for the notification of its own process, so the result is deterministic.
    expect(texts.at(-1)).toContain('pg_notify');
    await here.get('/unread').expect(401);
    await other.deps.signals.waitUntilSynced();
    await there.get('/unread').expect(401);
  });

  it('ends in both processes once another browser has changed the password', async () => {
    await bothCaughtUp();
    const person = await app.make.aBeneficiary();
    const { here, there } = await known(person);
    const chosen = 'Detroit#Bleu27';
    await (
      await app.as(person)
    )
      .post('/utilisateurs/changePassword', {
        currentPassword: testPassword,
        password: chosen,
        confirmPassword: chosen,
      })
      .expect(200);
    await here.get('/unread').expect(401);
    await other.deps.signals.waitUntilSynced();
    await there.get('/unread').expect(401);
  });

  it('refuses an agent whose access a colleague has ended', async () => {
    await bothCaughtUp();
    const agent = await app.make.anAgent();
    const colleague = await app.make.anAgent({ partnerId: agent.partnerId });
    const { here, there } = await known(agent);
    await (
      await app.as(colleague)
    )
      .delete(`/partners/${String(agent.partnerId)}/agents/${agent.id}`)
      .expect(200);
    expect((await here.get('/unread')).status).toBeGreaterThan(400);
    await other.deps.signals.waitUntilSynced();
    expect((await there.get('/unread')).status).toBeGreaterThan(400);
  });

  it('is loaded again after a statement of the administrator changes the person', async () => {
    await bothCaughtUp();
    const person = await app.make.aBeneficiary();
    const { here, there } = await known(person);
    await app.db.$executeRaw`UPDATE users SET disabled_at = now() WHERE id = ${person.id}::uuid`;
    await bothCaughtUp();
    for (const client of [here, there]) await client.get('/unread').expect(403);
  });

  it('remains cached when its last use is recorded', async () => {
    await bothCaughtUp();
    const { here } = await known(await app.make.aBeneficiary());
    await app.db.session.updateMany({ data: { lastSeenAt: new Date(0) } });
    await bothCaughtUp();
    const texts = watchStatements();
    await here.get('/unread').expect(200);
    expect(lookups(texts)).toBe(0);
  });

  it('is loaded for each call while the process has no listen connection', async () => {
    await bothCaughtUp();
    const { here } = await known(await app.make.aBeneficiary());
    const speakers = async (): Promise<{ pid: number }[]> =>
      await app.db.$queryRaw`
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'wasl signals'`;
    const before = await speakers();
    await app.db.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'wasl signals'`;
    await vi.waitFor(() => expect(app.deps.signals.isFresh()).toBe(false));
    const texts = watchStatements();
    await here.get('/unread').expect(200);
    expect(lookups(texts)).toBe(1);
    vi.restoreAllMocks();

    // It reconnects by itself.
    await vi.waitFor(
      async () => {
        await bothCaughtUp();
        expect(app.deps.signals.isFresh() && other.deps.signals.isFresh()).toBe(true);
      },
      { timeout: 20_000 },
    );
    const after = await speakers();
    expect(after).toHaveLength(2);
    expect(after.map(({ pid }) => pid)).not.toEqual(before.map(({ pid }) => pid));
    await here.get('/unread').expect(200);
    const again = watchStatements();
    await here.get('/unread').expect(200);
    expect(lookups(again)).toBe(0);
  });
});

describe('cached reference lists', () => {
  const readsOf = (texts: readonly string[]): number =>
    texts.filter((text) => text.includes('reference_items')).length;

  it('are loaded once, until a list changes in any process', async () => {
    await app.make.anItem('SECTEUR', { code: 'PECHE', libelleFr: 'Pêche' });
    await bothCaughtUp();
    const read = async (): Promise<string[]> => {
      const { body } = await app.anonymous.get('/params/paramsByParentI18n/SECTEUR').expect(200);
      return (body as { libelle: string }[]).map(({ libelle }) => libelle);
    };
    expect(await read()).toContain('Pêche');
    const texts = watchStatements();
    await read();
    expect(readsOf(texts)).toBe(0);
    vi.restoreAllMocks();
    await other.deps.db.referenceItem.updateMany({
      where: { code: 'PECHE' },
      data: { libelleFr: 'Pêche côtière' },
    });
    await app.deps.signals.waitUntilSynced();
    expect(await read()).toContain('Pêche côtière');
  });

  it('are loaded once for journeys too, until a condition of one changes', async () => {
    const condition = { position: 0, conditionFr: 'Avoir un projet' };
    const { id } = await app.make.aJourney({ conditions: { create: condition } });
    await bothCaughtUp();
    const token = await app.tokenOf(await app.make.aBeneficiary());
    const read = async (): Promise<string[]> => {
      const { body } = await testClient(app.baseUrl, token)
        .get(`/journeyDefs/${String(id)}`)
        .expect(200);
      const { eligibilityConditionsDtos: conditions } = body as {
        eligibilityConditionsDtos: { condition: string }[];
      };
      return conditions.map((one) => one.condition);
    };
    expect(await read()).toEqual(['Avoir un projet']);
    const texts = watchStatements();
    await read();
    expect(texts.filter((text) => text.includes('journey_defs'))).toEqual([]);
    vi.restoreAllMocks();
    await other.deps.db.eligibilityCondition.updateMany({
      where: { journeyDefId: id },
      data: { conditionFr: 'Habiter la région' },
    });
    await app.deps.signals.waitUntilSynced();
    expect(await read()).toEqual(['Habiter la région']);
  });

  it('are loaded once for the rules in force too, until another process adds a rule set', async () => {
    await app.make.theRuleSets();
    await bothCaughtUp();
    const token = await app.tokenOf(await app.make.aBeneficiary());
    const simulate = async (): Promise<number> => {
      const { body } = await testClient(app.baseUrl, token)
        .post('/simulate', generalExample)
        .expect(200);
      const { simulationPrimeId: id } = body as { simulationPrimeId: number };
      return (await app.db.simulation.findUniqueOrThrow({ where: { id } })).ruleSetId;
    };
    const first = await simulate();
    const texts = watchStatements();
    expect(await simulate()).toBe(first);
    expect(texts.filter((text) => text.includes('premium_rule_sets'))).toEqual([]);
    vi.restoreAllMocks();
    const { rules, source, scheme } = await other.deps.db.premiumRuleSet.findUniqueOrThrow({
      where: { id: first },
    });
    const validFrom = new Date('2026-01-02');
    const next = await other.deps.db.premiumRuleSet.create({
      data: { scheme, source, validFrom, rules: rules as object, version: '2026-next' },
    });
    await app.deps.signals.waitUntilSynced();
    expect(await simulate()).toBe(next.id);
  });

  it('are not cached when a list changed during the load', async () => {
    await bothCaughtUp();
    const { db, signals } = app.deps;
    const first = await cached(db, 'of a test', async () => {
      await app.make.anItem('SECTEUR');
      await signals.waitUntilSynced();
      return 'old';
    });
    expect([first, await cached(db, 'of a test', () => Promise.resolve('new'))]).toEqual([
      'old',
      'new',
    ]);
  });

  it('are not cached when they were loaded inside a transaction', async () => {
    await bothCaughtUp();
    const { db } = app.deps;
    const read = (value: string) => () => Promise.resolve(value);
    await inTransaction(db, (tx) => cached(tx, 'of another test', read('of a moment before')));
    expect(await cached(db, 'of another test', read('now'))).toBe('now');
    expect(
      await inTransaction(db, (tx) => cached(tx, 'of another test', read('of a moment before'))),
    ).toBe('now');
  });
});
