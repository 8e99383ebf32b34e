import type { AppRoute } from './route-table.ts';

/** Every route of portal.md §2. A feature adds its own `routes.ts` here, one line each. */
export const appRoutes: readonly AppRoute[] = [
  {
    path: '/unauthorized',
    access: 'session',
    title: 'unauthorized',
    namespaces: [],
    load: () => import('./unauthorized-page.tsx'),
  },
];
