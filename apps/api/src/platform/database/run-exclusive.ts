/**
 * Runs `work` after all earlier work of the same line in this process. Whoever waits holds nothing: with a lock of the
 * database instead, each would wait on a connection of its own until the others find none.
 * @param queues the end of the last work of each line, by the line's name
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
