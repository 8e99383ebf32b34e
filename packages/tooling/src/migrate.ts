import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { grantServing } from '@wasl/db/serving-role';
import {
  initialMigration,
  migrationsFolder,
  type MigrationsState,
  migrationsState,
} from '@wasl/db/migrations-state';
import pg from 'pg';

import { repositoryRoot } from './paths.ts';
import { errorText, UserError } from './user-error.ts';
import { packageCommand } from './run.ts';

const prismaFolder = path.join(repositoryRoot, 'prisma');

/** Runs the Prisma CLI in prisma/ on a database; resolves with its exit code and output. */
export async function runPrisma(
  commandArguments: string[],
  url: string,
): Promise<{ code: number; output: string }> {
  const cli = packageCommand('prisma', 'prisma');
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...commandArguments], {
      cwd: prismaFolder,
      env: {
        ...process.env,
        DATABASE_URL: url,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Compares the database at `url` with this release's migrations.
 * @throws UserError when it cannot be reached
 */
export async function readMigrationsState(url: string): Promise<MigrationsState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
  } catch (error) {
    const { host } = new URL(url);
    throw new UserError(`The database at ${host} cannot be reached: ${errorText(error)}.`);
  }
  try {
    return await migrationsState((sql) => client.query(sql));
  } finally {
    await client.end();
  }
}

/** Address for migrations: the owner's if set, bypassing a pool in transaction mode. */
export function migrationUrl(url: string): string {
  const { DATABASE_OWNER_URL: owner = '', DATABASE_DIRECT_URL: direct = '' } = process.env;
  return owner || direct || url;
}

/**
 * Migrates a command's database as its owner and grants the serving role its rights.
 * @returns the names of the applied migrations
 * @throws UserError as {@link migrate}
 */
export async function migrateFor(database: {
  readonly url: string;
  readonly ownerUrl: string;
}): Promise<string[]> {
  const applied = await migrate(database.ownerUrl);
  await grantServing(database.ownerUrl, database.url);
  return applied;
}

/**
 * Records the initial migration as applied in a database of the earlier small migrations. Their rows stay, so that
 * servers of the previous release remain ready during the upgrade.
 */
async function recordInitial(url: string): Promise<void> {
  const sql = fs.readFileSync(path.join(migrationsFolder(), initialMigration, 'migration.sql'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), now(), 1)`,
      [randomUUID(), createHash('sha256').update(sql).digest('hex'), initialMigration],
    );
  } finally {
    await client.end();
  }
}

/**
 * Migrates a database to the newest migration; returns quickly when it is up to date.
 * @returns the names of the applied migrations
 * @throws UserError when the database is of another release, or a migration fails
 */
export async function migrate(url: string): Promise<string[]> {
  const state = await readMigrationsState(url);
  if (state.unknown.length > 0) {
    throw new UserError(
      'The database was migrated by a newer release than this one ' +
        `(it holds ${state.unknown.join(', ')}). Start that release, or give another DATA_DIR or DATABASE_URL.`,
    );
  }
  if (state.isTooOld) {
    throw new UserError(
      'The database lacks migrations of an earlier release. Start the release before this one on it once.',
    );
  }
  if (state.failed.length > 0) {
    throw new UserError(
      `The migration ${state.failed.join(', ')} was begun on this database and did not end well. ` +
        'Fix its cause, then run `npx prisma migrate resolve` (docs/operations/upgrade.md).',
    );
  }
  if (state.pending.length === 0) return [];
  if (state.isBeforeInitial) {
    await recordInitial(url);
    return await migrate(url);
  }
  const { code, output } = await runPrisma(['migrate', 'deploy'], url);
  if (code !== 0) throw new UserError(`The database could not be migrated:\n${output.trim()}`);
  return state.pending;
}
