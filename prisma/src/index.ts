import { createHash } from 'node:crypto';

import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

import { PrismaClient } from './generated/prisma/client.ts';
import { withSerializedTransactions } from './serialized-transactions.ts';

export * from './generated/prisma/client.ts';

/** Database handle of a repository: the client or one of its transactions. */
export type Db = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>;

export interface DatabaseOptions {
  /** Maximum connections of this process; the default of pg is 10. */
  max?: number;
  /** Milliseconds to wait for a connection before failing (503 to the caller). */
  connectTimeoutMs?: number;
  /** Whether the address is a pool in transaction mode: connections then have no session state. */
  isPooledByTransaction?: boolean;
}

const mostNames = 2000;
const names = new Map<string, string>();
/** Name of a statement, derived from its text: PostgreSQL caches the plan under it. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = 'p' + createHash('sha1').update(text).digest('hex').slice(0, 20);
  // Lists of values produce an unlimited number of texts.
  if (names.size >= mostNames) names.clear();
  names.set(text, name);
  return name;
}

/**
 * Opens a Prisma client on PostgreSQL; its pool closes with it. Statements are named by their text, so that PostgreSQL
 * caches their plans: about twice the reads per second. Behind a pool in transaction mode they have no name, because
 * the next one may run on a connection without it.
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
