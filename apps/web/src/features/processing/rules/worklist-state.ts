import { worklistDialogs, type WorklistCriterionInput } from '@wasl/contracts';

import { criteriaOf, type RequestFilter } from '../../../domain/requests/request-filter.ts';
import { dayBounds } from '../../../lib/format/clock.ts';
import {
  day,
  type Member,
  oneOf,
  sortBy,
  type StateOf,
  text,
  whole,
} from '../../../lib/routing/address-state.ts';

/** Parts of the worklist, as the address names them; `all` is the whole. */
export const tabs = ['all', 'todo', 'waiting', 'blocked', 'late', 'done'] as const;
export type Tab = (typeof tabs)[number];

/** Whose steps, as the address names them. */
export const owners = ['all', 'mine', 'none'] as const;
export type Owners = (typeof owners)[number] | 'mineOrNone';

/** Rows per page: those that every list has, and two for whoever works through it. */
export const worklistSizes = [8, 15, 20, 25, 50] as const;

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface WorklistSort {
  readonly field: 'dateRequest' | 'numRequest' | 'percent' | 'assignedAt' | 'dueOn';
  readonly direction: 'asc' | 'desc';
}
const newestFirst: WorklistSort = { field: 'dateRequest', direction: 'desc' };

/** The sort that a part opens with: where the organisation has the move, the longest waiting first. */
export const sortOfTab = (tab: Tab): WorklistSort =>
  tab === 'todo' || tab === 'late' ? { field: 'assignedAt', direction: 'asc' } : newestFirst;

/** Part, filter, sort and page of the worklist, as the address bar keeps them. */
export const worklistState = {
  tab: oneOf(tabs),
  // A mail of the morning leads to both at once.
  owner: oneOf([...owners, 'mineOrNone']),
  number: text(),
  from: day(),
  to: day(),
  /** Of the search box. */
  search: text(),
  /** The id of the colleague whose steps are shown. */
  assignee: { initial: '', parse: (id) => (isUuid.test(id) ? id : undefined) } as Member<string>,
  // What a page of figures leads with (domain/requests/worklist-address.ts).
  service: text(),
  stepStatus: oneOf(['', 'OPEN']),
  // What a figure of the morning's mail leads with.
  clock: oneOf(['', 'HALF']),
  conversation: oneOf(['', 'UNANSWERED']),
  assignedSince: day(),
  assignedUntil: day(),
  closedSince: day(),
  closedUntil: day(),
  sort: {
    ...sortBy(['dateRequest', 'numRequest', 'percent', 'assignedAt', 'dueOn'], newestFirst),
    initialIn: ({ tab }) => sortOfTab(tab as Tab),
  } as Member<WorklistSort>,
  page: whole(),
  size: oneOf(worklistSizes),
  /** The saved view that one came by; filter and sort stand beside it and may have changed since. */
  view: whole(),
  /** The step that a mail or a notice leads to, and the dialog to act in. */
  step: whole(),
  open: oneOf(['', ...worklistDialogs]),
} as const;

export const noFilter = { number: '', from: null, to: null } as const satisfies RequestFilter;

/** The part and whose steps, as the calls take them: the whole has no name there. */
export const partQuery = ({ tab, owner }: { readonly tab: Tab; readonly owner: Owners }) => ({
  ...(tab === 'all' ? {} : { tab }),
  ...(owner === 'all' ? {} : { owner }),
});

/** Filters that no field of the bar shows. */
export const linked = [
  'service',
  'stepStatus',
  'clock',
  'conversation',
  'assignedSince',
  'assignedUntil',
  'closedSince',
  'closedUntil',
] as const;
export type LinkedFilter = (typeof linked)[number];

/** What filters the list, beside its part. */
export type WorklistFilter = Pick<
  StateOf<typeof worklistState>,
  LinkedFilter | 'number' | 'from' | 'to' | 'search' | 'assignee'
>;

/** Whether anything is filtered that the bar does not show. */
export const isNarrowed = (filter: WorklistFilter): boolean =>
  ['search', 'assignee', ...linked].some((key) => {
    const value = filter[key as keyof WorklistFilter];
    return value !== '' && value !== null;
  });

/** The list as it is without a filter. */
export const noWorklistFilter = {
  ...noFilter,
  search: '',
  assignee: '',
  service: '',
  stepStatus: '',
  clock: '',
  conversation: '',
  assignedSince: null,
  assignedUntil: null,
  closedSince: null,
  closedUntil: null,
} as const satisfies WorklistFilter;

/** The criteria of a filter as the calls of the worklist take them; days go as their bounds in Morocco. */
export function worklistCriteriaOf(filter: WorklistFilter): WorklistCriterionInput[] {
  const { search, assignee, service, stepStatus, clock, conversation } = filter;
  const since = (key: 'assignedSince' | 'closedSince'): WorklistCriterionInput[] => {
    const day = filter[key];
    if (day === null) return [];
    const value = dayBounds(day).start.toISOString();
    return [{ key, operation: 'GREATHER_THAN_OR_EQUALS', value }];
  };
  const until = (key: 'assignedUntil' | 'closedUntil'): WorklistCriterionInput[] => {
    const day = filter[key];
    if (day === null) return [];
    return [{ key, operation: 'LESS_THAN_OR_EQUALS', value: dayBounds(day).end.toISOString() }];
  };
  return [
    ...criteriaOf(filter),
    ...(search === '' ? [] : [{ key: 'search', operation: 'CONTAINS', value: search } as const]),
    ...(assignee === ''
      ? []
      : [{ key: 'assignee', operation: 'EQUALS', value: assignee } as const]),
    ...(service === '' ? [] : [{ key: 'service', operation: 'EQUALS', value: service } as const]),
    ...(stepStatus === ''
      ? []
      : [{ key: 'stepStatus', operation: 'EQUALS', value: stepStatus } as const]),
    ...(clock === '' ? [] : [{ key: 'clock', operation: 'EQUALS', value: clock } as const]),
    ...(conversation === ''
      ? []
      : [{ key: 'conversation', operation: 'EQUALS', value: conversation } as const]),
    ...since('assignedSince'),
    ...until('assignedUntil'),
    ...since('closedSince'),
    ...until('closedUntil'),
  ];
}
