import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { savedView } from '../errors/conflicts.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { line, v } from '../wire/text.ts';
import { id, largestInteger } from '../wire/values.ts';

/** Maximum saved views of one agent, and of one organisation. */
export const maxViews = 30;
export const viewNameLength = 60;

/**
 * Query members that no view stores: a search is the name or number of one person or request, and would stay visible to
 * colleagues.
 */
export const unsavedInViews = ['search', 'number'] as const;

/** Columns of the worklist that an agent can hide. Number and operations always show. */
export const worklistColumns = [
  'dateRequest',
  'beneficiary',
  'percent',
  'service',
  'processingStepStatus',
  'assignedOn',
  'dueOn',
] as const;
export type WorklistColumn = (typeof worklistColumns)[number];

const chosenColumns = z.array(z.enum(worklistColumns, { error: v('invalid') }), {
  error: v('required'),
});

const name = line(viewNameLength);
const isShared = z.boolean({ error: v('invalid') });
const query = z
  .string({ error: v('required') })
  .max(800, v('tooLong'))
  .regex(/^[\w.~%!*'()=&+,:-]*$/, v('invalid'))
  .refine(
    (text) => !unsavedInViews.some((member) => new URLSearchParams(text).has(member)),
    v('invalid'),
  );
const params = z.object({ id });

export const viewForm = z.object({ name, isShared });
export type ViewForm = z.output<typeof viewForm>;

export const viewsCalls = defineArea('processing', {
  listViews: {
    route: 'GET /processing/views',
    permission: 'worklist:read',
    summary: 'The saved views of the worklist: the caller’s, then the organisation’s, by name',
    response: z.array(savedView),
  },
  createView: {
    route: 'POST /processing/views',
    permission: 'worklist:read',
    summary: 'Save a filter and sort of the worklist for the caller or for the organisation',
    body: viewForm.extend({ query }),
    response: { status: 201, body: savedView },
    errors: ['ALREADY_EXISTS', 'QUOTA_EXCEEDED'],
  },
  changeView: {
    route: 'PUT /processing/views/:id',
    permission: 'worklist:read',
    summary: 'Change the name or the filter of a view of the caller or of the organisation',
    params,
    body: z.object({
      name: name.optional(),
      query: query.optional(),
      /** Version of the view as displayed. */
      version: z
        .int({ error: v('invalid') })
        .min(0, v('invalid'))
        .max(largestInteger, v('invalid')),
    }),
    response: savedView,
    errors: ['ALREADY_EXISTS', 'VIEW_CHANGED'],
  },
  deleteView: {
    route: 'DELETE /processing/views/:id',
    permission: 'worklist:read',
    summary: 'Delete a view of the caller or of the organisation',
    params,
    response: acknowledged,
  },
  getWorklistColumns: {
    route: 'GET /processing/columns',
    permission: 'worklist:read',
    summary: 'The columns of the worklist that the agent chose',
    /** Null until the agent chooses: the specified columns. */
    response: z.object({ columns: chosenColumns.nullable() }),
  },
  saveWorklistColumns: {
    route: 'PUT /processing/columns',
    permission: 'worklist:read',
    summary: 'Keep the columns of the worklist that the agent chose',
    body: z.object({ columns: chosenColumns.max(worklistColumns.length, v('tooMany')) }),
    response: acknowledged,
  },
});
