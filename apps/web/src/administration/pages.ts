import type { WaitingView } from '@wasl/contracts/administration';
import {
  IconAlertTriangle,
  IconBuilding,
  IconChecklist,
  IconHistory,
  IconReportAnalytics,
  IconListDetails,
  IconRouteAltLeft,
  IconSpeakerphone,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import { failedQueues } from './rules/failure-queues.ts';

interface AdministrationPage {
  readonly key:
    | 'home'
    | 'approvals'
    | 'unrouted'
    | 'failures'
    | 'people'
    | 'organisations'
    | 'notice'
    | 'report'
    | 'reference'
    | 'history';
  readonly path: string;
  readonly Icon: typeof IconChecklist;
  readonly Page: ComponentType;
  /** Number that waits on the page. */
  readonly count: (waiting: WaitingView) => number;
}

/** The pages in the order of the menu. */
export const pages: readonly AdministrationPage[] = [
  {
    key: 'home',
    path: '/',
    Icon: IconChecklist,
    Page: lazyWithRetry(() => import('./pages/home-page.tsx')),
    count: () => 0,
  },
  {
    key: 'approvals',
    path: '/approvals',
    Icon: IconUserCheck,
    Page: lazyWithRetry(() => import('./pages/approvals-page.tsx')),
    count: ({ agents, organisations, services }) => agents + organisations + services,
  },
  {
    key: 'unrouted',
    path: '/unrouted',
    Icon: IconRouteAltLeft,
    Page: lazyWithRetry(() => import('./pages/unrouted-page.tsx')),
    count: ({ requests }) => requests,
  },
  {
    key: 'failures',
    path: '/failures',
    Icon: IconAlertTriangle,
    Page: lazyWithRetry(() => import('./pages/failures-page.tsx')),
    count: (waiting) => failedQueues(waiting).reduce((sum, { count }) => sum + count, 0),
  },
  {
    key: 'people',
    path: '/people',
    Icon: IconUsers,
    Page: lazyWithRetry(() => import('./pages/people-page.tsx')),
    count: () => 0,
  },
  {
    key: 'organisations',
    path: '/organisations',
    Icon: IconBuilding,
    Page: lazyWithRetry(() => import('./pages/organisations-page.tsx')),
    count: () => 0,
  },
  {
    key: 'notice',
    path: '/notice',
    Icon: IconSpeakerphone,
    Page: lazyWithRetry(() => import('./pages/notice-page.tsx')),
    count: () => 0,
  },
  {
    key: 'report',
    path: '/report',
    Icon: IconReportAnalytics,
    Page: lazyWithRetry(() => import('./pages/report-page.tsx')),
    count: () => 0,
  },
  {
    key: 'reference',
    path: '/reference',
    Icon: IconListDetails,
    Page: lazyWithRetry(() => import('./pages/reference-page.tsx')),
    count: () => 0,
  },
  {
    key: 'history',
    path: '/history',
    Icon: IconHistory,
    Page: lazyWithRetry(() => import('./pages/history-page.tsx')),
    count: () => 0,
  },
];

/** The page of one person, below `people`. */
export const PersonPage = lazyWithRetry(() => import('./pages/person-page.tsx'));
/** The page of one organisation, below `organisations`. */
export const OrganisationPage = lazyWithRetry(() => import('./pages/organisation-page.tsx'));
/** One list, and one journey, below `reference`. */
export const ListPage = lazyWithRetry(() => import('./pages/list-page.tsx'));
export const JourneyPage = lazyWithRetry(() => import('./pages/journey-page.tsx'));
