import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { databaseUrl } from '../local-database/index.ts';
import { TEMPLATE_DATABASE } from './template.ts';

/** Rows of one query, for tests that must check the database directly, such as after a crash. */
export async function queryRows<T extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  url: string;
  /** Drops it and closes open connections. */
  drop: () => Promise<void>;
}

/**
 * A migrated, empty database, copied from the run's template (0.3 s on two slow CPUs). TEST_DATABASE_URL, from the
 * run's global setup, has the server's address.
 * @param template another database of that server to copy; it must have no connections
 */
export async function createTestDatabase(template = TEMPLATE_DATABASE): Promise<TestDatabase> {
  return await createDatabase(process.env.TEST_DATABASE_URL, template);
}

/** A database without tables, as at the start of a deployment. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await createDatabase(process.env.TEST_DATABASE_URL, 'template0');
}

async function createDatabase(
  adminUrl: string | undefined,
  template: string,
): Promise<TestDatabase> {
  if (adminUrl === undefined) {
    throw new Error(
      'no TEST_DATABASE_URL: a vitest configuration gives one: `withDatabase` of @wasl/tooling/vitest',
    );
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(adminUrl, async (client) => {
    // PostgreSQL refuses a second concurrent copy of a template, so a lock serializes them.
    await client.query('SELECT pg_advisory_lock(1)');
    // The default strategy copies through the WAL and takes twice the CPU time for a small database.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  });
  return {
    url: databaseUrl(adminUrl, name),
    drop: async () => {
      await onServer(adminUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
    },
  };
}

async function onServer(
  adminUrl: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
