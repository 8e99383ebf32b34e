import { z } from 'zod';

import { v } from '../wire/text.ts';
import { defineAdministration } from './call.ts';

const month = z.string({ error: v('required') }).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, v('invalid'));

const count = z.number().int();

const monthFigures = z.object({
  organisation: z.string(),
  received: count,
  closed: count,
  /** Open at the end of the month, or now. */
  open: count,
  lateOpen: count,
  /** Days from the assignment to the end, the lower median; null when nothing was closed. */
  median: z.number().nullable(),
  /** Average stars; null without ratings. */
  rating: z.number().nullable(),
});
export type MonthFigures = z.infer<typeof monthFigures>;

export const monthReportView = z.object({
  /** Steps that an organisation had in the month. */
  steps: count,
  /** By organisation, in the order of their names. */
  rows: z.array(monthFigures),
  whole: monthFigures,
});
export type MonthReportView = z.infer<typeof monthReportView>;

export const monthReportCalls = defineAdministration({
  readMonthReport: {
    route: 'GET /report',
    query: z.object({ month }),
    response: monthReportView,
  },
  /** A workbook with one row for each step, and the figures. Recorded as an act: it holds personal data. */
  exportMonthReport: { route: 'GET /report/file', query: z.object({ month }), isFile: true },
});
