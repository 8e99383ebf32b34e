import { createHash } from 'node:crypto';

import type { Db, Prisma, PrismaClient } from '@wasl/db';

import { isConflict, isEnded, openPool, type Pool } from './db.ts';
import type { Logger } from './logger.ts';
import { sendRows } from './own-statements.repository.ts';
import { openReplica, openReplicaPool, type Replica } from './replica.repository.ts';
import type { Signals } from './signals.ts';

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
  replica: Replica<ReadKind> | null;
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
): { readonly pools: Readonly<Record<ReadKind, Pool>>; close: () => Promise<void> } {
  const open = ({ max, waitMs, statementMs }: ReadLimits): Pool => {
    const pool = openPool(url, { max, waitMs, statementMs, isPooledByTransaction });
    pool.on('error', (error) => log.warn({ event: 'database connection lost', err: error }));
    return pool;
  };
  const pools = { screen: open(limits.screen), heavy: open(limits.heavy) };
  readers.set(db, { pools, log, replica: null });
  return {
    pools,
    close: async () => {
      readers.delete(db);
      await Promise.all([pools.screen.end(), pools.heavy.end()]);
    },
  };
}

/**
 * From now on lists of this client are read from a replica, as long as it has what their reader knows of. Close it before the reads.
 * @param primary asked where the log of the database ends
 */
export function openReplicaReads(
  db: PrismaClient,
  url: string,
  { primary, signals }: { readonly primary: Pool; readonly signals: Signals },
  log: Logger,
): Replica<ReadKind> {
  const reader = readers.get(db);
  if (reader === undefined) throw new Error('Nothing is read on connections of its own');
  const replica = openReplica<ReadKind>({
    pools: {
      screen: openReplicaPool(url, usual.screen, log),
      heavy: openReplicaPool(url, usual.heavy, log),
    },
    watch: openReplicaPool(url, { max: 1, waitMs: 3000 }, log),
    primary,
    signals,
    log,
  });
  reader.replica = replica;
  return replica;
}

/**
 * Rows of a statement of our own that only reads, straight from the driver: the client's way to it takes longer than most of
 * them. Give numbers, texts and JSON back; days and instants as JSON. In a transaction it is one of its statements.
 * @param name what is read, for the log: a statement that took too long is ended and named there
 */
export async function readRows<T>(
  db: Db,
  name: string,
  sql: Prisma.Sql,
  kind: ReadKind = 'screen',
): Promise<T[]> {
  const reader = readers.get(db);
  if (reader === undefined) return await sendRows<T>(db, sql);
  const { text } = sql;
  // Named by its text, PostgreSQL keeps its plan. Not where a pattern is looked for: how much it finds is its own, and a plan for
  // any of them took eight times as long for a name that everybody bears.
  const isAnyPattern = / LIKE /.test(text);
  const plan = isAnyPattern
    ? {}
    : { name: `r${createHash('sha1').update(text).digest('hex').slice(0, 20)}` };
  const read = async (pool: Pool): Promise<T[]> =>
    (await pool.query({ ...plan, text, values: sql.values })).rows as T[];
  const replica = reader.replica?.poolFor(kind);
  try {
    if (replica !== undefined) {
      try {
        return await read(replica);
      } catch (error) {
        // Too slow there is too slow here; what the replica's replaying ended is only read again.
        if (isEnded(error)) throw error;
        if (!isConflict(error)) reader.replica?.failed(error);
      }
    }
    return await read(reader.pools[kind]);
  } catch (error) {
    if (isEnded(error))
      reader.log.warn({ event: 'slow statement ended', read: name, kind, err: error });
    throw error;
  }
}
