import type { AppRoute } from '../../app/route-table.ts';

/** What the agent's organisation did. */
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
