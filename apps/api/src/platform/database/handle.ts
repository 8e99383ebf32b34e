import type { Db as Queries, PrismaClient as Client } from '@wasl/db';

/**
 * The pool that a reading statement uses: `screen` for what a page shows, `own` for the few rows of one person on a page, which one
 * plan serves, `heavy` for what may look at every step of an organisation, `report` for exports and statistics, which may come
 * from a replica.
 */
export type ReadKind = 'screen' | 'own' | 'heavy' | 'report';

/** A statement and its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a process has beside its client. */
export interface OfClient {
  /** Reads on connections of their own; null: on those of the client. */
  reader: ((name: string, statement: Statement, kind: ReadKind) => Promise<unknown[]>) | null;
  /** Reference lists that were read and have not changed since; null: nothing is kept. */
  cache: Cache | null;
  /** The end of the last transaction of each line, by the line's name. */
  readonly turns: Map<string, Promise<void>>;
}

/** What was read of the reference lists. */
export interface Cache {
  readonly isFresh: () => boolean;
  readonly values: Map<string, unknown>;
  /** How often something was thrown away: what was read before may be old. */
  invalidations: number;
}

/** What a transaction does at its end. */
export interface OfTransaction {
  /** Actions after the commit, in their order. */
  readonly actions: (() => void)[];
}

interface Own {
  readonly ofClient: OfClient;
  /** Null outside of transactions. */
  readonly ofTransaction: OfTransaction | null;
}
/** What a repository needs of the database: the client itself or one transaction of it. */
export type Db = Queries & Own;
export type PrismaClient = Client & Own;

/**
 * The client or the transaction with what is ours beside it. Its members are defined and not assigned: an assignment would
 * reach the client below, which all transactions share.
 */
export function withOwn<Handle extends object>(handle: Handle, own: Own): Handle & Own {
  return Object.create(handle, {
    ofClient: { value: own.ofClient },
    ofTransaction: { value: own.ofTransaction },
  }) as Handle & Own;
}
