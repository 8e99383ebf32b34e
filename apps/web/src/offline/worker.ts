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

// Only the offline page and its files are cached, and never an answer of the API. Pages and files of the portal come
// from the network, so that versions never mix.
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
    // Excluded from the offline page: calls, files and machine-readable documents.
    { denylist: [/^\/(?:api|dev|docs)(?:\/|$)/, /\.\w+$/] },
  ),
);

const cachedUrls = new Set(entries.map((entry) => new URL(entry.url, self.location.href).href));
cachedUrls.delete(new URL(offlinePage, self.location.href).href);
registerRoute(
  ({ url }) => cachedUrls.has(url.href),
  async (options) => {
    // A hashed name identifies its content; other files are newest on the network.
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
// Fonts already used.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.endsWith('.woff2'),
  new CacheFirst({ cacheName: 'fonts' }),
);

self.addEventListener('message', ({ data }) => {
  // Sent after the user accepts the new version. Until then it waits for the last page of the old one to close.
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
