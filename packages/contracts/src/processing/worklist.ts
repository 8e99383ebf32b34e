import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { pagingQuery, positionQuery, sortQuery } from '../http/paging.ts';
import { stepOwner } from '../errors/conflicts.ts';
import { requestView } from '../requests/request-view.ts';
import { v } from '../wire/text.ts';
import { langQuery } from '../wire/values.ts';
import { stepDeadline } from './deadline.ts';
import { ownerQuery } from './owner.ts';
import { snooze } from './snooze.ts';
import { worklistSorts } from './worklist-sorts.ts';
import { worklistCriteria } from './worklist-criteria.ts';

/**
 * Tabs of the worklist. `todo`: open, not blocked, and not waiting for the beneficiary. `waiting`: open, not blocked,
 * with an expected document, or the request is back with its author or on hold. `blocked`: the organisation cannot
 * continue, whatever else it waits for. `late`: the clock runs and its last day is over. `done`: processed or rejected.
 * A step that waits for an earlier step is in none, and a snoozed one only in `done`.
 */
export const worklistTabs = ['todo', 'waiting', 'blocked', 'late', 'done'] as const;
export type WorklistTab = (typeof worklistTabs)[number];

const tab = z.enum(worklistTabs, { error: v('filter') }).optional();

/** A request in the worklist, with the age of the organisation's step. */
export const worklistRow = requestView.extend({
  /** `YYYY-MM-DD`, the day on which the organisation received the step; null while it waits for an earlier step. */
  assignedOn: z.string().nullable(),
  /** Whole days since then; null for a closed step, or while it waits for an earlier step. */
  ageDays: z.number().nullable(),
  /** Whether the last day of its clock is over. */
  isLate: z.boolean(),
  /** Null for a step that is not in progress. */
  deadline: stepDeadline.nullable(),
  awaitedDocuments: z.number(),
  /** The person has an unanswered message. */
  awaitsAnswer: z.boolean(),
  /** A requested document arrived after the organisation's latest update of the step. */
  hasNewDocuments: z.boolean(),
  /** Null for an unassigned step. */
  owner: stepOwner.nullable(),
  /** Seconds in which its closing can still be undone, unless another act intervenes; null where it cannot. */
  takeBackSeconds: z.number().nullable(),
  /** Null for a file that is not snoozed. */
  snooze: snooze.nullable(),
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
      'The organisation’s worklist: one row for each step assigned to it. On the first 1,000 rows `totalElements` is counted up to 1,000, and 1001 means more. Later pages have the exact number, unless a `position` led to them',
    query: z.object({
      ...pagingQuery,
      ...positionQuery,
      sort: sortQuery(worklistSorts, 'dateRequest,desc'),
      tab,
      owner: ownerQuery,
      lang: langQuery,
    }),
    body: worklistCriteria,
    response: z.object({
      results: z.array(worklistRow),
      totalElements: z.number(),
      /** Present when nothing is found: names of the organisation’s people that are like the `search`, at most three. */
      suggestions: z.array(z.string()).optional(),
    }),
    total: true,
    positions: true,
  },
  countWorklist: {
    route: 'POST /journeyInstanceProcessingSteps/counts',
    permission: 'worklist:read',
    keyScope: 'requests:read',
    summary:
      'The number of rows of each part of the worklist under a filter, by `tab` and by `owner`. Each is counted up to 1,000, and 1001 means more',
    query: z.object({ tab, owner: ownerQuery }),
    body: worklistCriteria,
    response: z.object({
      all: z.number(),
      todo: z.number(),
      waiting: z.number(),
      blocked: z.number(),
      late: z.number(),
      done: z.number(),
      /** For the part in `tab`: the reader's own steps, unassigned ones, and all. */
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
