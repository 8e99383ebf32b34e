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
  {
    path: '/fileRequest',
    access: ['PARTENAIRE'],
    title: 'fileRequest',
    parent: '/requests',
    namespaces: ['imports', 'wizard'],
    load: () => import('./pages/file-request-page.tsx'),
  },
];
