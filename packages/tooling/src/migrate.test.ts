// @module-tag slow

import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { initialMigration, migrationNames } from '@wasl/db/migrations-state';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { migrate, readMigrationsState } from './migrate.ts';
import { repositoryRoot } from './paths.ts';
import { packageCommand } from './run.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

describe('migrate', () => {
  let database: TestDatabase;

  async function run(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(sql);
    await client.end();
  }

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await database.drop();
  });

  it('has no effect on a database that is up to date', async () => {
    expect(await migrate(database.url)).toEqual([]);
  });

  it('migrates an empty database to the newest migration', async () => {
    await run('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    expect((await readMigrationsState(database.url)).pending).toEqual(migrationNames());
    expect(await migrate(database.url)).toEqual(migrationNames());
    expect(await readMigrationsState(database.url)).toEqual({
      pending: [],
      unknown: [],
      isTooOld: false,
      isBeforeInitial: false,
      failed: [],
    });
  });

  it('accepts a database of the migrations before the initial one, and preserves its data', async () => {
    await run(`INSERT INTO reference_lists (code) VALUES ('SERVICE');
      UPDATE _prisma_migrations SET migration_name = '20261203092000_message_keys', checksum = 'x'
        WHERE migration_name = '${initialMigration}'`);
    expect((await readMigrationsState(database.url)).pending).toContain(initialMigration);
    expect(await migrate(database.url)).toEqual([]);
    expect(await readMigrationsState(database.url)).toMatchObject({ pending: [], unknown: [] });
    await run(`DO $$ BEGIN ASSERT (SELECT count(*) FROM reference_lists) = 1; END $$`);
  });

  it('deletes only the row of a removed job', async () => {
    await run(`DELETE FROM _prisma_migrations WHERE migration_name = '20261204130000_removed_jobs';
      INSERT INTO background_jobs (name, every_seconds, next_run_at)
        VALUES ('public-figures', 3600, now()), ('housekeeping', 3600, now())`);
    expect(await migrate(database.url)).toEqual(['20261204130000_removed_jobs']);
    await run(
      `DO $$ BEGIN ASSERT (SELECT array_agg(name) FROM background_jobs) = '{housekeeping}'; END $$`,
    );
  });

  it('refers a database without some of those migrations to the previous release', async () => {
    await run(`UPDATE _prisma_migrations SET migration_name = '20261126130000_history_chain'
      WHERE migration_name = '${initialMigration}'`);
    await expect(migrate(database.url)).rejects.toThrow(/earlier release/);
  });

  it('refuses a database of a newer release, because of an unknown migration', async () => {
    await run(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ('x', 'x', '29990101000000_later', now(), 1)`);
    await expect(migrate(database.url)).rejects.toThrow(/newer release.*29990101000000_later/);
  });

  it('refuses a database with a failed migration', async () => {
    await run(`UPDATE _prisma_migrations SET finished_at = NULL`);
    await expect(migrate(database.url)).rejects.toThrow(/did not end well/);
  });

  it('explains in a sentence that the database is unreachable', async () => {
    await expect(migrate('postgresql://a:b@127.0.0.1:9/x')).rejects.toThrow(
      /^The database at 127\.0\.0\.1:9 cannot be reached: /,
    );
  });
});

it('the Prisma command line names the missing setting of the database', () => {
  const { DATABASE_URL: _, ...env } = process.env;
  const { status, stderr } = spawnSync(
    process.execPath,
    [packageCommand('prisma', 'prisma'), 'migrate', 'status'],
    { cwd: path.join(repositoryRoot, 'prisma'), env, encoding: 'utf8' },
  );
  expect(stderr).toContain('DATABASE_URL is not set. Set it to the database that is meant');
  expect(stderr).toContain('npm run admin -- db url');
  expect(status).toBe(1);
});
