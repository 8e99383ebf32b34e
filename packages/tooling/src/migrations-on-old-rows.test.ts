// @module-tag slow

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

/** A beneficiary with an organisation of id 1 and a service of id 1. */
async function aPersonAndAService(): Promise<string> {
  await client.query(`INSERT INTO partners (id, title, title_key, description, updated_at)
      VALUES (1, 'CRI', 'cri', 'x', now());
    INSERT INTO reference_lists (code) VALUES ('SERVICE');
    INSERT INTO reference_items (id, parent, code, libelle_fr, libelle_key)
      VALUES (1, 'SERVICE', 'CONSEIL', 'Conseil', 'conseil')`);
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO users (id, email, role, nom, prenom, updated_at)
      VALUES (gen_random_uuid(), 'amina@x.ma', 'BENEFICIAIRE', 'Alaoui', 'Amina', now()) RETURNING id`,
  );
  return rows[0]?.id ?? '';
}

/** A request in this status. Answers its id. */
async function aRequest(beneficiaryId: string, status: string, percent = 0): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO requests (num_request, beneficiary_id, status, percent, updated_at)
      VALUES ('2026-' || gen_random_uuid(), $1, $2, $3, now()) RETURNING id`,
    [beneficiaryId, status, percent],
  );
  return rows[0]?.id ?? 0;
}

/** A step of the organisation of id 1 for the service of id 1. */
async function aStep(requestId: number, position: number, status: string, percent: number) {
  await client.query(
    `INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, percent, updated_at)
      VALUES ($1, $2, 1, 1, $3, $4, now())`,
    [requestId, position, status, percent],
  );
}

describe('requests that waited under the old rule', () => {
  const migration = '20261121230100_waiting_is_the_administrators_word';

  it.each<[string, [string, number][], boolean, string]>([
    ['a blocked step', [['BLOCKED', 10]], false, 'ENTAME'],
    ['a blocked step and a service without one', [['BLOCKED', 10]], true, 'ENTAME'],
    [
      'a blocked step beside one done',
      [
        ['PROCESSED', 100],
        ['BLOCKED', 0],
      ],
      false,
      'ENTAME',
    ],
    [
      'everything done',
      [
        ['PROCESSED', 100],
        ['REJECTED', 40],
      ],
      false,
      'DEMANDE_TRAITE',
    ],
    ['nothing begun', [['ASSIGNED', 0]], false, 'NOUVEAU'],
    ['everything rejected', [['REJECTED', 10]], false, 'EN COURS DE QUALIFICATION'],
  ])('with %s go to what their steps say', async (_, steps, hasUnrouted, expected) => {
    await before(migration);
    const beneficiary = await aPersonAndAService();
    const id = await aRequest(beneficiary, 'EN_ATTENTE', 12);
    for (const [position, [status, percent]] of steps.entries())
      await aStep(id, position, status, percent);
    if (hasUnrouted)
      await client.query(
        `INSERT INTO reference_items (id, parent, code, libelle_fr, libelle_key)
          VALUES (2, 'SERVICE', 'AUTRE', 'Autre', 'autre')`,
      );
    await client.query('INSERT INTO request_services (request_id, item_id) VALUES ($1, $2)', [
      id,
      hasUnrouted ? 2 : 1,
    ]);
    const other = await aRequest(beneficiary, 'NOUVEAU');
    await apply(migration);
    const rowsOf = async (sql: string) => (await client.query<object>(sql)).rows;
    expect(await rowsOf(`SELECT id, status, percent FROM requests ORDER BY id`)).toEqual([
      { id, status: expected, percent: 12 },
      { id: other, status: 'NOUVEAU', percent: 0 },
    ]);
    expect(
      await rowsOf(`SELECT request_id, kind, from_status, to_status, actor_id FROM history_events`),
    ).toEqual([
      {
        request_id: id,
        kind: 'STATUS',
        from_status: 'EN_ATTENTE',
        to_status: expected,
        actor_id: null,
      },
    ]);
    expect(await rowsOf(`SELECT user_id, kind, request_id, params FROM notices`)).toEqual([
      { user_id: beneficiary, kind: 'STATUS', request_id: id, params: { status: expected } },
    ]);
  });
});

describe('statuses and kinds that were text', () => {
  const migration = '20261122060000_statuses_as_enums';
  const requestStatuses = [
    'NOUVEAU',
    'SUPPRIME',
    'EN COURS DE QUALIFICATION',
    'ENTAME',
    'A_REFOURMULER',
    'EN_COURS_DE_CREATION',
    'DEMANDE_TRAITE',
    'EN_ATTENTE',
  ];
  const stepStatuses = [
    'ASSIGNED',
    'IN_PROGRESS',
    'PROCESSED',
    'BLOCKED',
    'REJECTED',
    'NOT_STARTED',
  ];
  let beneficiary: string;

  beforeEach(async () => {
    await before(migration);
    beneficiary = await aPersonAndAService();
  });
  const valuesOf = async (sql: string) =>
    (await client.query<{ value: string }>(sql)).rows.map(({ value }) => value);

  it('keep their spelling, row by row', async () => {
    for (const status of requestStatuses) await aRequest(beneficiary, status);
    const stepped = await aRequest(beneficiary, 'ENTAME');
    for (const [position, status] of stepStatuses.entries())
      await aStep(stepped, position, status, status === 'PROCESSED' ? 100 : 40);
    await client.query(
      `INSERT INTO history_events (request_id, kind, from_status, to_status)
        VALUES ($1, 'STATUS', 'NOUVEAU', 'EN COURS DE QUALIFICATION')`,
      [stepped],
    );
    await apply(migration);
    expect(await valuesOf('SELECT status::text AS value FROM requests ORDER BY id')).toEqual([
      ...requestStatuses,
      'ENTAME',
    ]);
    expect(
      await valuesOf('SELECT status::text AS value FROM processing_steps ORDER BY id'),
    ).toEqual(stepStatuses);
    expect(await valuesOf('SELECT to_status AS value FROM history_events')).toEqual([
      'EN COURS DE QUALIFICATION',
    ]);
  });

  it('take no other value, have the same first one, and 100 % is still what PROCESSED says', async () => {
    const first = await aRequest(beneficiary, 'NOUVEAU');
    await apply(migration);
    await expect(aRequest(beneficiary, 'PERDU')).rejects.toThrow(/RequestStatus/);
    await expect(aStep(first, 0, 'PERDU', 0)).rejects.toThrow(/StepStatus/);
    await expect(aStep(first, 0, 'ASSIGNED', 100)).rejects.toThrow(/percent_check/);
    await expect(aStep(first, 0, 'PROCESSED', 95)).rejects.toThrow(/percent_check/);
    await aStep(first, 0, 'PROCESSED', 100);
    await client.query(
      `INSERT INTO requests (num_request, beneficiary_id, updated_at) VALUES ('2026-000009', $1, now())`,
      [beneficiary],
    );
    expect(
      await valuesOf(
        `SELECT status::text AS value FROM requests WHERE num_request = '2026-000009'`,
      ),
    ).toEqual(['EN_COURS_DE_CREATION']);
  });

  it('of notices and refused mails stay where they mean something', async () => {
    await client.query(
      `INSERT INTO notices (user_id, kind)
        SELECT $1::uuid, unnest(ARRAY['STATUS', 'A_KIND_OF_LONG_AGO', 'MESSAGE'])`,
      [beneficiary],
    );
    await client.query(
      `INSERT INTO refused_mails (user_id, kind) SELECT $1::uuid, unnest(ARRAY['MESSAGE', 'LETTER'])`,
      [beneficiary],
    );
    await apply(migration);
    expect(await valuesOf('SELECT kind::text AS value FROM notices ORDER BY id')).toEqual([
      'STATUS',
      'MESSAGE',
    ]);
    expect(await valuesOf('SELECT kind::text AS value FROM refused_mails')).toEqual(['MESSAGE']);
  });
});

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

describe('feedback that stood on a step', () => {
  const migration = '20261123110000_feedback_series';

  it('begins the series, with the last update by an agent and its day', async () => {
    await before(migration);
    const beneficiary = await aPersonAndAService();
    const id = await aRequest(beneficiary, 'ENTAME');
    for (const [position, percent] of [20, 40, 60].entries())
      await aStep(id, position, 'IN_PROGRESS', percent);
    const agent = '6f1e1c1a-4a1e-4f6e-9a2b-3c4d5e6f7a8b';
    await client.query(`INSERT INTO users (id, email, role, nom, prenom, partner_id, updated_at)
        VALUES ('${agent}', 'karim@x.ma', 'PARTENAIRE', 'Alaoui', 'Karim', 1, now());
      UPDATE processing_steps SET partner_feedback = 'Vu le ' || percent, updated_at = '2026-03-03T10:00Z'
        WHERE percent < 60;
      INSERT INTO history_events (request_id, step_id, kind, actor_id, actor_role, at)
        SELECT request_id, id, 'STEP_STATUS', '${agent}', 'PARTENAIRE', at::timestamptz
        FROM processing_steps, (VALUES ('2026-01-01T10:00Z'), ('2026-02-02T10:00Z')) AS t(at)
        WHERE percent = 20 ORDER BY at`);
    await apply(migration);
    const { rows } = await client.query<object>(
      'SELECT kind, percent, text, author_id, at FROM step_feedbacks ORDER BY id',
    );
    expect(rows).toEqual([
      {
        kind: 'SAID',
        percent: 20,
        text: 'Vu le 20',
        author_id: agent,
        at: new Date('2026-02-02T10:00Z'),
      },
      {
        kind: 'SAID',
        percent: 40,
        text: 'Vu le 40',
        author_id: null,
        at: new Date('2026-03-03T10:00Z'),
      },
    ]);
  });
});

describe('a history from before it was chained', () => {
  const migration = '20261126130000_history_chain';

  it('is chained in the order in which it was written, and goes on from there', async () => {
    await before(migration);
    const beneficiary = await aPersonAndAService();
    const [one, other] = [
      await aRequest(beneficiary, 'ENTAME'),
      await aRequest(beneficiary, 'ENTAME'),
    ];
    const add = async (request: number, kind: string, detail: string | null): Promise<void> => {
      await client.query(
        'INSERT INTO history_events (request_id, kind, detail) VALUES ($1, $2, $3)',
        [request, kind, detail],
      );
    };
    await add(one, 'CREATED', null);
    await add(other, 'CREATED', null);
    await add(one, 'DOCUMENT_UPLOADED', 'DEFAULT_DOC');
    await apply(migration);
    await add(one, 'SUBMITTED', null);
    const { rows } = await client.query<object>(
      `SELECT request_id, kind, position,
         hash = history_link_hash(coalesce(lag(hash) OVER (PARTITION BY request_id ORDER BY position), ''), e) AS holds,
         detail_hash IS NOT DISTINCT FROM history_words_hash(detail_salt, detail) AS says,
         position = (SELECT h.position FROM history_heads h WHERE h.request_id = e.request_id) AS is_last
       FROM history_events e ORDER BY id`,
    );
    const held = { holds: true, says: true };
    expect(rows).toEqual([
      { request_id: one, kind: 'CREATED', position: 1, is_last: false, ...held },
      { request_id: other, kind: 'CREATED', position: 1, is_last: true, ...held },
      { request_id: one, kind: 'DOCUMENT_UPLOADED', position: 2, is_last: false, ...held },
      { request_id: one, kind: 'SUBMITTED', position: 3, is_last: true, ...held },
    ]);
    await expect(client.query('UPDATE history_events SET position = 9')).rejects.toThrow(
      /append-only/,
    );
  });
});
