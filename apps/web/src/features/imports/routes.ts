import type { AppRoute } from '../../lib/routing/route-table.ts';

export const importRoutes: readonly AppRoute[] = [
  {
    path: '/requests/imports',
    access: ['PARTENAIRE'],
    title: 'imports',
    parent: '/requests',
    namespaces: ['imports'],
    load: () => import('./pages/imports-page.tsx'),
  },
];
