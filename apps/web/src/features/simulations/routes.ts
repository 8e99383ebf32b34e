import { prefetchLists } from '../../domain/reference/prefetch-lists.ts';
import { prefetch } from '../../lib/http/prefetch.ts';
import type { AppRoute } from '../../lib/routing/route-table.ts';

const general = {
  title: 'simulator',
  namespaces: ['simulations'],
  load: () => import('./pages/general-page.tsx'),
  prefetch: () => {
    prefetch('getPremiumRules', { params: { scheme: 'general' } });
    prefetchLists('PRIME_SECTORIELLE', 'INDUSTRIE', 'PRIME_TERRITORIALE', 'AIDE_SIMULATEURS');
  },
} as const;
const nordev = {
  title: 'simulatorNordev',
  namespaces: ['simulations'],
  load: () => import('./pages/nordev-page.tsx'),
  prefetch: () => {
    prefetch('getPremiumRules', { params: { scheme: 'nordev' } });
    prefetchLists('SECTEUR_ACTIVITE_NORDEV', 'LOCALISATION_NORDEV', 'AIDE_SIMULATEURS');
  },
} as const;

/** Both simulators, and the questions before them. The beneficiaries' save their results, the public ones do not. */
export const simulationRoutes: readonly AppRoute[] = [
  { path: '/simulator', access: ['BENEFICIAIRE'], ...general },
  { path: '/simulator-nordev', access: ['BENEFICIAIRE'], ...nordev },
  {
    path: '/simulations',
    access: ['BENEFICIAIRE'],
    title: 'simulations',
    namespaces: ['simulations', 'shares'],
    load: () => import('./pages/simulations-page.tsx'),
  },
  {
    path: '/estimation',
    access: 'everyone',
    title: 'estimate',
    namespaces: ['simulations'],
    load: () => import('./pages/estimate-page.tsx'),
    prefetch: () => prefetch('getPremiumRules', { params: { scheme: 'general' } }),
  },
  { path: '/simulateur', access: 'everyone', ...general },
  { path: '/simulateur-nordev', access: 'everyone', ...nordev },
];
