const startedByKey = new Map<string, Promise<unknown>>();

/**
 * Runs `work` once per key, also across remounts, because a mailed link is single-use. A failure that `mayRetry`
 * accepts is forgotten, so that the next call tries again.
 */
export function runOncePerKey<T>(
  key: string,
  work: () => Promise<T>,
  mayRetry: (error: unknown) => boolean,
): Promise<T> {
  const running = startedByKey.get(key) as Promise<T> | undefined;
  if (running !== undefined) return running;
  const started = work();
  startedByKey.set(key, started);
  started.catch((error: unknown) => {
    if (mayRetry(error)) startedByKey.delete(key);
  });
  return started;
}
