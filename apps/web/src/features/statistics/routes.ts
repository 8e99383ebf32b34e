import type { AppRoute } from '../../lib/routing/route-table.ts';

/** The statistics of the agent's organisation. */
export const statisticsRoutes: readonly AppRoute[] = [
  {
    path: '/statistics',
    access: ['PARTENAIRE'],
    title: 'statistics',
    parent: '/requests',
    namespaces: ['statistics'],
    load: () => import('./pages/statistics-page.tsx'),
  },
];
