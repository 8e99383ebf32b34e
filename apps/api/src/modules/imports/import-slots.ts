/** Limits concurrent work in this process. Waiting work uses no connection. */
function createSemaphore(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Files requests at the counter, at most two at a time: each uses a second connection for the number and the mail. */
export const withCounterSlot = createSemaphore(2);

/** Runs work that reads a whole file, at most two at a time. */
export const withImportSlot = createSemaphore(2);
