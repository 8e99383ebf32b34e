import type { AppRoute } from '../../app/route-table.ts';

/** Both simulators, for beneficiaries only. */
export const simulationRoutes: readonly AppRoute[] = [
  {
    path: '/simulator',
    access: ['BENEFICIAIRE'],
    title: 'simulator',
    namespaces: ['simulations'],
    load: () => import('./pages/general-page.tsx'),
  },
  {
    path: '/simulator-nordev',
    access: ['BENEFICIAIRE'],
    title: 'simulatorNordev',
    namespaces: ['simulations'],
    load: () => import('./pages/nordev-page.tsx'),
  },
];
