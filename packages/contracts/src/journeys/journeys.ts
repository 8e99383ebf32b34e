import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { pagingQuery } from '../http/paging.ts';
import { optionalText } from '../wire/text.ts';
import { codeLibelle, id, langQuery } from '../wire/values.ts';
import { questionView } from './questions.ts';

/** The documents of a request that the specification names. A journey can request further types of the list DOCUMENT. */
export const requestDocumentCodes = [
  'BUSINESS_PLAN',
  'ILLUSTRATIVE_PRESENTATION',
  'DEFAULT_DOC',
  'ILLUSTRATIVE_VIDEO',
] as const;
export type RequestDocumentCode = (typeof requestDocumentCodes)[number];

/** The specified documents and the report of a simulation, which the server generates. */
export const attachedDocumentCodes = [...requestDocumentCodes, 'SIMULATION'] as const;

/** A predefined journey. The server computes `isOpen` from the dates and `active`. */
export const journeyDefView = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  type: z.string(),
  active: z.boolean(),
  isOpen: z.boolean(),
  eligibilityConditionsDtos: z.array(z.object({ condition: z.string() })),
  isCommentShown: z.boolean(),
  comment: z.string().nullable(),
  isButtonShown: z.boolean(),
  buttonUrl: z.string().nullable(),
  /** Requested documents: the specified four, and other types of the list DOCUMENT. */
  journeyDefSettingDtos: z.array(z.object({ name: codeLibelle, mandatory: z.boolean() })),
  /** The journey's own questions, in order. */
  questions: z.array(questionView),
});
export type JourneyDefView = z.infer<typeof journeyDefView>;

export const journeysCalls = defineArea('journeys', {
  searchJourneyDefs: {
    route: 'POST /journeyDefs/journeyDefsByTitleAndTypeAndActive',
    permission: 'journey:read',
    summary: 'Journeys by title, type and whether they are active',
    query: z.object({ ...pagingQuery, lang: langQuery }),
    body: z.object({
      title: optionalText(150),
      type: optionalText(40).transform((x) => x ?? 'PREDEFINI'),
      active: z
        .union([z.boolean(), z.literal('')])
        .nullish()
        .transform((x) => x !== false),
    }),
    response: z.array(journeyDefView),
    total: true,
  },
  getJourneyDef: {
    route: 'GET /journeyDefs/:id',
    permission: 'journey:read',
    summary: 'One journey',
    params: z.object({ id }),
    query: z.object({ lang: langQuery }),
    response: journeyDefView,
  },
});
