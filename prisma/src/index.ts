import { createHash } from 'node:crypto';

import { PrismaPg } from '@prisma/adapter-pg';

import { PrismaClient } from './generated/prisma/client.ts';
import { withTurns } from './in-turn.ts';

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

/**
 * Opens a Prisma client on PostgreSQL.
 * Statements are named by their text so that PostgreSQL keeps their plans: about twice the reads per second. Behind a
 * pool by transaction they have no name, since the next one may come to a connection that does not know it.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): PrismaClient {
  const adapter = new PrismaPg(
    {
      connectionString: url,
      max: options.max ?? 10,
      connectionTimeoutMillis: options.connectTimeoutMs ?? 3000,
    },
    options.isPooledByTransaction === true
      ? {}
      : {
          statementNameGenerator: (query: { sql: string }) =>
            'p' + createHash('sha1').update(query.sql).digest('hex').slice(0, 20),
        },
  );
  return new PrismaClient({ adapter: withTurns(adapter) });
}
