import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { databaseUrl } from '../local-database/index.ts';
import { TEMPLATE_DATABASE } from './template.ts';

/** Rows of one query, for a test that looks behind the public face: after a crash nobody else can tell. */
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

/** A database of its own for one test file. */
export interface TestDatabase {
  url: string;
  /** Drops it; connections still open are cut. */
  drop: () => Promise<void>;
}

/**
 * A fresh, migrated, empty database: a copy of the run's template (0.3 s of two slow processors).
 * The server's address comes in TEST_DATABASE_URL, which the run's global setup provides.
 * @param template another database of that server to copy; nobody may be connected to it
 */
export async function createTestDatabase(template = TEMPLATE_DATABASE): Promise<TestDatabase> {
  return await createDatabase(process.env.TEST_DATABASE_URL, template);
}

/** A database without tables: what a deployment begins with. */
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
    // Two copies of one template at the same moment: the second is refused, so they take turns.
    await client.query('SELECT pg_advisory_lock(1)');
    // Through PostgreSQL's buffers and log, which is its usual way, the copy of a small database takes twice the processor time.
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
