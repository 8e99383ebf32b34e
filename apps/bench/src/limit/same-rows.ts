/** Writes once more, by SQL alone, what something has written: the same rows under other keys. */
import type { TestApp } from '../../../api/src/testing/index.ts';

/** Adds to every number of a row that was written, so that no two are alike. */
const apart = 1_000_000_000;
const shifted = (column: string): string => `${column} + ${String(apart)}`;
/** The account of a person, whose id begins with another digit. */
const otherId = (column: string): string =>
  `overlay(${column}::text PLACING translate(left(${column}::text, 1), '0123456789abcdef', '123456789abcdef0') FROM 1)::uuid`;

interface Written {
  /** Tells the rows that came since; `$1` is what {@link marksOf} has kept. */
  readonly mark: string;
  readonly since: string;
  /** Columns that must be others, by what they become. */
  readonly other: Readonly<Record<string, string>>;
}

/** In the order in which they can be written. The heads of the history follow by the database's own trigger. */
const tables: Readonly<Record<string, Written>> = {
  users: {
    mark: 'SELECT coalesce(max(id), 0)::int FROM imports WHERE id < 1e9',
    since: `import_id > $1 AND email NOT LIKE 'b.%'`,
    other: { id: otherId('id'), email: `'b.' || email` },
  },
  account_tokens: {
    mark: 'SELECT coalesce(max(id), 0)::int FROM account_tokens WHERE id < 1e9',
    since: 'id > $1 AND id < 1e9',
    other: { id: shifted('id'), user_id: otherId('user_id'), hash: `'b' || hash` },
  },
  requests: {
    mark: 'SELECT coalesce(max(id), 0)::int FROM requests WHERE id < 1e9',
    since: 'id > $1 AND id < 1e9',
    other: { id: shifted('id'), num_request: `'B' || num_request` },
  },
  request_services: {
    mark: 'SELECT coalesce(max(id), 0)::int FROM requests WHERE id < 1e9',
    since: 'request_id > $1 AND request_id < 1e9',
    other: { request_id: shifted('request_id') },
  },
  processing_steps: {
    mark: 'SELECT coalesce(max(id), 0)::int FROM processing_steps WHERE id < 1e9',
    since: 'id > $1 AND id < 1e9',
    other: { id: shifted('id'), request_id: shifted('request_id') },
  },
  history_events: {
    mark: 'SELECT coalesce(max(id), 0)::int FROM history_events WHERE id < 1e9',
    since: 'id > $1 AND id < 1e9',
    other: { id: shifted('id'), request_id: shifted('request_id'), step_id: shifted('step_id') },
  },
  notices: {
    mark: 'SELECT coalesce(max(id), 0)::int FROM notices WHERE id < 1e9',
    since: 'id > $1 AND id < 1e9',
    other: { id: shifted('id'), request_id: shifted('request_id'), step_id: shifted('step_id') },
  },
  outbox_mails: {
    mark: 'SELECT coalesce(max(id), 0)::int FROM outbox_mails WHERE id < 1e9',
    since: 'id > $1 AND id < 1e9',
    other: { id: shifted('id'), merge_key: `'B' || merge_key` },
  },
};

/** Where each table ends now. */
export async function marksOf({ db }: TestApp): Promise<ReadonlyMap<string, number>> {
  const marks = new Map<string, number>();
  for (const [table, { mark }] of Object.entries(tables)) {
    const [row] = await db.$queryRawUnsafe<{ at: number }[]>(`SELECT (${mark}) AS at`);
    marks.set(table, row?.at ?? 0);
  }
  return marks;
}

/**
 * Keeps beside what came since the marks, under other keys.
 * @returns how many rows each table has, and what writes them all, a thousand of a table at a time, in one transaction
 */
export async function keepRows(
  { db }: TestApp,
  marks: ReadonlyMap<string, number>,
): Promise<{ counts: Record<string, number>; write: () => Promise<void> }> {
  const counts: Record<string, number> = {};
  const statements: string[] = [];
  const batch = 1000;
  for (const [table, { since, other }] of Object.entries(tables)) {
    const names = await db.$queryRawUnsafe<{ name: string }[]>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
      table,
    );
    const own = names.map(({ name }) => `"${name}"`).join(', ');
    const values = names.map(({ name }) => `${other[name] ?? `"${name}"`} AS "${name}"`).join(', ');
    const kept = `bench_${table}`;
    await db.$executeRawUnsafe(`DROP TABLE IF EXISTS ${kept}`);
    await db.$executeRawUnsafe(
      `CREATE TABLE ${kept} AS SELECT ${values}, row_number() OVER () AS bench_row FROM ${table} WHERE ${since.replace('$1', String(marks.get(table) ?? 0))}`,
    );
    await db.$executeRawUnsafe(`CREATE INDEX ON ${kept} (bench_row)`);
    const [row] = await db.$queryRawUnsafe<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM ${kept}`,
    );
    const count = row?.count ?? 0;
    if (count > 0) counts[table] = count;
    for (let from = 1; from <= count; from += batch)
      statements.push(
        `INSERT INTO ${table} (${own}) SELECT ${own} FROM ${kept}
         WHERE bench_row BETWEEN ${String(from)} AND ${String(from + batch - 1)} ORDER BY bench_row`,
      );
  }
  const write = async (): Promise<void> => {
    await db.$transaction(
      async (tx) => {
        for (const statement of statements) await tx.$executeRawUnsafe(statement);
      },
      { timeout: 600_000, maxWait: 60_000 },
    );
  };
  return { counts, write };
}
