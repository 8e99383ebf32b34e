import { createHash } from 'node:crypto';

import type { Db, Prisma, PrismaClient } from '@wasl/db';

import { isEnded, openPool, type Pool } from './db.ts';
import type { Logger } from './logger.ts';

/**
 * What a statement that only reads is to its reader: `screen` for what a page shows, `heavy` for what may look at every
 * step of an organisation, such as counts, statistics and exports.
 */
export type ReadKind = 'screen' | 'heavy';
export interface ReadLimits {
  /** Connections: so many statements of the kind at once, the others wait for their turn. */
  readonly max: number;
  /** Milliseconds to wait for that; then the caller is answered 503. */
  readonly waitMs: number;
  /** Milliseconds after which PostgreSQL ends the statement. */
  readonly statementMs: number;
}
const usual: Readonly<Record<ReadKind, ReadLimits>> = {
  screen: { max: 6, waitMs: 3000, statementMs: 10_000 },
  heavy: { max: 2, waitMs: 20_000, statementMs: 60_000 },
};

interface Reader {
  readonly pools: Readonly<Record<ReadKind, Pool>>;
  readonly log: Logger;
}
const readers = new WeakMap<object, Reader>();

/**
 * From now on {@link readRows} reads for this client on connections of their own: what waits for a lock or counts for long
 * keeps no screen waiting. Close it with the client.
 */
export function openReads(
  db: PrismaClient,
  { url, isPooledByTransaction }: { url: string; isPooledByTransaction: boolean },
  log: Logger,
  limits: Readonly<Record<ReadKind, ReadLimits>> = usual,
): { close: () => Promise<void> } {
  const open = ({ max, waitMs, statementMs }: ReadLimits): Pool => {
    const pool = openPool(url, { max, waitMs, statementMs, isPooledByTransaction });
    pool.on('error', (error) => {
      log.warn({ event: 'database connection lost', err: error });
    });
    return pool;
  };
  const pools = { screen: open(limits.screen), heavy: open(limits.heavy) };
  readers.set(db, { pools, log });
  return {
    close: async () => {
      readers.delete(db);
      await Promise.all([pools.screen.end(), pools.heavy.end()]);
    },
  };
}

/**
 * Rows of a statement of our own that only reads, straight from the driver: the client's way to it takes longer than most of
 * them. Give numbers, texts and JSON back; days and instants as JSON. In a transaction, and in a script, the client reads.
 * @param name what is read, for the log: a statement that took too long is ended and named there
 */
export async function readRows<T>(
  db: Db,
  name: string,
  sql: Prisma.Sql,
  kind: ReadKind = 'screen',
): Promise<T[]> {
  const reader = readers.get(db);
  if (reader === undefined) return await db.$queryRaw<T[]>(sql);
  const { text } = sql;
  // Named by its text, PostgreSQL keeps its plan. Not where a pattern is looked for: how much it finds is its own, and a plan for
  // any of them took eight times as long for a name that everybody bears.
  const isAnyPattern = / LIKE /.test(text);
  const plan = isAnyPattern
    ? {}
    : { name: `r${createHash('sha1').update(text).digest('hex').slice(0, 20)}` };
  try {
    const { rows } = await reader.pools[kind].query({ ...plan, text, values: sql.values });
    return rows as T[];
  } catch (error) {
    if (isEnded(error))
      reader.log.warn({ event: 'slow statement ended', read: name, kind, err: error });
    throw error;
  }
}
