import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { exportFormats } from '../processing/worklist.ts';
import { v } from '../wire/text.ts';
import { codeLibelle, isDay, langQuery } from '../wire/values.ts';

/** Maximum length of a period in days: three years and a leap day. */
export const longestPeriodDays = 1096;

/** Ages of open steps, in whole days: up to 7, up to 15, up to 31, older. */
export const openAges = ['WEEK', 'FORTNIGHT', 'MONTH', 'OLDER'] as const;
export type OpenAge = (typeof openAges)[number];

const day = z.string({ error: v('date') }).refine(isDay, v('date'));
const period = { from: day, to: day, lang: langQuery };

/** Whether the last day is not before the first, and within the maximum. */
function isPeriod({ from, to }: { from: string; to: string }): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days >= 0 && days < longestPeriodDays;
}
const notAPeriod = { path: ['to'], message: v('date') };

/** Whole days of 24 hours from the assignment of a step to its end; null without a closed step. */
const days = z.number().nullable();

export const organisationStatistics = z.object({
  /** `YYYY-MM-DD`, both days of the period, in Morocco. */
  from: z.string(),
  to: z.string(),
  received: z.number(),
  closed: z.number(),
  medianDays: days,
  /** 90th percentile of the duration in days. */
  p90Days: days,
  /** Steps that are open now, whatever the period, by their age. */
  open: z.array(z.object({ age: z.enum(openAges), count: z.number() })),
  /** By month, in order; `month` is `YYYY-MM`, `from` and `to` its days within the period. */
  months: z.array(
    z.object({
      month: z.string(),
      from: z.string(),
      to: z.string(),
      received: z.number(),
      closed: z.number(),
    }),
  ),
  /** Services with activity in the period or open steps now, busiest first. */
  services: z.array(
    z.object({
      service: codeLibelle,
      received: z.number(),
      closed: z.number(),
      medianDays: days,
      open: z.number(),
    }),
  ),
  /** Agents with activity in the period or open steps now; `id` and `name` are null for an erased account. */
  colleagues: z.array(
    z.object({
      id: z.string().nullable(),
      name: z.string().nullable(),
      /** Steps received in the period that the agent owns now. */
      received: z.number(),
      /** Steps that the agent closed, with or without being their owner. */
      closed: z.number(),
      medianDays: days,
      /** Open steps that the agent owns now. */
      open: z.number(),
    }),
  ),
  ratings: z.object({
    count: z.number(),
    average: z.number().nullable(),
    /** Counts of 1, 2, 3, 4 and 5 stars. */
    stars: z.array(z.number()).length(5),
    /** The newest ratings with a text. */
    words: z.array(
      z.object({
        stars: z.number(),
        text: z.string(),
        /** `YYYY-MM-DD` */
        on: z.string(),
        numRequest: z.string(),
        stepId: z.number(),
      }),
    ),
  }),
});
export type OrganisationStatistics = z.infer<typeof organisationStatistics>;

export const statisticsCalls = defineArea('statistics', {
  getStatistics: {
    route: 'GET /statistics',
    permission: 'statistics:read',
    keyScope: 'statistics:read',
    summary: 'What the agent’s organisation did between two days, both included',
    query: z.object(period).refine(isPeriod, notAPeriod),
    response: organisationStatistics,
  },
  exportStatistics: {
    route: 'GET /statistics/export',
    permission: 'statistics:read',
    keyScope: 'statistics:read',
    summary: 'The same figures as a table, with headings in `lang`',
    query: z
      .object({ ...period, format: z.enum(exportFormats, { error: v('invalid') }) })
      .refine(isPeriod, notAPeriod),
    response: {
      status: 200,
      contentTypes: [
        'text/csv; charset=utf-8',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
    },
  },
});
