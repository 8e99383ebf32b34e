let running = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  running += by;
  for (const listener of listeners) listener();
}

/** Counts a piece of work as running until it ends; the thin bar on top shows while any runs. */
export async function track<T>(work: () => Promise<T>): Promise<T> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}

/** Calls back whenever a piece of work begins or ends; answers how to stop that. */
export function subscribeToWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether any tracked work is running. */
export const isBusy = (): boolean => running > 0;
