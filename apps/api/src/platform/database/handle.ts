import type { Db as Queries, PrismaClient as Client } from '@wasl/db';

/**
 * Pool of a read. `screen`: page contents. `own`: the few rows of one person, with one cached plan. `heavy`: reads over
 * every step of an organisation. `report`: exports and statistics, which a replica may serve.
 */
export type ReadKind = 'screen' | 'own' | 'heavy' | 'report';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** State of a process that belongs to its client. */
export interface OfClient {
  /** Runs reads on their own connections; null: on the client's. */
  reader: ((name: string, statement: Statement, kind: ReadKind) => Promise<unknown[]>) | null;
  /** Cache of reference lists; null: no caching. */
  cache: Cache | null;
  /** End of the last transaction of each named queue. */
  readonly queues: Map<string, Promise<void>>;
}

export interface Cache {
  readonly isFresh: () => boolean;
  readonly values: Map<string, unknown>;
  /** Number of invalidations. A change during a read means that the result may be stale. */
  invalidations: number;
}

/** State of a transaction until its end. */
export interface OfTransaction {
  /** Actions after the commit, in order. */
  readonly actions: (() => void)[];
}

interface Own {
  readonly ofClient: OfClient;
  readonly ofTransaction: OfTransaction | null;
}
/** Database handle of a repository: the client or one of its transactions. */
export type Db = Queries & Own;
export type PrismaClient = Client & Own;

/**
 * Adds the portal's own members to the client or transaction. They are defined, not assigned: an assignment would reach
 * the client underneath, which all transactions share.
 */
export function withOwn<Handle extends object>(handle: Handle, own: Own): Handle & Own {
  return Object.create(handle, {
    ofClient: { value: own.ofClient },
    ofTransaction: { value: own.ofTransaction },
  }) as Handle & Own;
}
