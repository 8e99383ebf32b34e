import type { HeldConnection, Db } from '@wasl/db';

const connections = new WeakMap<object, HeldConnection>();

/** From now on {@link sendRows} sends what is for this transaction, or for the client outside of any, straight to the driver. */
export function holdConnection(db: Db, connection: HeldConnection): void {
  connections.set(db, connection);
}

/** A statement and its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** As the client sends them: an instant does not depend on the process's zone. */
const sentAs = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/**
 * Sends a statement of our own and answers its rows. In a transaction it goes straight to the connection that the client
 * holds for it, after what the client has sent: for a statement that is written out, the client's own way costs more of
 * the processor than the driver's. Have it answer texts, numbers, truths and JSON: the driver reads others differently.
 */
export async function sendRows<Row>(db: Db, sql: Statement): Promise<Row[]> {
  const connection = connections.get(db);
  if (connection === undefined) return await db.$queryRawUnsafe<Row[]>(sql.text, ...sql.values);
  return (await connection.query(sql.text, sql.values.map(sentAs))) as Row[];
}
