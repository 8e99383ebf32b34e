import pg from 'pg';

import { openDatabase as openPrisma, Prisma } from '@wasl/db';

import { withOwn, type Db, type OfTransaction, type PrismaClient } from './handle.ts';
import { runExclusive } from './run-exclusive.ts';

export type { Db, PrismaClient } from './handle.ts';

export interface TransactionOptions {
  isolationLevel?: Prisma.TransactionIsolationLevel;
  /** Milliseconds the whole transaction may take. */
  timeoutMs?: number;
  /** Times it is begun again after a serialization failure or a deadlock. */
  retries?: number;
  /**
   * What is locked, such as `request 12`: transactions of this process that name the same take turns before they take a
   * connection. Twenty calls on one row would otherwise hold every connection while they wait for its lock.
   */
  turn?: string;
}

/**
 * Opens the client; a caller that finds no connection within 3 s is answered 503.
 * @param isPooledByTransaction a pool such as PgBouncer's in transaction mode stands at the address
 */
export function openDatabase(url: string, isPooledByTransaction = false): PrismaClient {
  return openDatabaseWithPool(url, isPooledByTransaction).db;
}

/** The same with the client's connections, to be looked at. */
export function openDatabaseWithPool(
  url: string,
  isPooledByTransaction = false,
): { readonly db: PrismaClient; readonly pool: Pool } {
  const { db, pool } = openPrisma(url, { max: 10, connectTimeoutMs: 3000, isPooledByTransaction });
  const ofClient = { reader: null, cache: null, turns: new Map<string, Promise<void>>() };
  return { db: withOwn(db, { ofClient, ofTransaction: null }), pool };
}

/** A few plain connections beside Prisma's. */
export type Pool = pg.Pool;

/** A statement without its name: the next use of it may come to a connection that does not know it. */
function nameless(statement: unknown): unknown {
  return typeof statement === 'object' && statement !== null && 'name' in statement
    ? { ...statement, name: undefined }
    : statement;
}

/** The pool, whose statements have no names, whatever a library calls them. */
function withoutNames(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member);
      if (member !== 'query' || typeof value !== 'function') return value;
      return (statement: unknown, ...rest: unknown[]): unknown =>
        Reflect.apply(value, target, [nameless(statement), ...rest]);
    },
  });
}

/**
 * Opens plain connections: for what is not the domain's, such as rate limits and health, where nothing else is said.
 * @param statementMs after which PostgreSQL ends a statement; else 5 s are waited for one
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
    // A pool by transaction takes no settings for a connection: there the answer is waited for no longer.
    ...(statementMs === undefined || isPooledByTransaction
      ? { query_timeout: statementMs ?? 5000 }
      : { statement_timeout: statementMs }),
    allowExitOnIdle: true,
  });
  return isPooledByTransaction ? withoutNames(pool) : pool;
}

/** A connection of its own, that listens to what the database tells. */
export type ListenConnection = pg.Client;

/** Makes the connection, which is not open yet. @param waitMs the longest that opening it or a statement may take */
export function createListenConnection(url: string, waitMs: number): ListenConnection {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
    keepAlive: true,
    application_name: 'wasl signals',
  });
}

/** Runs the action once the transaction has committed; at once when `db` is not a transaction. Never runs after a roll-back. */
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

/** Whether two transactions got in each other's way, so that doing it again can succeed. */
export function isConflict(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2034') return true;
  return ['40001', '40P01'].includes(rootCode(error) ?? '');
}

/** Whether a unique constraint refused the row, on the given model's fields or index where named. */
export function isDuplicate(error: unknown, named?: string): boolean {
  if (error instanceof pg.DatabaseError && error.code === '23505')
    return named === undefined || (error.constraint ?? '').includes(named);
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // P2010: the statement was built, and PostgreSQL's own code says why it was refused.
  if (error.code !== 'P2002' && !(error.code === 'P2010' && rootCode(error) === '23505'))
    return false;
  return named === undefined || JSON.stringify(error.meta ?? {}).includes(named);
}

const unavailablePrisma = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
const unavailableDriver =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|the database system is|too many clients|terminating connection|Query read timeout|Cannot use a pool after calling end|DatabaseNotReachable|ConnectionClosed|TooManyConnections|SocketTimeout|No space left on device/i;

/** Whether the database ended a statement that took too long. */
export function isEnded(error: unknown): boolean {
  return rootCode(error) === '57014';
}

/** Whether the database could not be reached, was shutting down, had no free connection in time, or ended a slow statement. */
export function isUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, originalCode, message, name, cause, meta } = error as Record<string, unknown>;
  if (typeof originalCode === 'string' && /^(08|57P|57014|53)/.test(originalCode)) return true;
  if (typeof code === 'string') {
    // 53: no disk, no memory, no connections left; 57014: ended for taking too long.
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
 * Runs `work` in one transaction. Make the repositories and services you need on the handle it receives.
 * A serialization failure or a deadlock begins it again (3 times by default), so `work` must not have effects
 * outside the database; leave those to {@link afterCommit}.
 */
export async function inTransaction<T>(
  db: PrismaClient,
  work: (tx: Db) => Promise<T>,
  { turn, ...options }: TransactionOptions = {},
): Promise<T> {
  return turn === undefined
    ? await transact(db, work, options)
    : await runExclusive(db.ofClient.turns, turn, () => transact(db, work, options));
}

async function transact<T>(
  db: PrismaClient,
  work: (tx: Db) => Promise<T>,
  options: Omit<TransactionOptions, 'turn'>,
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
