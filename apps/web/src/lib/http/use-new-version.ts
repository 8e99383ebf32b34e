import { useEffect, useSyncExternalStore } from 'react';

import {
  newVersion,
  type NewVersionOffer,
  offerNewVersion,
  currentBuildId,
} from './new-version.ts';

const checkIntervalMs = 10 * 60_000;
/** Milliseconds that a waiting service worker may take to activate. */
const workerTimeoutMs = 3000;

async function checkForNewVersion(): Promise<void> {
  try {
    const answer = await fetch('/build.json', { cache: 'no-cache' });
    // Older releases have no such file, and a roll-back may have returned to one.
    if (answer.status === 404) offerNewVersion();
    if (!answer.ok) return;
    const { id } = (await answer.json()) as { id?: unknown };
    if (typeof id === 'string' && id !== currentBuildId()) offerNewVersion();
  } catch {
    // Offline: the new version could not be loaded either.
  }
}

const checkWhenVisible = () => {
  if (document.visibilityState === 'visible') void checkForNewVersion();
};

/** Offer of a new version; null while there is none. Checks regularly while mounted. */
export function useNewVersion(): NewVersionOffer | null {
  useEffect(() => {
    if (currentBuildId() === undefined) return undefined;
    const timer = setInterval(() => void checkForNewVersion(), checkIntervalMs);
    const watched = new AbortController();
    const options = { signal: watched.signal };
    document.addEventListener('visibilitychange', checkWhenVisible, options);
    window.addEventListener('online', checkWhenVisible, options);
    // A page restored from the back-forward cache may be days old.
    window.addEventListener('pageshow', checkWhenVisible, options);
    return () => {
      clearInterval(timer);
      watched.abort();
    };
  }, []);
  return useSyncExternalStore(newVersion.subscribe, newVersion.offer, () => null);
}

/** Reloads the page with the new version, and first activates a waiting service worker. */
export async function loadNewVersion(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  const registration = await serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.waiting) {
    const workerActivation = new Promise<unknown>((resolve) => {
      serviceWorker?.addEventListener('controllerchange', resolve, { once: true });
      setTimeout(resolve, workerTimeoutMs);
    });
    registration.waiting.postMessage({ type: 'SKIP_WAITING' });
    await workerActivation;
  }
  window.location.reload();
}
