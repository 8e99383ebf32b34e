// @module-tag slow
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { demoEmails } from '../../platform/settings/demo-accounts.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import {
  demoPassword,
  findSeedFolder,
  isUnchanged,
  readDemoFiles,
  readSeedFiles,
  runSeed,
  seedDemo,
  seedReference,
} from '../index.ts';

describe('the demonstration set', () => {
  const folder = findSeedFolder(undefined);
  const files = readDemoFiles(folder);
  let app: TestApp;
  const seed = async (production = false) =>
    await seedDemo(app.db, files, {
      clock: app.deps.clock,
      storage: app.deps.storage,
      production,
      hash: (password) => app.deps.passwords.hash(password),
    });

  beforeAll(async () => {
    app = await createTestApp();
    await seedReference(app.db, readSeedFiles(folder), { clock: app.deps.clock });
    await seed();
  });
  afterAll(() => app.close());

  const signIn = async (email: string) =>
    await app.anonymous.post('/utilisateurs/signIn', { email, password: demoPassword });

  it.each([
    'amina@example.org',
    'nord.cooperative@example.org',
    'agent.cri@example.org',
    'agent.ccis@example.org',
  ])('allows %s to sign in', async (email) => {
    expect((await signIn(email)).body).toEqual({ token: expect.any(String) as string });
  });

  it('has an agent who awaits approval, in the organisation of agent.cri', async () => {
    const answer = await signIn('nouveau@example.org');
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([
      403,
      'ACCOUNT_PENDING_APPROVAL',
    ]);
    const agents = await app.db.user.findMany({
      where: { email: { in: ['nouveau@example.org', 'agent.cri@example.org'] } },
      include: { partner: true },
    });
    expect(new Set(agents.map((agent) => agent.partner?.title)).size).toBe(1);
  });

  it('has a password only for the published accounts, which production checks for', async () => {
    const withPassword = await app.db.user.findMany({
      where: { passwordHash: { not: null } },
      select: { email: true },
    });
    expect(withPassword.map(({ email }) => email).sort()).toEqual([...demoEmails].sort());
  });

  it('does not allow other people to sign in', async () => {
    const others = files.people.beneficiaries.filter((one) => !one.canSignIn);
    for (const { email } of others) expect((await signIn(email)).status).toBe(401);
  });

  it('has one qualified beneficiary with requests in every status of the specification, and one not yet qualified', async () => {
    const amina = await app.db.user.findUniqueOrThrow({
      where: { email: 'amina@example.org' },
      include: { qualifications: true, requests: true },
    });
    expect(amina.qualifications).toHaveLength(1);
    expect(new Set(amina.requests.map((request) => request.status)).size).toBe(8);
    const cooperative = await app.db.user.findUniqueOrThrow({
      where: { email: 'nord.cooperative@example.org' },
      include: { qualifications: true, requests: true },
    });
    expect([cooperative.qualifications, cooperative.requests]).toEqual([[], []]);
  });

  it('has a pending request of amina, and a filing whose details the agent cannot see', async () => {
    const as = async (email: string) =>
      await app.as(await app.db.user.findUniqueOrThrow({ where: { email } }));
    const waiting = [{ key: 'agreement', operation: 'EQUALS', value: 'WAITING' }];
    const amina = await (await as('amina@example.org')).post('/requests/filter', waiting);
    expect(amina.body).toMatchObject([
      { filing: { isDateStated: true, agreement: 'WAITING' }, abilities: { canAgree: true } },
    ]);
    const filed = await (await as('agent.cri@example.org')).get('/imports/requests').expect(200);
    expect(filed.body).toMatchObject({
      results: [{ email: 'salma.exemple@example.org', agreement: 'WAITING' }],
      counts: { waiting: 1, refused: 0 },
    });
  });

  it('shows amina her requests and the agent the steps of the organisation', async () => {
    const as = async (email: string) =>
      await app.as(await app.db.user.findUniqueOrThrow({ where: { email } }));
    const own = await (await as('amina@example.org')).post('/requests/filter', []).expect(200);
    // Every request except the deleted one.
    expect(own.headers['x-total-count']).toBe('10');
    const list = await (
      await as('agent.cri@example.org')
    )
      .post('/journeyInstanceProcessingSteps/filter?size=50', [])
      .expect(200);
    expect((list.body as { totalElements: number }).totalElements).toBeGreaterThan(8);
    const config = await fetch(`${app.baseUrl}/config.json`);
    const { defaultPartnerId } = (await config.json()) as { defaultPartnerId: number };
    const partner = await app.anonymous.get(`/partners/${String(defaultPartnerId)}`).expect(200);
    expect(partner.body).toMatchObject({
      title: expect.stringContaining('CRI-TTA') as string,
      contact: { phone: '+212600000090', whatsapp: '+212600000091' },
    });
  });

  it('has statuses and percents that match the steps of each request', async () => {
    const { statusAfterChange, requestPercent } = await import('../../rules/request-progress.ts');
    for (const { key, status, percent, steps, submittedDaysAgo } of files.requests) {
      if (submittedDaysAgo === null || status === 'A_REFOURMULER') continue;
      const unrouted = steps.length === 0 ? 1 : 0;
      expect([
        key,
        statusAfterChange(status, steps, unrouted > 0),
        requestPercent(steps, unrouted),
      ]).toEqual([key, status, percent]);
    }
  });

  it('stores files that can be opened, and a history in chronological order', async () => {
    const file = await app.db.storedFile.findFirstOrThrow();
    const chunks: Buffer[] = [];
    for await (const chunk of await app.deps.storage.open(file.key)) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(content.length).toBe(file.size);

    const events = await app.db.historyEvent.findMany({ orderBy: { id: 'asc' } });
    const requestIds = new Set(events.map((event) => event.requestId));
    expect(requestIds.size).toBe(files.requests.length);
    for (const id of requestIds) {
      const history = events.filter((event) => event.requestId === id);
      const times = history.map((event) => event.at.getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(Math.max(...times)).toBeLessThanOrEqual(app.deps.clock.now().getTime());
    }
  });

  it('changes nothing the second time, and keeps later changes by users', async () => {
    const amina = await app.db.user.update({
      where: { email: 'amina@example.org' },
      data: { city: 'Assilah' },
    });
    await app.db.qualification.deleteMany({
      where: { user: { email: 'salma.exemple@example.org' } },
    });
    const before = await app.db.storedFile.count();
    const changes = await seed();
    expect(changes.map(isUnchanged)).toEqual([true, true]);
    expect(await app.db.user.findUniqueOrThrow({ where: { id: amina.id } })).toMatchObject({
      city: 'Assilah',
    });
    expect(
      await app.db.qualification.count({ where: { user: { email: 'salma.exemple@example.org' } } }),
    ).toBe(0);
    expect(await app.db.storedFile.count()).toBe(before);
  });

  it('is refused in production', async () => {
    await expect(seed(true)).rejects.toThrow(/never added in production/);
  });
});

it('stores its files outside of transactions, whatever the speed of the store', async () => {
  const folder = findSeedFolder(undefined);
  const app = await createTestApp();
  await seedReference(app.db, readSeedFiles(folder), { clock: app.deps.clock });
  const open: number[] = [];
  const storage: Storage = {
    ...app.deps.storage,
    put: async (source, size, sha256) => {
      const { rows } = await app.deps.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
      open.push(rows[0]?.count ?? -1);
      return await app.deps.storage.put(source, size, sha256);
    },
  };
  await seedDemo(app.db, readDemoFiles(folder), {
    clock: app.deps.clock,
    storage,
    production: false,
    hash: (password) => app.deps.passwords.hash(password),
  });
  expect(open.length).toBe(await app.db.storedFile.count());
  expect(open.length).toBeGreaterThan(0);
  expect(open.every((count) => count === 0)).toBe(true);
  await app.close();
});

describe('the demonstration command', () => {
  it('explains in a sentence why it refuses production and a missing database', async () => {
    const printed: string[] = [];
    const run = async (environment: Record<string, string>, demo: boolean, dir?: string) =>
      await runSeed({
        demo,
        dir,
        dryRun: false,
        environment,
        print: () => undefined,
        printFault: (line) => printed.push(line),
      });
    for (const NODE_ENV of ['production', 'staging', '']) {
      const url = 'postgresql://127.0.0.1:1/none';
      expect(await run({ DATABASE_URL: url, NODE_ENV }, true)).toBe(1);
      expect(printed.pop()).toContain('never added in production');
    }
    expect(await run({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, true)).toBe(1);
    expect(await run({}, false)).toBe(1);
    expect(await run({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, false)).toBe(1);
    const empty = await mkdtemp(path.join(os.tmpdir(), 'wasl-seed-'));
    expect(await run({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, false, empty)).toBe(1);
    await rm(empty, { recursive: true });
    const faulty = await mkdtemp(path.join(os.tmpdir(), 'wasl-seed-'));
    await cp(findSeedFolder(undefined), faulty, { recursive: true });
    await writeFile(path.join(faulty, 'reference/lists/PROFIL.json'), '{"parent": "PROFIL"}');
    await writeFile(path.join(faulty, 'demo/people.json'), '{');
    await writeFile(path.join(faulty, 'demo/requests.json'), '{"items": [{}]}');
    const url = 'postgresql://127.0.0.1:1/none';
    const before = printed.length;
    expect(await run({ DATABASE_URL: url, NODE_ENV: 'development' }, true, faulty)).toBe(1);
    await rm(faulty, { recursive: true });
    const faults = printed.splice(before).join('\n');
    for (const file of ['lists/PROFIL.json', 'demo/people.json', 'demo/requests.json'])
      expect(faults).toContain(`- ${file}: `);
    expect(printed.join('\n')).toMatch(
      /never added in production[^]*DATABASE_URL is required[^]*cannot be reached[^]*has no folder "reference"/,
    );
  });
});
