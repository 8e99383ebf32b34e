let running = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  running += by;
  for (const listener of listeners) listener();
}

/** Counts `work` as running until it settles; the progress bar shows while any work runs. */
export async function trackWork<T>(work: () => Promise<T>): Promise<T> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}

export function subscribeToWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const isBusy = (): boolean => running > 0;
