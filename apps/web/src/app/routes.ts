import { accountRoutes } from '../features/accounts/routes.ts';
import { importRoutes } from '../features/imports/routes.ts';
import { messageRoutes } from '../features/messages/routes.ts';
import { profileRoutes } from '../features/profile/routes.ts';
import { requestRoutes } from '../features/requests/routes.ts';
import { simulatorRoutes } from '../features/simulators/routes.ts';
import type { AppRoute } from './route-table.ts';

/** The request list stands at three addresses; which list it is depends on the role. */
const requestLists = ['/requests', '/home', '/'].map((path): AppRoute => ({
  path,
  access: ['BENEFICIAIRE', 'PARTENAIRE'],
  title: { BENEFICIAIRE: 'requests', PARTENAIRE: 'partnerRequests' },
  byRole: {
    BENEFICIAIRE: {
      namespaces: ['requests'],
      load: () => import('../features/requests/pages/request-list-page.tsx'),
    },
    PARTENAIRE: {
      namespaces: ['worklist'],
      load: () => import('../features/worklist/pages/worklist-page.tsx'),
    },
  },
}));

/** Every route of portal.md §2. A feature adds its own `routes.ts` here, one line each. */
export const appRoutes: readonly AppRoute[] = [
  ...requestLists,
  ...accountRoutes,
  ...requestRoutes,
  ...importRoutes,
  ...messageRoutes,
  ...profileRoutes,
  ...simulatorRoutes,
  {
    path: '/unauthorized',
    access: 'session',
    title: 'unauthorized',
    namespaces: [],
    load: () => import('./unauthorized-page.tsx'),
  },
];
