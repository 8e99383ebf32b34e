import type { AppRoute } from '../../lib/routing/route-table.ts';

export const messageRoutes: readonly AppRoute[] = [
  {
    path: '/messages',
    access: ['BENEFICIAIRE', 'PARTENAIRE'],
    title: 'messages',
    namespaces: ['messages'],
    load: () => import('./pages/inbox-page.tsx'),
  },
  {
    path: '/messages/:stepId',
    access: ['BENEFICIAIRE', 'PARTENAIRE'],
    title: 'conversation',
    parent: '/messages',
    namespaces: ['messages'],
    load: () => import('./pages/thread-page.tsx'),
  },
];
