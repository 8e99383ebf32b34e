import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { migrationNames, migrationsFolder } from '@wasl/db/migrations-state';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

async function apply(name: string): Promise<void> {
  await client.query(await readFile(path.join(migrationsFolder(), name, 'migration.sql'), 'utf8'));
}

/** A schema as the release before this migration left it. */
async function before(name: string): Promise<void> {
  const names = migrationNames();
  expect(names).toContain(name);
  for (const earlier of names.slice(0, names.indexOf(name))) await apply(earlier);
}

describe('accounts that were opened before their file was written down', () => {
  const migration = '20261121230400_agreements';
  const nine = '2026-05-04T09:00:00.123Z';
  const ten = '2026-05-04T10:00:00.456Z';
  let count = 0;

  beforeEach(async () => {
    await before(migration);
    await client.query(`INSERT INTO partners (id, title, title_key, description, updated_at)
      VALUES (1, 'CRI', 'cri', 'x', now()), (2, 'CCIS', 'ccis', 'x', now())`);
  });

  /** An account of that moment. */
  async function anAccount(email: string, createdAt: string, role = 'BENEFICIAIRE') {
    await client.query(
      `INSERT INTO users (id, email, role, nom, prenom, created_at, updated_at)
        VALUES (gen_random_uuid(), $1, $2::"Role", 'Alaoui', 'Amina', $3, $3)`,
      [email, role, createdAt],
    );
  }

  /** A file of an organisation, and the run that ended then. Answers the file's id. */
  async function aRun(
    endedAt: string,
    rows: number,
    { kind = 'BENEFICIARIES', status = 'DONE', isDryRun = false, partnerId = 1 } = {},
  ): Promise<number> {
    count += 1;
    const file = await client.query<{ id: number }>(
      `INSERT INTO imports (kind, partner_id, original_name, sha256, rows)
        VALUES ($1::"ImportKind", $2, 'fichier', $3, $4) RETURNING id`,
      [kind, partnerId, String(count), rows],
    );
    const id = file.rows[0]?.id ?? 0;
    await client.query(
      `INSERT INTO import_runs
          (id, kind, status, is_dry_run, partner_id, original_name, import_id, rows, started_at, alive_at, ended_at)
        VALUES (gen_random_uuid(), $1::"ImportKind", $2::"ImportRunStatus", $3, $4, 'fichier', $5, $6, $7, $7, $7)`,
      [kind, status, isDryRun, partnerId, id, rows, endedAt],
    );
    return id;
  }

  /** Which file each account is said to come from, after the migration. */
  async function filesAfter(): Promise<Record<string, number | null>> {
    await apply(migration);
    const { rows } = await client.query<{ email: string; import_id: number | null }>(
      'SELECT email, import_id FROM users ORDER BY email',
    );
    return Object.fromEntries(rows.map((row) => [row.email, row.import_id]));
  }

  it('are of the file that ended at their moment with as many lines', async () => {
    await anAccount('a@x.ma', nine);
    await anAccount('b@x.ma', nine);
    await anAccount('c@x.ma', ten);
    const first = await aRun(nine, 2);
    const second = await aRun(ten, 1, { partnerId: 2 });
    expect(await filesAfter()).toEqual({ 'a@x.ma': first, 'b@x.ma': first, 'c@x.ma': second });
  });

  it('are nobody’s where somebody who signed up shares the moment, or a line is missing', async () => {
    // Three accounts for two lines: one of them is not of the file, and nothing says which.
    for (const name of ['a', 'b', 'c']) await anAccount(`${name}@x.ma`, nine);
    await aRun(nine, 2);
    // One account for two lines: another was erased since.
    await anAccount('d@x.ma', ten);
    await aRun(ten, 2);
    expect(await filesAfter()).toEqual({
      'a@x.ma': null,
      'b@x.ma': null,
      'c@x.ma': null,
      'd@x.ma': null,
    });
  });

  it('are nobody’s when they signed up by themselves, a millisecond beside a file', async () => {
    await anAccount('a@x.ma', nine);
    await aRun('2026-05-04T09:00:00.124Z', 1);
    expect(await filesAfter()).toEqual({ 'a@x.ma': null });
  });

  it.each([
    ['a file of requests', { kind: 'REQUESTS' }],
    ['a run that failed', { status: 'FAILED' }],
    ['a dry run', { isDryRun: true }],
  ])('are not of %s', async (_, over) => {
    await anAccount('a@x.ma', nine);
    await aRun(nine, 1, over);
    expect(await filesAfter()).toEqual({ 'a@x.ma': null });
  });

  it('are not agents, nor counted with them', async () => {
    await anAccount('a@x.ma', nine);
    await anAccount('agent@x.ma', nine, 'PARTENAIRE');
    const file = await aRun(nine, 1);
    expect(await filesAfter()).toEqual({ 'a@x.ma': file, 'agent@x.ma': null });
  });
});
