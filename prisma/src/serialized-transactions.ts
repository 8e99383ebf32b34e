import type { PrismaPg } from '@prisma/adapter-pg';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** Runs the statements of a transaction one after the other. */
function oneAtATime(transaction: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  const runExclusive = async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return await mine;
  };
  const queryRaw = transaction.queryRaw.bind(transaction);
  const executeRaw = transaction.executeRaw.bind(transaction);
  transaction.queryRaw = async (query) => await runExclusive(async () => await queryRaw(query));
  transaction.executeRaw = async (query) => await runExclusive(async () => await executeRaw(query));
  return transaction;
}

/**
 * Prisma reads the relations of a row concurrently, also in a transaction, whose connection takes one statement at a
 * time. pg 8 queues them with a warning, and pg 9 will refuse them (https://github.com/prisma/orm/pull/29979).
 */
export function withSerializedTransactions(adapter: PrismaPg): PrismaPg {
  const connect = adapter.connect.bind(adapter);
  adapter.connect = async () => {
    const connected = await connect();
    const start = connected.startTransaction.bind(connected);
    connected.startTransaction = async (level) => oneAtATime(await start(level));
    return connected;
  };
  return adapter;
}
