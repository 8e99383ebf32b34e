import { randomUUID } from 'node:crypto';

import { consentVersion } from '@wasl/contracts';
import { grantServing, ServingPasswordError } from '@wasl/db/serving-role';
import { createTestDatabase } from '@wasl/tooling/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../testing/index.ts';
import { anIndividual, confirmMailed, makeLists } from '../../testing/account-samples.ts';
import { runSeed } from '../../seed/command.ts';
import { personDataService } from '../../modules/accounts/index.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: pg.Client;
let serving: pg.Client;
let servingUrl: string;
let app: TestApp;
// Roles belong to the whole server, so this file uses its own.
const role = `serving_${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  url.username = role;
  url.password = 'p@ss w/rd';
  servingUrl = url.href;
  expect(await grantServing(database.url, servingUrl)).toBe(true);
  owner = new pg.Client({ connectionString: database.url });
  serving = new pg.Client({ connectionString: servingUrl });
  await Promise.all([owner.connect(), serving.connect()]);
  app = await createTestApp({ env: { DATABASE_URL: servingUrl, RATE_LIMIT_FACTOR: '100' } });
});
afterAll(async () => {
  await app.close();
  await serving.end();
  await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await owner.end();
  await database.drop();
});

describe('the serving role', () => {
  it('is no superuser, owns no objects and cannot grant rights', async () => {
    const { rows } = await serving.query(
      `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
         (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owned
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        owned: 0,
      },
    ]);
  });

  it.each([
    'CREATE TABLE mine (id int)',
    'CREATE SCHEMA mine',
    'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE ROLE mine',
    'ALTER TABLE users ADD COLUMN mine int',
    'ALTER TABLE history_events DISABLE TRIGGER ALL',
    'DROP TABLE users CASCADE',
    'DROP TRIGGER history_events_append_only ON history_events',
    'TRUNCATE users CASCADE',
    'TRUNCATE history_events',
    'TRUNCATE rate_limits',
    'DELETE FROM history_events',
    'UPDATE history_events SET actor_role = actor_role',
    'DELETE FROM history_heads',
    "UPDATE history_heads SET hash = ''",
    "INSERT INTO history_heads VALUES (1, 1, '')",
    'DELETE FROM administrator_acts',
    'UPDATE administrator_acts SET by_name = by_name',
    'UPDATE integration_acts SET name = name',
    'DELETE FROM integration_acts',
    "UPDATE consents SET at = now() - interval '1 year'",
    'DELETE FROM _prisma_migrations',
    "SET session_replication_role = 'replica'",
    "COPY users TO PROGRAM 'cat'",
    "SELECT pg_read_file('/etc/passwd')",
    'ALTER FUNCTION chain_history_event() SECURITY INVOKER',
    // The trigger function's rights apply only to the portal's own table.
    `CREATE TEMP TABLE mine (LIKE history_events);
     CREATE TRIGGER mine BEFORE INSERT ON mine FOR EACH ROW EXECUTE FUNCTION public.chain_history_event()`,
    'SET ROLE wasl',
  ])('is refused: %s', async (sql) => {
    await serving.query('BEGIN');
    const refused = serving.query(sql).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    );
    // insufficient_privilege
    expect(await refused).toBe('42501');
    await serving.query('ROLLBACK');
  });

  it('cannot change or remove rows of append-only tables, including new ones', async () => {
    // The trigger and its name mark append-only tables.
    const onlyGrowing = `
      SELECT c.relname AS "table",
        has_table_privilege('${role}', c.oid, 'UPDATE') AS "changes",
        has_table_privilege('${role}', c.oid, 'DELETE') AS "removes"
      FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND (
        c.relname ~ '_(acts|events)$'
        OR EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname ~ '_append_only$'))
      ORDER BY 1`;
    const { rows } = await owner.query<{ table: string; changes: boolean; removes: boolean }>(
      onlyGrowing,
    );
    expect(rows.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['administrator_acts', 'history_events', 'integration_acts']),
    );
    expect(rows.filter(({ changes, removes }) => changes || removes)).toEqual([]);
    // The query would find a table that is not restricted.
    await owner.query('CREATE TABLE forgotten_acts (id serial PRIMARY KEY)');
    const later = await owner.query(onlyGrowing);
    await owner.query('DROP TABLE forgotten_acts');
    expect(later.rows).toContainEqual({ table: 'forgotten_acts', changes: true, removes: true });
  });

  it('has its usual rights on the tables of later migrations', async () => {
    await owner.query('CREATE TABLE made_later (id serial PRIMARY KEY, said text)');
    await serving.query(`INSERT INTO made_later (said) VALUES ('a')`);
    await serving.query(`UPDATE made_later SET said = 'b'`);
    await serving.query('DELETE FROM made_later');
    await expect(serving.query('DROP TABLE made_later')).rejects.toThrow(/must be owner/);
    await owner.query('DROP TABLE made_later');
  });

  it('reports a clear error when it exists with another password', async () => {
    const other = new URL(servingUrl);
    other.password = 'another';
    const refused = grantServing(database.url, other.href);
    await expect(refused).rejects.toThrow(ServingPasswordError);
    await expect(refused).rejects.toThrow(
      `The role ${role} exists with another password than the one in DATABASE_URL.`,
    );
    const printed: string[] = [];
    const code = await runSeed({
      demo: false,
      dryRun: true,
      environment: { DATABASE_URL: other.href, DATABASE_OWNER_URL: database.url },
      print: (line) => printed.push(line),
      printFault: (line) => printed.push(line),
    });
    expect(printed).toEqual([expect.stringContaining('exists with another password')]);
    expect(code).toBe(1);
  });

  it('is unchanged when it is the owner, and can be prepared by many processes at once', async () => {
    expect(await grantServing(database.url, database.url)).toBe(false);
    expect(await Promise.all([1, 2, 3].map(() => grantServing(database.url, servingUrl)))).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('the portal with the serving role', () => {
  it('signs up, consents, files, works and erases: the history stays valid without the erased texts', async () => {
    await makeLists(app);
    const body = { ...anIndividual(), consent: consentVersion };
    const made = await app.anonymous.post('/utilisateurs/signUpBeneficiary', body).expect(201);
    await confirmMailed(app, body.email);
    const credentials = { email: body.email, password: body.password };
    await app.anonymous.post('/utilisateurs/signIn', credentials).expect(200);
    const { data: id } = made.body as { data: string };

    const request = await app.make.aRequest({ beneficiaryId: id, status: 'NOUVEAU' });
    await app.db.historyEvent.create({
      data: {
        requestId: request.id,
        kind: 'STATUS',
        toStatus: 'A_REFOURMULER',
        detail: 'Des mots de quelqu’un',
        actorRole: 'PARTENAIRE',
      },
    });
    const client = await app.as({ id });
    await client.get(`/currentUser/${id}`).expect(200);
    await client.get('/utilisateurs/export').expect(200);
    const erased = await personDataService(app.deps).erase(id, 'administrator');
    expect(erased).not.toBeNull();
    const { rows } = await owner.query(
      `SELECT e.detail, e.position, h.position AS head FROM history_events e
       JOIN history_heads h USING (request_id) WHERE request_id = $1 ORDER BY e.position`,
      [request.id],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every((row: { detail: unknown }) => row.detail === null)).toBe(true);
    expect(rows.at(-1)).toMatchObject({ position: rows.length, head: rows.length });
  });
});
