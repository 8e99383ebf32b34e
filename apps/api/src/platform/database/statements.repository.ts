import type { Compilable } from 'kysely';

import type { Db } from './db.ts';
import { readRows, type ReadKind } from './reads.repository.ts';

export { build, conditionOn, dateOf, type JsonOf } from './build.ts';
export { boundValues, prepared, type Placeholders } from './prepared.ts';

/**
 * Runs a statement on the given handle, inside its transaction if it has one.
 * @returns its rows; instants and days as `Date`, and inside JSON as text
 */
export async function rows<Row>(db: Db, query: Compilable<Row>): Promise<Row[]> {
  const { sql, parameters } = query.compile();
  return await db.$queryRawUnsafe<Row[]>(sql, ...parameters);
}

/**
 * Runs a read-only statement; outside of transactions on a connection for reads.
 * @param name for the log of statements that time out
 */
export async function read<Row>(
  db: Db,
  name: string,
  query: Compilable<Row>,
  kind?: ReadKind,
): Promise<Row[]> {
  const { sql: text, parameters: values } = query.compile();
  return await readRows<Row>(db, name, { text, values }, kind);
}
