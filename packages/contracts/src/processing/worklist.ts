import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { pagingQuery, positionQuery, sortQuery } from '../http/paging.ts';
import { stepOwner } from '../errors/conflicts.ts';
import { requestView } from '../requests/request-view.ts';
import { v } from '../wire/text.ts';
import { langQuery } from '../wire/values.ts';
import { stepDeadline } from './deadline.ts';
import { ownerQuery } from './owner.ts';
import { worklistCriteria } from './worklist-criteria.ts';

/**
 * Parts of the worklist. `todo`: open, not blocked, and nothing is awaited from the beneficiary; `waiting`: open, not blocked, with a document
 * asked for and not received, or the request sent back to its author or on hold; `blocked`: the organisation cannot go on with it, whatever else it waits for; `late`: the clock runs and its last day is
 * over; `done`: processed or rejected. A step whose turn has not come is in none.
 */
export const worklistTabs = ['todo', 'waiting', 'blocked', 'late', 'done'] as const;
export type WorklistTab = (typeof worklistTabs)[number];

/** What the worklist can be sorted by. */
export const worklistSorts = [
  'dateRequest',
  'numRequest',
  'percent',
  'assignedAt',
  'dueOn',
] as const;

const tab = z.enum(worklistTabs, { error: v('filter') }).optional();

/** A request as the worklist shows it: with the age of the organisation's step. */
export const worklistRow = requestView.extend({
  /** `YYYY-MM-DD`, the day on which the step came to the organisation; null while its turn has not come. */
  assignedOn: z.string().nullable(),
  /** Whole days since then; null for a step that is closed or whose turn has not come. */
  ageDays: z.number().nullable(),
  /** The last day of its clock is over. */
  isLate: z.boolean(),
  /** Null for a step that nobody has in hand. */
  deadline: stepDeadline.nullable(),
  /** Documents asked for on the step and not received yet. */
  awaitedDocuments: z.number(),
  /** Null while nobody has taken the step. */
  owner: stepOwner.nullable(),
  /** Seconds for which its closing can still be taken back, unless somebody acts; null where there is none to take back. */
  takeBackSeconds: z.number().nullable(),
});
export type WorklistRow = z.infer<typeof worklistRow>;

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const worklistCalls = defineArea('processing', {
  filterWorklist: {
    route: 'POST /journeyInstanceProcessingSteps/filter',
    permission: 'worklist:read',
    keyScope: 'requests:read',
    summary:
      'The organisation’s worklist: one row for each step assigned to it. On the first 1,000 rows `totalElements` is counted up to 1,000: 1001 stands for more; further pages say how many there are, unless a `position` led to them',
    query: z.object({
      ...pagingQuery,
      ...positionQuery,
      sort: sortQuery(worklistSorts, 'dateRequest,desc'),
      tab,
      owner: ownerQuery,
      lang: langQuery,
    }),
    body: worklistCriteria,
    response: z.object({ results: z.array(worklistRow), totalElements: z.number() }),
    total: true,
    positions: true,
  },
  countWorklist: {
    route: 'POST /journeyInstanceProcessingSteps/counts',
    permission: 'worklist:read',
    keyScope: 'requests:read',
    summary:
      'How many rows each part of the worklist has under a filter: the parts by `owner`, whose they are by `tab`; each counted up to 1,000, 1001 stands for more',
    query: z.object({ tab, owner: ownerQuery }),
    body: worklistCriteria,
    response: z.object({
      all: z.number(),
      todo: z.number(),
      waiting: z.number(),
      blocked: z.number(),
      late: z.number(),
      done: z.number(),
      /** Of the part in `tab`: the reader's own, those that nobody has taken, and everybody's. */
      mine: z.number(),
      nobodys: z.number(),
      everybodys: z.number(),
    }),
  },
  getWorklistMark: {
    route: 'GET /journeyInstanceProcessingSteps/mark',
    permission: 'worklist:read',
    keyScope: 'requests:read',
    summary: 'A mark that is another one as soon as a step of the organisation has changed',
    response: z.object({ mark: z.string() }),
  },
  exportWorklist: {
    route: 'POST /journeyInstanceProcessingSteps/export',
    permission: 'worklist:read',
    keyScope: 'requests:read',
    summary: 'The filtered worklist as a table, newest requests first, with headings in `lang`',
    query: z.object({
      format: z.enum(exportFormats, { error: v('invalid') }),
      tab,
      owner: ownerQuery,
      lang: langQuery,
    }),
    body: worklistCriteria,
    response: {
      status: 200,
      contentTypes: [
        'text/csv; charset=utf-8',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
    },
  },
});
