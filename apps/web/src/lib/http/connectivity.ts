import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let waiting = 0;

const announce = () => {
  for (const listener of listeners) listener();
};

export async function trackConnectionWait<T>(work: Promise<T>): Promise<T> {
  waiting += 1;
  announce();
  try {
    return await work;
  } finally {
    waiting -= 1;
    announce();
  }
}

export function useIsWaitingForConnection(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting > 0,
  );
}
