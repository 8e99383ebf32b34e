import { currentUserCall, currentUserInput } from '../domain/accounts/current-user-call.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { importRoutes } from '../features/imports/routes.ts';
import { messageRoutes } from '../features/messages/routes.ts';
import {
  countsInput,
  todayCounts,
  todayInput,
  worklistInput,
} from '../features/processing/rules/worklist-calls.ts';
import { worklistState } from '../features/processing/rules/worklist-state.ts';
import { receiptRoutes } from '../features/receipts/routes.ts';
import { referenceRoutes } from '../features/reference/routes.ts';
import { requestRoutes } from '../features/requests/routes.ts';
import { listInput } from '../features/requests/rules/list-calls.ts';
import { listState } from '../features/requests/rules/list-state.ts';
import { simulationRoutes } from '../features/simulations/routes.ts';
import { statisticsRoutes } from '../features/statistics/routes.ts';
import { pluginNamespaces } from '../i18n/catalogues.ts';
import { readState } from '../lib/routing/address-state.ts';
import { prefetch } from '../lib/http/prefetch.ts';
import { currentPosition } from '../lib/routing/list-position.ts';
import type { ownPages } from './own-pages.tsx';
import type { AppRoute, PageFile, TitleKey } from '../lib/routing/route-table.ts';

/** The list of requests has three addresses; its content depends on the role. */
const requestLists = ['/requests', '/home', '/'].map((path): AppRoute => ({
  path,
  access: ['BENEFICIAIRE', 'PARTENAIRE'],
  title: { BENEFICIAIRE: 'requests', PARTENAIRE: 'partnerRequests' },
  byRole: {
    BENEFICIAIRE: {
      namespaces: ['requests'],
      load: () => import('../features/requests/pages/request-list-page.tsx'),
      prefetch: (search, session) => {
        prefetch('filterRequests', listInput(readState(listState, search)));
        prefetch('getYourTurn', {});
        if (session !== null) prefetch(currentUserCall(session), currentUserInput(session));
      },
    },
    PARTENAIRE: {
      namespaces: ['worklist'],
      load: () => import('../features/processing/pages/worklist-page.tsx'),
      prefetch: (search) => {
        const state = readState(worklistState, search);
        prefetch('filterWorklist', worklistInput(state, currentPosition()));
        prefetch('countWorklist', countsInput(state));
        prefetch('getToday', todayCounts);
      },
    },
  },
}));

/** A beneficiary's page of a request; an agent is redirected to their step of it. */
const ofRequest = (path: string, page: PageFile): AppRoute => ({
  path,
  access: ['BENEFICIAIRE', 'PARTENAIRE'],
  title: 'request',
  parent: '/requests',
  byRole: {
    BENEFICIAIRE: page,
    PARTENAIRE: {
      namespaces: ['worklist'],
      load: () => import('../features/processing/pages/agent-request-page.tsx'),
    },
  },
});

const request = ofRequest('/requests/:id', {
  namespaces: ['requests', 'agreement', 'wizard'],
  load: () => import('../features/requests/pages/request-page.tsx'),
});

const followUp = ofRequest('/requests/:id/follow', {
  namespaces: ['requests', 'follow-up'],
  load: () => import('../features/requests/pages/follow-page.tsx'),
});

const stepFile: AppRoute = {
  path: '/requests/:id/steps/:stepId',
  access: ['PARTENAIRE'],
  title: 'request',
  parent: '/requests',
  namespaces: ['worklist', 'agent', 'follow-up', 'conflict', 'closing'],
  load: () => import('../features/processing/pages/step-file-page.tsx'),
};

const today: AppRoute = {
  path: '/today',
  access: ['PARTENAIRE'],
  title: 'today',
  parent: '/requests',
  namespaces: ['worklist', 'agent'],
  load: () => import('../features/processing/pages/today-page.tsx'),
  prefetch: () => prefetch('getToday', todayInput),
};

const agents = ['PARTENAIRE'] as const;
const both = ['BENEFICIAIRE', ...agents] as const;

/** A page of the account or of the organisation. One chunk, because each file of a route weighs on all first loads. */
const own = (
  path: keyof typeof ownPages,
  access: AppRoute['access'],
  title: TitleKey,
  ...namespaces: PageFile['namespaces']
): AppRoute => ({
  path,
  access,
  title,
  // `/organisation` itself has none, and neither has the profile.
  parent: path.replace(/\/\w+$/, '').replace('/account', '/profileSettings'),
  namespaces,
  load: async () => ({ default: (await import('./own-pages.tsx')).ownPages[path] }),
});

const ownRoutes: readonly AppRoute[] = [
  own('/profileSettings', both, 'profile', 'profile', 'conflict', 'accounts'),
  own('/account/notifications', both, 'notifications', 'profile', ...pluginNamespaces),
  own('/account/absence', agents, 'absence', 'profile', 'organisation'),
  own('/account/security', both, 'security', 'profile', 'accounts'),
  own('/account/data', both, 'data', 'profile', 'accounts'),
  own('/organisation', agents, 'organisation', 'organisation', 'profile', 'integrations'),
  own('/organisation/services', agents, 'services', 'organisation', 'profile', 'conflict'),
  own('/organisation/documents', agents, 'documents', 'organisation', 'worklist'),
  own('/organisation/contact', agents, 'ownContact', 'organisation', 'profile', 'conflict'),
  own('/organisation/logo', agents, 'logo', 'organisation', 'conflict'),
  own('/organisation/colleagues', agents, 'colleagues', 'organisation'),
  own('/organisation/answers', agents, 'answers', 'answers', 'conflict'),
  own(
    '/organisation/integrations',
    agents,
    'integrations',
    'organisation',
    'integrations',
    ...pluginNamespaces,
  ),
];

/** All routes of docs/specification.md, portal §2. A feature adds its own `routes.ts` here, one line each. */
export const appRoutes: readonly AppRoute[] = [
  ...requestLists,
  request,
  followUp,
  stepFile,
  today,
  ...accountRoutes,
  ...requestRoutes,
  ...receiptRoutes,
  ...importRoutes,
  ...messageRoutes,
  ...simulationRoutes,
  ...referenceRoutes,
  ...statisticsRoutes,
  ...ownRoutes,
  {
    path: '/unauthorized',
    access: 'session',
    title: 'unauthorized',
    namespaces: [],
    load: () => import('./unauthorized-page.tsx'),
  },
];
