import type { AppRoute } from '../../lib/routing/route-table.ts';

const page = {
  access: ['BENEFICIAIRE', 'PARTENAIRE'],
  namespaces: ['messages'],
  load: () => import('./pages/messages-page.tsx'),
} as const;

export const messageRoutes: readonly AppRoute[] = [
  { ...page, path: '/messages', title: 'messages' },
  { ...page, path: '/messages/:stepId', title: 'conversation', parent: '/messages' },
];
