import pg from 'pg';

/** Tables with fewer rights than reading, inserting, updating and deleting rows. `revoked` first, then column rights. */
const narrower: readonly {
  readonly table: string;
  readonly revoked: string;
  readonly granted?: string;
}[] = [
  { table: '_prisma_migrations', revoked: 'INSERT, UPDATE, DELETE' },
  // An erasure clears the texts; a trigger refuses other changes.
  {
    table: 'history_events',
    revoked: 'UPDATE, DELETE',
    granted: 'UPDATE (detail, detail_salt)',
  },
  // Written by the trigger with its owner's rights.
  { table: 'history_heads', revoked: 'INSERT, UPDATE, DELETE' },
  { table: 'administrator_acts', revoked: 'UPDATE, DELETE', granted: 'UPDATE (reason)' },
  { table: 'integration_acts', revoked: 'UPDATE, DELETE' },
  { table: 'consents', revoked: 'UPDATE' },
];
/** Tables to analyze after an import (PostgreSQL 17 has a right for it; before, only their owner may). */
const maintained = ['users', 'requests', 'request_services', 'processing_steps'];

/** The role exists with another password than the setting's; the message is complete for the reader. */
export class ServingPasswordError extends Error {
  constructor(role: string) {
    super(
      `The role ${role} exists with another password than the one in DATABASE_URL. ` +
        `Correct the setting, or as the owner: ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD '…'.`,
    );
    this.name = 'ServingPasswordError';
  }
}

/** Signs in as the serving role; a refused password is the only fault that counts here. */
async function checkPassword(servingUrl: string, role: string): Promise<void> {
  const serving = new pg.Client({ connectionString: servingUrl, connectionTimeoutMillis: 5000 });
  try {
    await serving.connect();
  } catch (error) {
    // invalid_password
    if ((error as { code?: string } | null)?.code === '28P01') throw new ServingPasswordError(role);
  } finally {
    await serving.end().catch(() => undefined);
  }
}

const isConcurrent = (error: unknown): boolean =>
  // Another process creates the same role, or changes the same right, at this moment.
  ['42710', '23505', 'XX000'].includes((error as { code?: string } | null)?.code ?? '');

/**
 * Grants the user of `servingUrl` only what servers, worker and commands need: row access to the portal's tables, no
 * own tables, no DDL, no TRUNCATE, and an append-only history. It creates the user if the owner may. Run it after each
 * migration, because a new table may need fewer rights than the others.
 * @param ownerUrl the user who migrates and owns the tables
 * @returns false, without changes, where both are the same user
 * @throws ServingPasswordError where the user has another password
 * @throws PostgreSQL's error, where the user is missing and the owner may not create it
 */
export async function grantServing(ownerUrl: string, servingUrl: string): Promise<boolean> {
  const { username, password } = new URL(servingUrl);
  const name = decodeURIComponent(username);
  if (name === '' || name === decodeURIComponent(new URL(ownerUrl).username)) return false;
  const role = pg.escapeIdentifier(name);
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 });
  await owner.connect();
  try {
    const found = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    if (found.rowCount === 0) {
      const secret = pg.escapeLiteral(decodeURIComponent(password));
      try {
        await owner.query(
          `CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${secret}`,
        );
      } catch (error) {
        if (!isConcurrent(error)) throw error;
      }
    } else await checkPassword(servingUrl, name);
    // Serializes concurrent starts: two GRANTs on one object at once fail.
    await owner.query('BEGIN');
    await owner.query(`SELECT pg_advisory_xact_lock(7215003)`);
    for (const statement of await statements(owner, role)) await owner.query(statement);
    await owner.query('COMMIT');
    return true;
  } finally {
    await owner.end();
  }
}

async function statements(owner: pg.Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ table: string }>(
    `SELECT tablename AS "table" FROM pg_tables WHERE schemaname = 'public'`,
  );
  const there = new Set(rows.map(({ table }) => table));
  const version = await owner.query<{ number: number }>(
    `SELECT current_setting('server_version_num')::int AS number`,
  );
  const chain = await owner.query<{ there: boolean }>(
    `SELECT to_regprocedure('public.chain_history_event()') IS NOT NULL AS there`,
  );
  const rights = 'SELECT, INSERT, UPDATE, DELETE';
  return [
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    // By default every role may execute a function, and so use it on its own temporary table. This one writes the
    // heads of the chain with its owner's rights. Firing an existing trigger needs no right on its function.
    ...(chain.rows[0]?.there === true
      ? ['REVOKE EXECUTE ON FUNCTION public.chain_history_event() FROM PUBLIC']
      : []),
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `GRANT ${rights} ON ALL TABLES IN SCHEMA public TO ${role}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    // Covers tables of later migrations until this runs again.
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${rights} ON TABLES TO ${role}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ${role}`,
    ...narrower
      .filter(({ table }) => there.has(table))
      .flatMap(({ table, revoked, granted }) => [
        `REVOKE ${revoked} ON ${pg.escapeIdentifier(table)} FROM ${role}`,
        ...(granted === undefined
          ? []
          : [`GRANT ${granted} ON ${pg.escapeIdentifier(table)} TO ${role}`]),
      ]),
    ...((version.rows[0]?.number ?? 0) >= 170_000
      ? maintained
          .filter((table) => there.has(table))
          .map((table) => `GRANT MAINTAIN ON ${pg.escapeIdentifier(table)} TO ${role}`)
      : []),
  ];
}
