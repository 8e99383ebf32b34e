/// <reference lib="webworker" />
import { enable as preloadNavigations } from 'workbox-navigation-preload';
import {
  cleanupOutdatedCaches,
  matchPrecache,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: PrecacheEntry[] };

// The page without a line and its files, and nothing else: no answer of the API ever stands in a cache. The page and the
// files of the portal come from the network, so that no version is ever put together from two.
const entries: readonly PrecacheEntry[] = self.__WB_MANIFEST;
precache([...entries]);
cleanupOutdatedCaches();
preloadNavigations();

const network = new NetworkOnly();
const offlinePage = '/offline.html';
registerRoute(
  new NavigationRoute(
    async (options) => {
      try {
        return await network.handle(options);
      } catch (error) {
        const page = await matchPrecache(offlinePage);
        if (page === undefined) throw error;
        return page;
      }
    },
    // Not ours to stand in for: calls, files, and what is read by programs.
    { denylist: [/^\/(?:api|dev|docs)(?:\/|$)/, /\.\w+$/] },
  ),
);

const kept = new Set(entries.map((entry) => new URL(entry.url, self.location.href).href));
kept.delete(new URL(offlinePage, self.location.href).href);
registerRoute(
  ({ url }) => kept.has(url.href),
  async (options) => {
    // A name with a hash says what is in it; of the others the network has the newest.
    if (options.url.pathname.startsWith('/assets/')) {
      return (await matchPrecache(options.request)) ?? network.handle(options);
    }
    try {
      return await network.handle(options);
    } catch (error) {
      const file = await matchPrecache(options.url.pathname);
      if (file === undefined) throw error;
      return file;
    }
  },
);
// Letters that were read with before.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.endsWith('.woff2'),
  new CacheFirst({ cacheName: 'fonts' }),
);

self.addEventListener('message', ({ data }) => {
  // Asked for by a person: a new version waits until then, or until the last page of the old one is closed.
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
