import { Workbox } from 'workbox-window';

/** How often a page that stays open asks whether there is a new version. */
const askEveryMs = 60 * 60_000;

/**
 * Keeps the page without a line on the device, and tells when a new version of the portal waits: of a page that stays
 * open, or because a file of this version is not to be had any more.
 * @param offer receives what takes the new version; nothing is taken before it is called
 * @returns what ends the listening
 */
export function keepOffline(offer: (take: () => void) => void): () => void {
  const reload = () => window.location.reload();
  const onMissing = () => {
    if (navigator.onLine) offer(reload);
  };
  window.addEventListener('vite:preloadError', onMissing);
  const end = () => window.removeEventListener('vite:preloadError', onMissing);
  if (!('serviceWorker' in navigator)) return end;
  const workbox = new Workbox('/sw.js');
  workbox.addEventListener('waiting', () => {
    offer(() => {
      workbox.addEventListener('controlling', reload);
      workbox.messageSkipWaiting();
    });
  });
  // Where the browser refuses, the portal is as it is without.
  const update = () => {
    workbox.update().catch(() => undefined);
  };
  const onShown = () => {
    if (document.visibilityState === 'visible') update();
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  workbox.register().then(
    () => {
      timer = setInterval(update, askEveryMs);
      document.addEventListener('visibilitychange', onShown);
    },
    () => undefined,
  );
  return () => {
    end();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onShown);
  };
}
