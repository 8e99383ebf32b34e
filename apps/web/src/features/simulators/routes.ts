import type { AppRoute } from '../../app/route-table.ts';

/** Both simulators, for beneficiaries only. */
export const simulatorRoutes: readonly AppRoute[] = [
  {
    path: '/simulator',
    access: ['BENEFICIAIRE'],
    title: 'simulator',
    namespaces: ['simulators'],
    load: () => import('./pages/general-page.tsx'),
  },
  {
    path: '/simulator-nordev',
    access: ['BENEFICIAIRE'],
    title: 'simulatorNordev',
    namespaces: ['simulators'],
    load: () => import('./pages/nordev-page.tsx'),
  },
];
