import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { pagingQuery } from '../http/paging.ts';
import { langQuery } from '../wire/values.ts';

/** FILE: the page of a request was opened. DOCUMENT: one of its files was downloaded. EXPORT: a list with it was exported. */
export const accessKinds = ['FILE', 'DOCUMENT', 'EXPORT'] as const;
export type AccessKind = (typeof accessKinds)[number];

/** Accesses of one agent to one request on one day. */
export const recordAccessView = z.object({
  id: z.number(),
  /** `YYYY/MM/DD HH:mm`, Morocco's time: the last of them. */
  at: z.string(),
  times: z.number(),
  kind: z.enum(accessKinds),
  organisation: z.string(),
  /** The given name; null for an erased account. */
  agent: z.string().nullable(),
  /** Whether another system made the access with a key of the organisation. */
  isBySystem: z.boolean(),
  requestId: z.number(),
  numRequest: z.string(),
});
export type RecordAccessView = z.infer<typeof recordAccessView>;

export const recordAccessesCalls = defineArea('accounts', {
  listRecordAccesses: {
    route: 'GET /utilisateurs/accesses',
    permission: 'access:read',
    summary: 'The agents who opened the caller’s requests in the last year, latest first',
    query: z.object({ ...pagingQuery, lang: langQuery }),
    response: z.array(recordAccessView),
    total: true,
  },
});
