import pg from 'pg';

/** Rights that are less than reading, adding, changing and removing rows. `revoked` first, then what is left of it for columns. */
const narrower: readonly {
  readonly table: string;
  readonly revoked: string;
  readonly granted?: string;
}[] = [
  { table: '_prisma_migrations', revoked: 'INSERT, UPDATE, DELETE' },
  // An erasure takes the words out, and nothing else is changed (a trigger looks at what).
  {
    table: 'history_events',
    revoked: 'UPDATE, DELETE',
    granted: 'UPDATE (detail, detail_salt)',
  },
  // Written by the trigger, as its owner.
  { table: 'history_heads', revoked: 'INSERT, UPDATE, DELETE' },
  { table: 'administrator_acts', revoked: 'UPDATE, DELETE', granted: 'UPDATE (reason)' },
  { table: 'integration_acts', revoked: 'UPDATE, DELETE' },
  { table: 'consents', revoked: 'UPDATE' },
];
/** Statistics are gathered after an import (PostgreSQL 17 has a right for it; before, only their owner may). */
const maintained = ['users', 'requests', 'request_services', 'processing_steps'];

const isConcurrent = (error: unknown): boolean =>
  // Another process makes the same role, or changes the same right, at this moment.
  ['42710', '23505', 'XX000'].includes((error as { code?: string } | null)?.code ?? '');

/**
 * Gives the user of `servingUrl` what servers, worker and commands need of the database, and no more: rows of our tables, no
 * table of its own, no DDL, no TRUNCATE, and of the history only adding and reading. Makes that user where there is none and
 * the owner may. Can be repeated; after each migration, because a new table may need less than the others.
 * @param ownerUrl who migrates and owns the tables
 * @returns false, and nothing is done, where both are the same user
 * @throws what PostgreSQL says, where the owner may not make the user and there is none
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
    }
    // Processes of several starts take turns: two GRANTs on one object at once fail.
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
    // Everybody may execute a function unless it is said otherwise, and so put it on a temporary table of their own: this one writes
    // the heads of the chain as its owner. Who fires a trigger that is there needs no right on its function.
    ...(chain.rows[0]?.there === true
      ? ['REVOKE EXECUTE ON FUNCTION public.chain_history_event() FROM PUBLIC']
      : []),
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `GRANT ${rights} ON ALL TABLES IN SCHEMA public TO ${role}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    // What a later migration makes, until this has run again.
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
