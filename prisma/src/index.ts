import { createHash } from 'node:crypto';

import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

import { PrismaClient } from './generated/prisma/client.ts';
import { withSerializedTransactions } from './serialized-transactions.ts';

export * from './generated/prisma/client.ts';

/** What a repository needs of the database: the client itself or one transaction of it. */
export type Db = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>;

export interface DatabaseOptions {
  /** Connections of this process; the default of pg (10) otherwise. */
  max?: number;
  /** Milliseconds to wait for a free or a new connection before failing (503 to the caller). */
  connectTimeoutMs?: number;
  /** The address is that of a pool that gives each transaction another connection: nothing may be kept on one. */
  isPooledByTransaction?: boolean;
}

const mostNames = 2000;
const names = new Map<string, string>();
/** The name of a statement, by its text: under it PostgreSQL keeps its plan. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = 'p' + createHash('sha1').update(text).digest('hex').slice(0, 20);
  // Lists of values make texts without end.
  if (names.size >= mostNames) names.clear();
  names.set(text, name);
  return name;
}

/**
 * Opens a Prisma client on PostgreSQL with the pool of its connections, which closes with it.
 * Statements are named by their text so that PostgreSQL keeps their plans: about twice the reads per second. Behind a
 * pool by transaction they have no name, since the next one may come to a connection that does not know it.
 */
export function openDatabase(
  url: string,
  options: DatabaseOptions = {},
): {
  readonly db: PrismaClient;
  readonly pool: pg.Pool;
} {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3000,
  });
  const isNamed = options.isPooledByTransaction !== true;
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    ...(isNamed
      ? { statementNameGenerator: ({ sql }: { sql: string }) => statementName(sql) }
      : {}),
  });
  return { db: new PrismaClient({ adapter: withSerializedTransactions(adapter) }), pool };
}
