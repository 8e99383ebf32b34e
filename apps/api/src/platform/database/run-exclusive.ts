/**
 * Runs `work` after all earlier work of the same queue in this process. A waiting caller uses no connection. With a
 * database lock instead, each waiter would block a connection until the pool is empty.
 * @param queues end of the last work of each queue, by its name
 */
export async function runExclusive<T>(
  queues: Map<string, Promise<void>>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve();
  const mine = before.then(work);
  const end = mine.then(
    () => undefined,
    () => undefined,
  );
  queues.set(key, end);
  try {
    return await mine;
  } finally {
    if (queues.get(key) === end) queues.delete(key);
  }
}
