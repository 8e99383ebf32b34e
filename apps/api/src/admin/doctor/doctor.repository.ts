import type { Pool } from '../../platform/database/db.ts';

/** Rights of the database user beyond those that the portal needs. */
export async function excessRights(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ excess: string }>(
    `SELECT excess FROM (VALUES
       ('is a superuser', (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)),
       ('owns tables', EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public' AND tableowner = current_user)),
       ('may make tables', has_schema_privilege('public', 'CREATE')),
       ('may empty the history', has_table_privilege('history_events', 'TRUNCATE')),
       ('may remove history', has_table_privilege('history_events', 'DELETE'))
     ) AS rights (excess, is_granted) WHERE is_granted`,
  );
  return rows.map(({ excess }) => excess);
}

/** Version of PostgreSQL, and its clock in milliseconds since 1970. */
export async function databaseFacts(
  pool: Pool,
): Promise<{ readonly version: string; readonly now: number }> {
  const { rows } = await pool.query<{ version: string; now: number }>(
    `SELECT current_setting('server_version') AS version,
       (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The database says nothing');
  return row;
}
