import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from './index.ts';
import { readMigrationsState } from '../migrate.ts';

describe('createTestDatabase', () => {
  let one: TestDatabase;
  let other: TestDatabase;

  beforeAll(async () => {
    [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(async () => {
    await Promise.all([one.drop(), other.drop()]);
  });

  it('creates a separate database for each caller', async () => {
    const client = new pg.Client({ connectionString: one.url });
    await client.connect();
    await client.query('CREATE TABLE only_here (id int)');
    await client.end();
    const neighbour = new pg.Client({ connectionString: other.url });
    await neighbour.connect();
    const answer = await neighbour.query<{ name: string | null }>(
      `SELECT to_regclass('only_here')::text AS name`,
    );
    await neighbour.end();
    expect(answer.rows).toEqual([{ name: null }]);
  });

  it('is migrated to the newest schema', async () => {
    expect(await readMigrationsState(one.url)).toMatchObject({
      pending: [],
      unknown: [],
      failed: [],
    });
  });

  it('is deleted after drop, also while a connection is open', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await database.drop();
    await expect(new pg.Client({ connectionString: database.url }).connect()).rejects.toThrow(
      /does not exist/,
    );
  });
});
