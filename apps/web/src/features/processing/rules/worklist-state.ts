import {
  stepStatuses,
  worklistDialogs,
  worklistSorts,
  type WorklistCriterionInput,
} from '@wasl/contracts';

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

/** Where the tab stores the step that was declined last, for the list's undo button. */
export const declinedKey = 'declinedStep';

/** Parts of the worklist in the address; `all` is the whole list. */
export const tabs = ['all', 'todo', 'waiting', 'blocked', 'late', 'done'] as const;
export type Tab = (typeof tabs)[number];

export const owners = ['all', 'mine', 'none'] as const;
export type Owners = (typeof owners)[number] | 'mineOrNone';

/** Page sizes of all lists, with two larger ones for bulk work. */
export const worklistSizes = [8, 15, 20, 25, 50] as const;

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const agentId: Member<string> = {
  initial: '',
  parse: (id) => (isUuid.test(id) ? id : undefined),
};

interface WorklistSort {
  readonly field: (typeof worklistSorts)[number];
  readonly direction: 'asc' | 'desc';
}
const newestFirst: WorklistSort = { field: 'dateRequest', direction: 'desc' };

/** Default sort of a part: longest waiting first where the organisation has the next move. */
export const sortOfTab = (tab: Tab): WorklistSort =>
  tab === 'todo' || tab === 'late' ? { field: 'assignedAt', direction: 'asc' } : newestFirst;

/** `field,direction`, as the address writes it. */
export const sortText = ({ field, direction }: WorklistSort): string => `${field},${direction}`;
/** Sorts of the filter bar: the newest requests, the longest wait, the nearest deadline. */
export const barSorts: readonly WorklistSort[] = [
  newestFirst,
  { field: 'assignedAt', direction: 'asc' },
  { field: 'dueOn', direction: 'asc' },
];
/** The sort of a text of {@link sortText}; undefined for one that the bar does not offer. */
export const barSortOf = (text: string): WorklistSort | undefined =>
  barSorts.find((sort) => sortText(sort) === text);

export const worklistState = {
  tab: oneOf(tabs),
  // The daily mail links to both at once.
  owner: oneOf([...owners, 'mineOrNone']),
  number: text(),
  from: day(),
  to: day(),
  search: text(),
  /** Id of the colleague whose steps are shown. */
  assignee: agentId,
  // `OPEN` is set by links of the statistics page (domain/requests/worklist-address.ts).
  service: text(),
  /** A part of the name of a city. */
  town: text(),
  /** Id of a journey; 0 for any. */
  journey: whole(),
  /** Id of an import; 0 for any. Set by a link of its result. */
  import: whole(),
  stepStatus: oneOf(['', 'OPEN', 'AWAKE', 'SNOOZED', ...stepStatuses]),
  // Set by links of the daily mail.
  clock: oneOf(['', 'HALF']),
  conversation: oneOf(['', 'UNANSWERED']),
  documents: oneOf(['', 'ARRIVED']),
  assignedSince: day(),
  assignedUntil: day(),
  closedSince: day(),
  closedUntil: day(),
  /** Id of the colleague who closed the steps. */
  closedBy: agentId,
  /** Stars of the rating; 0 for any. */
  stars: {
    initial: 0,
    parse: (text) => (/^[1-5]$/.test(text) ? Number(text) : undefined),
  } as Member<number>,
  ratedSince: day(),
  ratedUntil: day(),
  sort: {
    ...sortBy(worklistSorts, newestFirst),
    initialIn: ({ tab }) => sortOfTab(tab as Tab),
  } as Member<WorklistSort>,
  page: whole(),
  size: oneOf(worklistSizes),
  /** Saved view that was applied; filter and sort are separate members and may have changed since. */
  view: whole(),
  /** Step of a mail or notice, and the dialog to open. */
  step: whole(),
  open: oneOf(['', ...worklistDialogs]),
} as const;

export const noFilter = { number: '', from: null, to: null } as const satisfies RequestFilter;

/** Part and owner filter for the calls; the whole list has no value there. */
export const tabQuery = ({ tab, owner }: { readonly tab: Tab; readonly owner: Owners }) => ({
  ...(tab === 'all' ? {} : { tab }),
  ...(owner === 'all' ? {} : { owner }),
});

/** Filters without a field in the bar. */
export const linkedFilters = [
  'service',
  'town',
  'journey',
  'import',
  'stepStatus',
  'clock',
  'conversation',
  'documents',
  'assignedSince',
  'assignedUntil',
  'closedSince',
  'closedUntil',
  'closedBy',
  'stars',
  'ratedSince',
  'ratedUntil',
] as const;
export type LinkedFilter = (typeof linkedFilters)[number];

export type WorklistFilter = Pick<
  StateOf<typeof worklistState>,
  LinkedFilter | 'number' | 'from' | 'to' | 'search' | 'assignee'
>;

/** The linked filters that narrow the list. */
export const activeLinkedFilters = (filter: WorklistFilter): readonly LinkedFilter[] =>
  linkedFilters.filter((key) => filter[key] !== '' && filter[key] !== null && filter[key] !== 0);

/** Whether a filter is active that the bar does not show. */
export const isNarrowed = (filter: WorklistFilter): boolean =>
  filter.search !== '' || filter.assignee !== '' || activeLinkedFilters(filter).length > 0;

export const noWorklistFilter = {
  ...noFilter,
  search: '',
  assignee: '',
  service: '',
  town: '',
  journey: 0,
  import: 0,
  stepStatus: '',
  clock: '',
  conversation: '',
  documents: '',
  assignedSince: null,
  assignedUntil: null,
  closedSince: null,
  closedUntil: null,
  closedBy: '',
  stars: 0,
  ratedSince: null,
  ratedUntil: null,
} as const satisfies WorklistFilter;

/** Filters that are sent as they are, with the operation that the call expects. */
const plainCriteria = {
  search: 'CONTAINS',
  assignee: 'EQUALS',
  service: 'EQUALS',
  town: 'CONTAINS',
  journey: 'EQUALS',
  import: 'EQUALS',
  stepStatus: 'EQUALS',
  clock: 'EQUALS',
  conversation: 'EQUALS',
  documents: 'EQUALS',
  closedBy: 'EQUALS',
  stars: 'EQUALS',
} as const satisfies Partial<Record<keyof WorklistFilter, WorklistCriterionInput['operation']>>;
/** Days of a filter, and the bound that each sets. */
const dayCriteria = {
  assignedSince: 'start',
  assignedUntil: 'end',
  closedSince: 'start',
  closedUntil: 'end',
  ratedSince: 'start',
  ratedUntil: 'end',
} as const;

/** Converts a filter to criteria of the worklist's calls; days become their bounds in Morocco. */
export function worklistCriteriaOf(filter: WorklistFilter): WorklistCriterionInput[] {
  const plain = Object.entries(plainCriteria).map(([key, operation]) => {
    const value = filter[key as keyof typeof plainCriteria];
    return value === '' || value === 0 ? [] : [{ key, operation, value }];
  });
  const days = Object.entries(dayCriteria).map(([key, side]) => {
    const day = filter[key as keyof typeof dayCriteria];
    const operation = side === 'start' ? 'GREATHER_THAN_OR_EQUALS' : 'LESS_THAN_OR_EQUALS';
    return day === null ? [] : [{ key, operation, value: dayBounds(day)[side].toISOString() }];
  });
  return [...criteriaOf(filter), ...([...plain, ...days].flat() as WorklistCriterionInput[])];
}
