import type { DB as Tables } from '@wasl/db/tables';
import {
  type Compilable,
  DummyDriver,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';

import type { Db } from './db.ts';
import { sendRows } from './own-statements.repository.ts';
import { readRows, type ReadKind } from './reads.repository.ts';

/**
 * Builds SQL statements from the tables of the Prisma schema: a column that does not exist does not compile. It has no
 * connection; {@link rows} and {@link read} send what it builds.
 */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The tables under the short names that every statement and every shared condition gives them. */
interface ShortNames {
  readonly s: Tables['processing_steps'];
  readonly r: Tables['requests'];
  readonly p: Tables['partners'];
  readonly u: Tables['users'];
}

/** Builds a condition for statements that have these tables under their short names. */
export const conditionOn = <Name extends keyof ShortNames>() =>
  expressionBuilder<Tables & ShortNames, Name>();

function compiled(query: Compilable): { text: string; values: unknown[] } {
  const { sql, parameters } = query.compile();
  return { text: sql, values: [...parameters] };
}

/**
 * Sends a statement on the handle that it is given: in a transaction it is one of its statements.
 * @returns its rows; instants and days as `Date`, and inside JSON as text
 */
export async function rows<Row>(db: Db, query: Compilable<Row>): Promise<Row[]> {
  return await sendRows<Row>(db, compiled(query));
}

/**
 * Sends a statement that only reads, outside of transactions on a connection for reads.
 * @param name what is read, for the log of statements that took too long
 */
export async function read<Row>(
  db: Db,
  name: string,
  query: Compilable<Row>,
  kind?: ReadKind,
): Promise<Row[]> {
  return await readRows<Row>(db, name, compiled(query), kind);
}
