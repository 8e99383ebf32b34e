import { AsyncLocalStorage } from 'node:async_hooks';

import type { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** The one connection of a transaction, which takes one statement at a time. */
export interface HeldConnection {
  /**
   * Sends a statement after all earlier ones of the transaction, the client's among them, and answers its rows as the driver
   * reads them.
   * @throws what the driver says; with the code P2028, the client's own for it, once the transaction has ended: the
   *   connection is somebody else's then
   */
  query: (text: string, values: unknown[]) => Promise<unknown[]>;
}

interface Beginning {
  client?: pg.PoolClient;
  connection?: HeldConnection;
}
const beginnings = new AsyncLocalStorage<Beginning>();

/**
 * Runs what begins a transaction of the client.
 * @param begin receives who tells the connection of that transaction, once it has begun; undefined before
 */
export async function withHeldConnection<T>(
  begin: (connection: () => HeldConnection | undefined) => Promise<T>,
): Promise<T> {
  const beginning: Beginning = {};
  return await beginnings.run(beginning, async () => await begin(() => beginning.connection));
}

/** A pool that tells who begins a transaction which connection it got. */
export class TellingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(
    callback?: Parameters<pg.Pool['connect']>[0],
  ): Promise<pg.PoolClient> | undefined {
    if (callback !== undefined) {
      super.connect(callback);
      return undefined;
    }
    const beginning = beginnings.getStore();
    return super.connect().then((client) => {
      if (beginning !== undefined && beginning.connection === undefined) beginning.client = client;
      return client;
    });
  }
}

/** A statement's name by its text; undefined where statements have none. */
export type NameOf = (text: string) => string | undefined;

/** Gives the statements of a transaction to its connection one after the other. */
function oneAtATime(transaction: Transaction, nameOf: NameOf): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  let isOver = false;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return await mine;
  };
  const queryRaw = transaction.queryRaw.bind(transaction);
  const executeRaw = transaction.executeRaw.bind(transaction);
  transaction.queryRaw = async (query) => await inTurn(async () => await queryRaw(query));
  transaction.executeRaw = async (query) =>
    await inTurn(async () => {
      isOver ||= query.sql === 'COMMIT' || query.sql === 'ROLLBACK';
      return await executeRaw(query);
    });
  const beginning = beginnings.getStore();
  const client = beginning?.client;
  if (beginning === undefined || client === undefined) return transaction;
  beginning.connection = {
    query: async (text, values) =>
      await inTurn(async () => {
        if (isOver) throw Object.assign(new Error('The transaction has ended'), { code: 'P2028' });
        const { rows } = await client.query<Record<string, unknown>>({
          name: nameOf(text),
          text,
          values,
        });
        return rows;
      }),
  };
  return transaction;
}

/**
 * Prisma reads the relations of a row at once, in a transaction too, whose one connection takes one statement at a
 * time: pg 8 queues them with a warning and pg 9 will refuse them (https://github.com/prisma/orm/pull/29979).
 */
export function withTurns(adapter: PrismaPg, nameOf: NameOf): PrismaPg {
  const connect = adapter.connect.bind(adapter);
  adapter.connect = async () => {
    const connected = await connect();
    const start = connected.startTransaction.bind(connected);
    connected.startTransaction = async (level) => oneAtATime(await start(level), nameOf);
    return connected;
  };
  return adapter;
}
