import type { AppRoute } from '../../lib/routing/route-table.ts';

const access = ['BENEFICIAIRE'] as const;
const namespaces = ['requests', 'wizard'] as const;

/** The beneficiary's pages on requests; the list itself stands beside the partner's, at the same address. */
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
