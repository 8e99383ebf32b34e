import type { AppRoute } from '../../lib/routing/route-table.ts';

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
