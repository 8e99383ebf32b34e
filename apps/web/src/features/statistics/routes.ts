import type { AppRoute } from '../../app/route-table.ts';

/** What the agent's organisation did; what all did, for anybody. */
export const statisticsRoutes: readonly AppRoute[] = [
  {
    path: '/statistics',
    access: ['PARTENAIRE'],
    title: 'statistics',
    parent: '/requests',
    namespaces: ['statistics'],
    load: () => import('./pages/statistics-page.tsx'),
  },
  {
    path: '/stats',
    access: 'everyone',
    title: 'stats',
    namespaces: ['statistics'],
    load: () => import('./pages/public-page.tsx'),
  },
];
