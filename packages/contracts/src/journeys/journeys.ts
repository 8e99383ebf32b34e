import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { pagingQuery } from '../http/paging.ts';
import { optionalText } from '../wire/text.ts';
import { id, langQuery } from '../wire/values.ts';

export const requestDocumentCodes = [
  'BUSINESS_PLAN',
  'ILLUSTRATIVE_PRESENTATION',
  'DEFAULT_DOC',
  'ILLUSTRATIVE_VIDEO',
] as const;
export type RequestDocumentCode = (typeof requestDocumentCodes)[number];

/** Documents of a request: those that a journey may require, and the report of a simulation, which the server generates. */
export const attachedDocumentCodes = [...requestDocumentCodes, 'SIMULATION'] as const;
export type AttachedDocumentCode = (typeof attachedDocumentCodes)[number];

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
  journeyDefSettingDtos: z.array(
    z.object({ name: z.object({ code: z.enum(requestDocumentCodes) }), mandatory: z.boolean() }),
  ),
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
