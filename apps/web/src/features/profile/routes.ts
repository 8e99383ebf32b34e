import type { AppRoute } from '../../app/route-table.ts';

/** The profile of both roles (portal.md §2). */
export const profileRoutes: readonly AppRoute[] = [
  {
    path: '/profileSettings',
    access: ['BENEFICIAIRE', 'PARTENAIRE'],
    title: 'profile',
    parent: '/requests',
    namespaces: ['profile', 'organisation'],
    load: () => import('./pages/profile-page.tsx'),
  },
];
