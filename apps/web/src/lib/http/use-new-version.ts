import { useEffect, useSyncExternalStore } from 'react';

import { newVersion, type Offer, offerNewVersion, ownBuild } from './new-version.ts';

/** How often a page that stays open asks whether there is a new version. */
const askEveryMs = 10 * 60_000;
/** How long a worker that waits may take to begin. */
const workerMs = 3000;

async function ask(): Promise<void> {
  try {
    const answer = await fetch('/build.json', { cache: 'no-cache' });
    // Releases of before have no such file, and may be what a roll-back returned to.
    if (answer.status === 404) offerNewVersion();
    if (!answer.ok) return;
    const { id } = (await answer.json()) as { id?: unknown };
    if (typeof id === 'string' && id !== ownBuild()) offerNewVersion();
  } catch {
    // A page without a connection cannot load it.
  }
}

const onShown = () => {
  if (document.visibilityState === 'visible') void ask();
};

/** The offer of a new version, null while there is none; asked for as long as somebody wants to know. */
export function useNewVersion(): Offer | null {
  useEffect(() => {
    if (ownBuild() === undefined) return undefined;
    const timer = setInterval(() => void ask(), askEveryMs);
    const watched = new AbortController();
    const how = { signal: watched.signal };
    document.addEventListener('visibilitychange', onShown, how);
    window.addEventListener('online', onShown, how);
    // A page that comes back as it was left may be days old.
    window.addEventListener('pageshow', onShown, how);
    return () => {
      clearInterval(timer);
      watched.abort();
    };
  }, []);
  return useSyncExternalStore(newVersion.subscribe, newVersion.offer, () => null);
}

/** Reloads the page with the new version, and with the worker of it where one waits. */
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
