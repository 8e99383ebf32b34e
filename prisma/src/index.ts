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
}

/**
 * Opens a Prisma client on PostgreSQL.
 * Statements are named by their text so that PostgreSQL keeps their plans: about twice the reads per second.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): PrismaClient {
  const adapter = new PrismaPg(
    {
      connectionString: url,
      max: options.max ?? 10,
      connectionTimeoutMillis: options.connectTimeoutMs ?? 3000,
    },
    {
      statementNameGenerator: (query: { sql: string }) =>
        'p' + createHash('sha1').update(query.sql).digest('hex').slice(0, 20),
    },
  );
  return new PrismaClient({ adapter: withTurns(adapter) });
}
