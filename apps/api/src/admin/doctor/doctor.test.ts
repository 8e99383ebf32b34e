import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { grantServing } from '@wasl/db/serving-role';
import { createEmptyDatabase, createTestDatabase } from '@wasl/tooling/testing';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDatabase } from '../../platform/database/db.ts';
import type { Plugins } from '../../platform/program/plugin.ts';
import { runAdmin } from '../index.ts';
import { useTestFolder } from '../../testing/use-test-app.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const folder = useTestFolder();
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** A plugin that is unavailable where PLUGIN is set. */
const plugins: Plugins = {
  'a plugin': {
    settings: {},
    configure: ({ PLUGIN }) =>
      PLUGIN === undefined ? {} : { look: () => Promise.reject(new Error('It is away')) },
  },
};

const toMigrate = 'it can be checked once the migrations are applied: npm run admin -- migrate';

const doctor = async (env: Record<string, string> = {}, ...words: string[]) => {
  const out: string[] = [];
  const code = await runAdmin({
    words: ['doctor', ...words],
    environment: { NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: folder, ...env },
    open: () => Promise.reject(new Error('The doctor opens what it looks at by itself')),
    plugins,
    seed: () => Promise.resolve(0),
    print: (line) => out.push(line),
    printFault: (line) => out.push(line),
  });
  return { code, out: out.join('\n') };
};
const findings = async (env: Record<string, string>) => {
  const { code, out } = await doctor(env, '--json');
  const { isWell, findings: found } = JSON.parse(out) as {
    isWell: boolean;
    findings: { what: string; state: string; message: string }[];
  };
  expect(isWell).toBe(code === 0);
  return { code, of: (what: string) => found.filter((one) => one.what === what) };
};

it('reports the excessive rights of the database user', async () => {
  const url = new URL(database.url);
  url.username = `doctor_${path.basename(folder).slice(-6).toLowerCase()}`;
  url.password = 'x';
  const owner = openDatabase(database.url);
  const [rights] = (await findings({})).of('rights');
  expect(rights).toMatchObject({ state: 'doubt' });
  expect(rights?.message).toMatch(
    /is a superuser, owns tables, may make tables, may empty the history, may remove history/,
  );
  await grantServing(database.url, url.href);
  const [better] = (await findings({ DATABASE_URL: url.href })).of('rights');
  expect(better).toMatchObject({ state: 'ok' });
  await owner.$executeRawUnsafe(`DROP OWNED BY ${url.username}`);
  await owner.$executeRawUnsafe(`DROP ROLE ${url.username}`);
  await owner.$disconnect();
});

it('exits with 0 when every part is in order, and reports the state of each part', async () => {
  const relay = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = relay.server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { code, out } = await doctor({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  await new Promise<void>((resolve) => relay.close(resolve));
  expect(out).toMatch(/^ok +database +PostgreSQL \d/m);
  expect(out).toMatch(/^ok +migrations +all are applied/m);
  expect(out).toMatch(/^ok +store of files +it can be written/m);
  expect(out).toMatch(/^ok +mail +127\.0\.0\.1:\d+ takes mails/m);
  expect(out).toMatch(/^ok +zone data/m);
  expect(out).toMatch(/^ok +jobs/m);
  expect(code).toBe(0);
});

it('lists every fault of the settings and exits with 1', async () => {
  const { code, of } = await findings({ PORT: 'x', DATABASE_URL: '' });
  expect(code).toBe(1);
  expect(of('settings').map(({ message }) => message)).toEqual([
    'PORT: must be a port number',
    expect.stringContaining('DATABASE_URL: is required'),
  ]);
});

it('reports an unreachable relay, plugin, database or store separately', async () => {
  await writeFile(path.join(folder, 'file'), '');
  const { code, of } = await findings({
    DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:1/none',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PLUGIN: 'on',
    // A file has the path of the folder.
    STORAGE_URL: path.join(folder, 'file'),
    PUBLIC_URL: 'https://localhost:1',
  });
  expect(code).toBe(1);
  for (const what of ['database', 'migrations', 'store of files', 'mail', 'a plugin', 'jobs'])
    expect(of(what), what).toMatchObject([{ state: 'fault' }]);
  expect(of('mail')[0]?.message).toContain('ECONNREFUSED');
  // Other machines may be able to reach it.
  expect(of('certificate')).toMatchObject([{ state: 'doubt' }]);
  expect(of('zone data')).toMatchObject([{ state: 'ok' }]);
});

it('lists missing migrations without applying them, and background jobs that do not run', async () => {
  const db = openDatabase(database.url);
  const missing = await db.$queryRaw<{ name: string }[]>`
    DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_initial' RETURNING migration_name AS name`;
  await db.$executeRaw`
    INSERT INTO background_jobs (name, every_seconds, next_run_at) VALUES ('housekeeping', 3600, now() - interval '1 hour')`;
  const { code, of } = await findings({});
  expect(code).toBe(1);
  expect(of('migrations')[0]?.message).toContain(missing[0]?.name);
  expect(of('jobs')).toEqual([
    { what: 'jobs', state: 'fault', message: expect.stringContaining('housekeeping') as string },
  ]);
  expect(
    await db.$queryRaw`SELECT 1 FROM _prisma_migrations WHERE migration_name LIKE '%_initial'`,
  ).toEqual([]);
  // A release that knows a table which is not there yet.
  await db.$executeRaw`ALTER TABLE outbox_mails RENAME TO to_come`;
  const before = await findings({});
  await db.$executeRaw`ALTER TABLE to_come RENAME TO outbox_mails`;
  expect(before.of('jobs')).toEqual([{ what: 'jobs', state: 'fault', message: toMigrate }]);
  await db.$disconnect();
});

it('reports the same result for every check of a database without tables', async () => {
  const empty = await createEmptyDatabase();
  const { code, of } = await findings({ DATABASE_URL: empty.url });
  expect(code).toBe(1);
  expect(of('database')).toMatchObject([{ state: 'ok' }]);
  expect(of('migrations')[0]?.message).toMatch(/^missing: .*_initial/);
  for (const what of ['rights', 'store of files', 'jobs'])
    expect(of(what), what).toEqual([{ what, state: 'fault', message: toMigrate }]);
  await empty.drop();
});

it('needs one connection, and reports when none is free', async () => {
  const owner = openDatabase(database.url);
  const url = new URL(database.url);
  url.username = `lonely_${path.basename(folder).slice(-6).toLowerCase()}`;
  url.password = 'x';
  await grantServing(database.url, url.href);
  await owner.$executeRawUnsafe(`ALTER ROLE ${url.username} CONNECTION LIMIT 1`);
  const { of } = await findings({ DATABASE_URL: url.href });
  for (const what of ['database', 'rights', 'clock', 'store of files'])
    expect(of(what), what).toMatchObject([{ state: 'ok' }]);

  await owner.$executeRawUnsafe(`ALTER ROLE ${url.username} CONNECTION LIMIT 0`);
  const full = await findings({ DATABASE_URL: url.href });
  for (const what of ['database', 'store of files', 'jobs'])
    expect(full.of(what)[0]?.message, what).toMatch(/^PostgreSQL has no free connection/);
  await owner.$executeRawUnsafe(`DROP OWNED BY ${url.username}`);
  await owner.$executeRawUnsafe(`DROP ROLE ${url.username}`);
  await owner.$disconnect();
});

it('rejects an unknown option', async () => {
  expect((await doctor({}, '--yes')).code).toBe(2);
});
