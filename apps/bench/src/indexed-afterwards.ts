import type { TestApp } from '../../api/src/testing/index.ts';

type Database = TestApp['db'];

/** What writes in the one transaction of a fill. */
export type Tx = Parameters<Parameters<Database['$transaction']>[0]>[0];

/** How long a million requests may take, in milliseconds. */
const longest = 60 * 60_000;

/**
 * Writes many rows in one transaction, without triggers and checks of references, and with the indexes that are no constraint
 * made anew afterwards: a sorted index is one pass, a million single entries are not. The rows have to be right by themselves.
 */
export async function indexedAfterwards(
  db: Database,
  write: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.$transaction(
    async (tx) => {
      const run = (text: string) => tx.$executeRawUnsafe(text);
      await run('SET LOCAL session_replication_role = replica');
      await run("SET LOCAL work_mem = '256MB'");
      await run("SET LOCAL maintenance_work_mem = '1GB'");
      const indexes = await tx.$queryRawUnsafe<{ name: string; made: string }[]>(
        `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made
         FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
         WHERE t.relnamespace = 'public'::regnamespace AND t.relname = ANY ($1)
           AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
        filledTables,
      );
      for (const { name } of indexes) await run(`DROP INDEX ${name}`);
      await write(tx);
      for (const { made } of indexes) await run(made);
    },
    { timeout: longest, maxWait: 60_000 },
  );
}

/** The tables that a fill makes large. */
const filledTables = [
  'users',
  'requests',
  'request_services',
  'processing_steps',
  'stored_files',
  'step_documents',
  'step_messages',
  'step_notes',
  'notices',
  'ratings',
];
