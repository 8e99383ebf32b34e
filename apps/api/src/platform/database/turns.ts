/**
 * Runs `work` after all earlier work of the same line in this process. Whoever waits holds nothing: with a lock of the
 * database instead, each would wait on a connection of its own until the others find none.
 * @param lines the end of the last work of each line, by the line's name
 */
export async function inTurn<T>(
  lines: Map<string, Promise<void>>,
  line: string,
  work: () => Promise<T>,
): Promise<T> {
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
