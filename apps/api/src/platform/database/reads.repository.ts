import { statementName } from '@wasl/db';

import type { Db, PrismaClient, ReadKind, Statement } from './handle.ts';
import { isConflict, isEnded, isUnavailable, openPool, type Pool } from './db.ts';
import type { Logger } from '../program/logger.ts';

export type { ReadKind } from './handle.ts';

type OwnKind = Exclude<ReadKind, 'own' | 'report'>;
export interface ReadLimits {
  /** Connections, and so concurrent statements of the kind. */
  readonly max: number;
  /** Maximum wait in ms for a connection; then 503. */
  readonly waitMs: number;
  /** Statement timeout in PostgreSQL, in ms. */
  readonly statementMs: number;
}
const usual: Readonly<Record<OwnKind, ReadLimits>> = {
  screen: { max: 6, waitMs: 3000, statementMs: 10_000 },
  heavy: { max: 2, waitMs: 20_000, statementMs: 60_000 },
};

/**
 * Makes {@link readRows} use separate connections for this client. A slow count or a lock wait then blocks no screen.
 * Close it with the client.
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
    pool.on('error', (error) => log.warn({ event: 'db.connection_lost', err: error }));
    return pool;
  };
  const pools = { screen: open(url, limits.screen), heavy: open(url, limits.heavy) };
  const reportPool = reportUrl === null ? null : open(reportUrl, limits.heavy);
  const readOn = async (
    pool: Pool,
    { text, values }: Statement,
    kind: ReadKind,
  ): Promise<unknown[]> => {
    // PostgreSQL caches the plan of a named statement. Pattern searches stay unnamed, because their hits vary too
    // much. A generic plan took eight times as long for a common name.
    const isPlanCached = kind === 'own' || !/ like /i.test(text);
    const plan = isPlanCached ? { name: statementName(text) } : {};
    return (await pool.query<Record<string, unknown>>({ ...plan, text, values: [...values] })).rows;
  };
  const ofKind = async (name: string, statement: Statement, kind: ReadKind): Promise<unknown[]> => {
    if (kind === 'own') return await readOn(pools.screen, statement, kind);
    if (kind !== 'report') return await readOn(pools[kind], statement, kind);
    if (reportPool === null) return await readOn(pools.heavy, statement, kind);
    try {
      return await readOn(reportPool, statement, kind);
    } catch (error) {
      // A statement that times out on the replica would time out here too. An unavailable or conflicting replica is
      // bypassed.
      if (isEnded(error) || !(isUnavailable(error) || isConflict(error))) throw error;
      log.warn({ event: 'read_replica.unavailable', read: name, err: error });
      return await readOn(pools.heavy, statement, kind);
    }
  };
  db.ofClient.reader = async (name, statement, kind) => {
    try {
      return await ofKind(name, statement, kind);
    } catch (error) {
      if (isEnded(error)) log.warn({ event: 'db.statement_timeout', read: name, kind, err: error });
      throw error;
    }
  };
  return {
    pools: reportPool === null ? pools : { ...pools, report: reportPool },
    close: async () => {
      db.ofClient.reader = null;
      await Promise.all([pools.screen.end(), pools.heavy.end(), reportPool?.end()]);
    },
  };
}

/**
 * Runs a read-only statement through the driver; the client's overhead exceeds the cost of most of them. Return
 * numbers, texts and JSON; days and instants as JSON. In a transaction it runs on its connection.
 * @param name for the log entry of a statement that times out
 */
export async function readRows<T>(
  db: Db,
  name: string,
  sql: Statement,
  kind: ReadKind = 'screen',
): Promise<T[]> {
  const { reader } = db.ofClient;
  return db.ofTransaction === null && reader !== null
    ? ((await reader(name, sql, kind)) as T[])
    : await db.$queryRawUnsafe<T[]>(sql.text, ...sql.values);
}
