import { z } from 'zod';

import { qualification } from '../accounts/qualification.ts';
import { defineArea } from '../http/area.ts';
import { stepNow } from '../errors/conflicts.ts';
import { sortQuery } from '../http/paging.ts';
import { v } from '../wire/text.ts';
import { codeLibelle, id, langQuery } from '../wire/values.ts';
import { documentReminder } from './awaited-documents.ts';
import { ownerQuery } from './owner.ts';
import { stepDocumentView, stepFeedback } from './steps.ts';
import { worklistCriteria } from './worklist-criteria.ts';
import { worklistSorts } from './worklist-sorts.ts';
import { worklistRow, worklistTabs } from './worklist.ts';

/** Another step of the same person with the same organisation. */
export const otherStep = z.object({
  requestId: z.number(),
  stepId: z.number(),
  numRequest: z.string(),
  /** `YYYY/MM/DD HH:mm`, Morocco's time. */
  dateRequest: z.string(),
  service: z.string(),
  status: codeLibelle,
});
export type OtherStep = z.infer<typeof otherStep>;

/** The person's data beyond the list, as written for the organisations. It never contains an identity paper's number. */
export const personBehind = z.object({
  profil: codeLibelle.nullable(),
  area: codeLibelle.nullable(),
  /** Null for an individual. */
  company: z.object({ headquarter: z.string().nullable(), ice: z.string().nullable() }).nullable(),
  /** The latest answers of the profiling survey. */
  survey: qualification.nullable(),
});
export type PersonBehind = z.infer<typeof personBehind>;

/** Everything that an agent needs of one step on one page. Messages, notes and history have separate calls. */
export const stepFile = z.object({
  row: worklistRow,
  person: personBehind,
  /** The current values for the progress form. */
  step: stepNow,
  stepDocuments: z.array(stepDocumentView),
  /** Null while the step awaits no document. */
  reminder: documentReminder.nullable(),
  /** Feedback to the person, newest first. */
  feedbacks: z.array(stepFeedback),
  rating: z.object({ beneficiaryRating: z.number(), beneficiaryFeedback: z.string() }).nullable(),
  /** Newest first. */
  others: z.array(otherStep),
});
export type StepFile = z.infer<typeof stepFile>;

export const neighbour = z.object({
  requestId: z.number(),
  stepId: z.number(),
  numRequest: z.string(),
});

export const stepFileCalls = defineArea('processing', {
  getStepFile: {
    route: 'GET /processing/steps/:stepId/file',
    permission: 'worklist:read',
    summary: 'One step of the organisation, with the data that its adviser needs',
    params: z.object({ stepId: id }),
    query: z.object({ lang: langQuery }),
    response: stepFile,
  },
  findNeighbours: {
    route: 'POST /journeyInstanceProcessingSteps/neighbours',
    permission: 'worklist:read',
    summary: 'The steps before and after a step in the filtered worklist, over all its pages',
    query: z.object({
      stepId: id,
      sort: sortQuery(worklistSorts, 'dateRequest,desc'),
      tab: z.enum(worklistTabs, { error: v('filter') }).optional(),
      owner: ownerQuery,
    }),
    body: worklistCriteria,
    response: z.object({
      previous: neighbour.nullable(),
      next: neighbour.nullable(),
      /**
       * Place from 1; null for a step outside of the filter, which still has neighbours. Place and total are capped at
       * `mostPositioned`: one more means "more than that".
       */
      place: z.number().nullable(),
      total: z.number(),
    }),
  },
});
