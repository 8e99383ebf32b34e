import type { AppRoute } from '../../lib/routing/route-table.ts';

const access = ['BENEFICIAIRE'] as const;
const namespaces = ['requests', 'wizard'] as const;

/** Beneficiary's pages of requests; the list shares its address with the partner's and is in the app. */
export const requestRoutes: readonly AppRoute[] = [
  {
    path: '/newRequest',
    access,
    title: 'newRequest',
    parent: '/requests',
    namespaces,
    load: () => import('./pages/new-request-page.tsx'),
  },
  {
    path: '/editRequest/:id',
    access,
    title: 'editRequest',
    parent: '/requests',
    namespaces,
    load: () => import('./pages/edit-request-page.tsx'),
  },
];
