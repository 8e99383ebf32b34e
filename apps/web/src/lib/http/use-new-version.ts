import { useEffect, useSyncExternalStore } from 'react';

import { newVersion, type Offer, offerNewVersion, ownBuild } from './new-version.ts';

const askEveryMs = 10 * 60_000;
/** Milliseconds that a waiting service worker may take to activate. */
const workerMs = 3000;

async function ask(): Promise<void> {
  try {
    const answer = await fetch('/build.json', { cache: 'no-cache' });
    // Older releases have no such file, and a roll-back may have returned to one.
    if (answer.status === 404) offerNewVersion();
    if (!answer.ok) return;
    const { id } = (await answer.json()) as { id?: unknown };
    if (typeof id === 'string' && id !== ownBuild()) offerNewVersion();
  } catch {
    // Offline: the new version could not be loaded either.
  }
}

const onShown = () => {
  if (document.visibilityState === 'visible') void ask();
};

/** Offer of a new version; null while there is none. Checks regularly while mounted. */
export function useNewVersion(): Offer | null {
  useEffect(() => {
    if (ownBuild() === undefined) return undefined;
    const timer = setInterval(() => void ask(), askEveryMs);
    const watched = new AbortController();
    const how = { signal: watched.signal };
    document.addEventListener('visibilitychange', onShown, how);
    window.addEventListener('online', onShown, how);
    // A page restored from the back-forward cache may be days old.
    window.addEventListener('pageshow', onShown, how);
    return () => {
      clearInterval(timer);
      watched.abort();
    };
  }, []);
  return useSyncExternalStore(newVersion.subscribe, newVersion.offer, () => null);
}

/** Reloads the page with the new version, and first activates a waiting service worker. */
export async function takeNewVersion(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  const registration = await serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.waiting) {
    const begins = new Promise<unknown>((done) => {
      serviceWorker?.addEventListener('controllerchange', done, { once: true });
      setTimeout(done, workerMs);
    });
    registration.waiting.postMessage({ type: 'SKIP_WAITING' });
    await begins;
  }
  window.location.reload();
}
