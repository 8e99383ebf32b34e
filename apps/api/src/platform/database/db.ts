import pg from 'pg';

import { openDatabase as openPrisma, Prisma } from '@wasl/db';

import { withOwn, type Db, type OfTransaction, type PrismaClient } from './handle.ts';
import { runExclusive } from './run-exclusive.ts';

export type { Db, PrismaClient } from './handle.ts';

export interface TransactionOptions {
  isolationLevel?: Prisma.TransactionIsolationLevel;
  /** Maximum duration of the whole transaction in ms. */
  timeoutMs?: number;
  /** Retries after a serialization failure or a deadlock. */
  retries?: number;
  /**
   * Name of the locked row, such as `request 12`. Transactions of this process with the same name run one after the
   * other, and wait without a connection. Otherwise twenty calls on one row would block every connection while they
   * wait for its lock.
   */
  queue?: string;
}

/**
 * Opens the client. A call that gets no connection within 3 s is answered 503.
 * @param isPooledByTransaction the address is a pool in transaction mode, such as PgBouncer's
 */
export function openDatabase(url: string, isPooledByTransaction = false): PrismaClient {
  return openDatabaseWithPool(url, isPooledByTransaction).db;
}

/** The client with its pool, for metrics. */
export function openDatabaseWithPool(
  url: string,
  isPooledByTransaction = false,
  { max, waitMs }: { readonly max: number; readonly waitMs: number } = { max: 10, waitMs: 3000 },
): { readonly db: PrismaClient; readonly pool: Pool } {
  const { db, pool } = openPrisma(url, { max, connectTimeoutMs: waitMs, isPooledByTransaction });
  const ofClient = { reader: null, cache: null, queues: new Map<string, Promise<void>>() };
  return { db: withOwn(db, { ofClient, ofTransaction: null }), pool };
}

/** A small pool of plain connections, apart from Prisma's. */
export type Pool = pg.Pool;

/** Removes the name of a prepared statement: its next use may run on a connection without it. */
function withoutName(statement: unknown): unknown {
  return typeof statement === 'object' && statement !== null && 'name' in statement
    ? { ...statement, name: undefined }
    : statement;
}

/** Wraps the pool so that no statement has a name, even when a library sets one. */
function withoutNames(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member);
      if (member !== 'query' || typeof value !== 'function') return value;
      return (statement: unknown, ...rest: unknown[]): unknown =>
        Reflect.apply(value, target, [withoutName(statement), ...rest]);
    },
  });
}

/**
 * Opens plain connections for rate limits and health.
 * @param statementMs statement timeout in PostgreSQL; without it, the client gives up after 5 s
 * @param isPooledByTransaction as {@link openDatabase}
 */
export function openPool(
  url: string,
  {
    max = 3,
    waitMs = 3000,
    statementMs,
    isPooledByTransaction = false,
  }: {
    max?: number;
    waitMs?: number;
    statementMs?: number;
    isPooledByTransaction?: boolean;
  } = {},
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: waitMs,
    // A pool in transaction mode takes no connection settings, so the client limits the wait.
    ...(statementMs === undefined || isPooledByTransaction
      ? { query_timeout: statementMs ?? 5000 }
      : { statement_timeout: statementMs }),
    allowExitOnIdle: true,
  });
  return isPooledByTransaction ? withoutNames(pool) : pool;
}

/** A dedicated connection for `LISTEN`. */
export type ListenConnection = pg.Client;

/**
 * Creates the connection without opening it.
 * @param waitMs timeout of the connect and of each statement
 */
export function createListenConnection(url: string, waitMs: number): ListenConnection {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
    keepAlive: true,
    application_name: 'wasl signals',
  });
}

/** Runs the action after the commit, or at once when `db` is no transaction. It never runs after a rollback. */
export function afterCommit({ ofTransaction }: Db, action: () => void): void {
  if (ofTransaction === null) action();
  else ofTransaction.actions.push(action);
}

function rootCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause, meta } = error as { code?: unknown; cause?: unknown; meta?: unknown };
  const driver = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  const original = (error as { originalCode?: unknown }).originalCode;
  if (typeof original === 'string') return original;
  return rootCode(driver) ?? rootCode(cause) ?? (typeof code === 'string' ? code : undefined);
}

/** Whether two transactions conflicted, so that a retry can succeed. */
export function isConflict(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2034') return true;
  return ['40001', '40P01'].includes(rootCode(error) ?? '');
}

/** Whether a unique constraint refused the row; with `named`, the one on that model's fields or index. */
export function isDuplicate(error: unknown, named?: string): boolean {
  if (error instanceof pg.DatabaseError && error.code === '23505')
    return named === undefined || (error.constraint ?? '').includes(named);
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // P2010 is a raw statement: PostgreSQL's own code says why it failed.
  if (error.code !== 'P2002' && !(error.code === 'P2010' && rootCode(error) === '23505'))
    return false;
  return named === undefined || JSON.stringify(error.meta ?? {}).includes(named);
}

const unavailablePrisma = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
const unavailableDriver =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|the database system is|too many clients|terminating connection|Query read timeout|Cannot use a pool after calling end|DatabaseNotReachable|ConnectionClosed|TooManyConnections|SocketTimeout|No space left on device/i;

/** Whether PostgreSQL ended the statement by its timeout. */
export function isEnded(error: unknown): boolean {
  return rootCode(error) === '57014';
}

/** Whether the database is unreachable, shutting down, without a free connection in time, or ended a slow statement. */
export function isUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, originalCode, message, name, cause, meta } = error as Record<string, unknown>;
  if (typeof originalCode === 'string' && /^(08|57P|57014|53)/.test(originalCode)) return true;
  if (typeof code === 'string') {
    // 53: no disk, memory or connections; 57014: statement timeout.
    if (unavailablePrisma.has(code) || /^(08|57P|57014|53)/.test(code)) return true;
    if (unavailableDriver.test(code)) return true;
  }
  if (name === 'PrismaClientInitializationError' || name === 'DeadlineError') return true;
  if (typeof message === 'string' && !(error instanceof Prisma.PrismaClientValidationError)) {
    if (unavailableDriver.test(message)) return true;
  }
  const driver = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  const kind = (cause as { kind?: unknown } | undefined)?.kind;
  if (typeof kind === 'string' && unavailableDriver.test(kind)) return true;
  return isUnavailable(driver, depth + 1) || isUnavailable(cause, depth + 1);
}

/**
 * Runs `work` in one transaction; create repositories and services on the handle it receives. A serialization failure
 * or a deadlock retries it, by default 3 times. So `work` must have no effects outside the database; register those
 * with {@link afterCommit}.
 */
export async function inTransaction<T>(
  db: PrismaClient,
  work: (tx: Db) => Promise<T>,
  { queue, ...options }: TransactionOptions = {},
): Promise<T> {
  return queue === undefined
    ? await transact(db, work, options)
    : await runExclusive(db.ofClient.queues, queue, () => transact(db, work, options));
}

async function transact<T>(
  db: PrismaClient,
  work: (tx: Db) => Promise<T>,
  options: Omit<TransactionOptions, 'queue'>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const ofTransaction: OfTransaction = { actions: [] };
    try {
      const result = await db.$transaction(
        (queries) => work(withOwn(queries, { ofClient: db.ofClient, ofTransaction })),
        {
          maxWait: 3000,
          timeout: options.timeoutMs ?? 15_000,
          ...(options.isolationLevel ? { isolationLevel: options.isolationLevel } : {}),
        },
      );
      for (const action of ofTransaction.actions) action();
      return result;
    } catch (error) {
      if (!isConflict(error) || attempt >= (options.retries ?? 3)) throw error;
      await new Promise((resolve) =>
        setTimeout(resolve, 10 * 2 ** attempt * (0.5 + Math.random())),
      );
    }
  }
}
