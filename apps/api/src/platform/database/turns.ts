/** The end of the last work of each line, by what the lines belong to. */
const ends = new WeakMap<object, Map<string, Promise<void>>>();

/**
 * Runs `work` after all earlier work of the same line in this process. Whoever waits holds nothing: with a lock of the
 * database instead, each would wait on a connection of its own until the others find none.
 * @param owner what the lines belong to, such as the database's client
 */
export async function inTurn<T>(owner: object, line: string, work: () => Promise<T>): Promise<T> {
  const lines = ends.get(owner) ?? new Map<string, Promise<void>>();
  ends.set(owner, lines);
  const before = lines.get(line) ?? Promise.resolve();
  const mine = before.then(work);
  const end = mine.then(
    () => undefined,
    () => undefined,
  );
  lines.set(line, end);
  try {
    return await mine;
  } finally {
    if (lines.get(line) === end) lines.delete(line);
  }
}
