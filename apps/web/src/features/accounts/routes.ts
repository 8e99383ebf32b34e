import { prefetchLists } from '../../domain/reference/prefetch-lists.ts';
import type { AppRoute } from '../../lib/routing/route-table.ts';

const namespaces = ['accounts'] as const;

/** Sign-up, forgotten password and the pages of mailed links (docs/specification.md, portal §2). */
export const accountRoutes: readonly AppRoute[] = [
  {
    path: '/signUp',
    access: 'anonymous',
    title: 'signUp',
    namespaces,
    load: () => import('./pages/sign-up-page.tsx'),
    prefetch: () => prefetchLists('PAYS', 'NIVEAU_ETUDE'),
  },
  {
    path: '/forgotPassword',
    access: 'anonymous',
    title: 'forgotPassword',
    namespaces,
    load: () => import('./pages/forgot-password-page.tsx'),
  },
  {
    path: '/emailConfirmation/:token',
    access: 'everyone',
    title: 'emailConfirmation',
    namespaces,
    load: () => import('./pages/email-confirmation-page.tsx'),
  },
  {
    path: '/reinitialiserMotPasse/:token',
    access: 'everyone',
    title: 'resetPassword',
    namespaces,
    load: () => import('./pages/reset-password-page.tsx'),
  },
  {
    path: '/secondFactor',
    access: 'session',
    title: 'secondFactor',
    parent: '/account/security',
    namespaces: ['second-factor', 'profile'],
    load: () => import('./pages/second-factor-page.tsx'),
  },
  {
    path: '/consent',
    access: 'session',
    title: 'consent',
    namespaces: ['accounts', 'profile'],
    load: () => import('./pages/consent-page.tsx'),
  },
  {
    path: '/switchAccount',
    access: 'everyone',
    title: 'switchAccount',
    namespaces,
    load: () => import('./pages/switch-account-page.tsx'),
  },
  {
    path: '/approveAgent/:token',
    access: ['PARTENAIRE'],
    title: 'approveAgent',
    namespaces,
    load: () => import('./pages/approve-agent-page.tsx'),
  },
];
