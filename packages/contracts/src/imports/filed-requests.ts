import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { pagingQuery } from '../http/paging.ts';
import { v } from '../wire/text.ts';
import { langQuery } from '../wire/values.ts';

/** States of filed requests without consent that the organisation still sees. */
export const filedStates = ['WAITING', 'REFUSED'] as const;
export type FiledState = (typeof filedStates)[number];

/** The contents of the organisation's file, without data of the person. */
export const filedRequestView = z.object({
  id: z.number(),
  agreement: z.enum(filedStates),
  email: z.string(),
  description: z.string().nullable(),
  services: z.array(z.string()),
  /** Title of the journey; null for a personalised request. */
  journey: z.string().nullable(),
  /** `YYYY/MM/DD HH:mm`, as stated in the file, else that of the import. */
  dateRequest: z.string(),
  /** `YYYY/MM/DD HH:mm` of the import. */
  filedAt: z.string(),
  fileName: z.string(),
});
export type FiledRequestView = z.infer<typeof filedRequestView>;

export const filedRequestsCalls = defineArea('imports', {
  listFiledRequests: {
    route: 'GET /imports/requests',
    permission: 'import:run',
    summary:
      'Requests that the organisation imported and that wait for the person’s agreement or were refused it, newest first',
    query: z.object({
      ...pagingQuery,
      agreement: z.enum(filedStates, { error: v('invalid') }).optional(),
      lang: langQuery,
    }),
    response: z.object({
      results: z.array(filedRequestView),
      totalElements: z.number(),
      /** Totals, independent of the filter. */
      counts: z.object({ waiting: z.number(), refused: z.number() }),
    }),
    total: true,
  },
});
