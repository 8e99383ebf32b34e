const begun = new Map<string, Promise<unknown>>();

/**
 * Does a piece of work once for a key, whatever is drawn anew meanwhile: a mailed link is good for one
 * use only. A failure for which `mayRetry` holds is forgotten, so that asking again tries again.
 */
export function once<T>(
  key: string,
  work: () => Promise<T>,
  mayRetry: (error: unknown) => boolean,
): Promise<T> {
  const running = begun.get(key) as Promise<T> | undefined;
  if (running !== undefined) return running;
  const started = work();
  begun.set(key, started);
  started.catch((error: unknown) => {
    if (mayRetry(error)) begun.delete(key);
  });
  return started;
}
