import { createHash } from 'node:crypto';

import type { Db, PrismaClient } from '@wasl/db';

import { isConflict, isEnded, isUnavailable, openPool, type Pool } from './db.ts';
import type { Logger } from '../program/logger.ts';

/**
 * The pool that a reading statement uses: `screen` for what a page shows, `heavy` for what may look at every step of an
 * organisation, `report` for exports and statistics, which may come from a replica.
 */
export type ReadKind = 'screen' | 'heavy' | 'report';
type OwnKind = Exclude<ReadKind, 'report'>;
export interface ReadLimits {
  /** Connections: so many statements of the kind at once, the others wait for their turn. */
  readonly max: number;
  /** Milliseconds to wait for that; then the caller is answered 503. */
  readonly waitMs: number;
  /** Milliseconds after which PostgreSQL ends the statement. */
  readonly statementMs: number;
}
const usual: Readonly<Record<OwnKind, ReadLimits>> = {
  screen: { max: 6, waitMs: 3000, statementMs: 10_000 },
  heavy: { max: 2, waitMs: 20_000, statementMs: 60_000 },
};

/** A statement and its parameters. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Reader {
  readonly pools: Readonly<Record<OwnKind, Pool>>;
  /** Connections to the replica that reports are read from; null without one. */
  readonly reportPool: Pool | null;
  readonly log: Logger;
}
const readers = new WeakMap<object, Reader>();

/**
 * From now on {@link readRows} reads for this client on connections of their own: what waits for a lock or counts for long
 * keeps no screen waiting. Close it with the client.
 */
export function openReads(
  db: PrismaClient,
  {
    url,
    reportUrl,
    isPooledByTransaction,
  }: { url: string; reportUrl: string | null; isPooledByTransaction: boolean },
  log: Logger,
  limits: Readonly<Record<OwnKind, ReadLimits>> = usual,
): { readonly pools: Readonly<Record<string, Pool>>; close: () => Promise<void> } {
  const open = (address: string, { max, waitMs, statementMs }: ReadLimits): Pool => {
    const pool = openPool(address, { max, waitMs, statementMs, isPooledByTransaction });
    pool.on('error', (error) => log.warn({ event: 'database connection lost', err: error }));
    return pool;
  };
  const pools = { screen: open(url, limits.screen), heavy: open(url, limits.heavy) };
  const reportPool = reportUrl === null ? null : open(reportUrl, limits.heavy);
  readers.set(db, { pools, reportPool, log });
  return {
    pools: reportPool === null ? pools : { ...pools, report: reportPool },
    close: async () => {
      readers.delete(db);
      await Promise.all([pools.screen.end(), pools.heavy.end(), reportPool?.end()]);
    },
  };
}

/**
 * Rows of a statement of our own that only reads, straight from the driver: the client's way to it takes longer than most of
 * them. Give numbers, texts and JSON back; days and instants as JSON. In a transaction it is one of its statements.
 * @param name what is read, for the log: a statement that took too long is ended and named there
 */
export async function readRows<T>(
  db: Db,
  name: string,
  sql: Statement,
  kind: ReadKind = 'screen',
): Promise<T[]> {
  const reader = readers.get(db);
  if (reader === undefined) return await db.$queryRawUnsafe<T[]>(sql.text, ...sql.values);
  const { text } = sql;
  // Named by its text, PostgreSQL keeps its plan. Not where a pattern is looked for: how much it finds is its own, and a plan for
  // any of them took eight times as long for a name that everybody bears.
  const isAnyPattern = / like /i.test(text);
  const plan = isAnyPattern
    ? {}
    : { name: `r${createHash('sha1').update(text).digest('hex').slice(0, 20)}` };
  const read = async (pool: Pool): Promise<T[]> =>
    (await pool.query({ ...plan, text, values: [...sql.values] })).rows as T[];
  try {
    if (kind !== 'report') return await read(reader.pools[kind]);
    if (reader.reportPool === null) return await read(reader.pools.heavy);
    try {
      return await read(reader.reportPool);
    } catch (error) {
      // A statement that is too slow there is too slow here; a replica that is away or replays a conflict is passed over.
      if (isEnded(error) || !(isUnavailable(error) || isConflict(error))) throw error;
      reader.log.warn({ event: 'read_replica.unavailable', read: name, err: error });
      return await read(reader.pools.heavy);
    }
  } catch (error) {
    if (isEnded(error))
      reader.log.warn({ event: 'slow statement ended', read: name, kind, err: error });
    throw error;
  }
}
