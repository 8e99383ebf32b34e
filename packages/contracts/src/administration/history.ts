import { z } from 'zod';

import { defineAdministration } from './call.ts';
import { cursorQuery, nextCursor } from './pages.ts';

/** Acts of administrators. */
export const administratorActKinds = [
  'SUSPENDED',
  'REOPENED',
  'SESSIONS_ENDED',
  'SECOND_FACTOR_RESET',
  'AGENT_APPROVED',
  'AGENT_REFUSED',
  'ORGANISATION_APPROVED',
  'ORGANISATION_REFUSED',
  'ORGANISATION_CHANGED',
  'ABSENCE_SET',
  'ABSENCE_ENDED',
  'RESPONSIBLE_NAMED',
  'RESPONSIBLE_ENDED',
  'ADDRESS_CONFIRMED',
  'ADDRESS_CORRECTED',
  'SERVICE_APPROVED',
  'SERVICE_REFUSED',
  'STEP_GIVEN',
  'STEP_REASSIGNED',
  'FILES_MOVED',
  'STEP_REJECTED',
  'REQUEST_SENT_BACK',
  'REQUEST_HELD',
  'REQUEST_RESUMED',
  'REQUEST_RESTORED',
  'FILE_REMOVED',
  'ERASED',
  'MERGE_STARTED',
  'MERGE_CANCELLED',
  'MERGED',
  'DATA_EXPORTED',
  'DEFAULT_ORGANISATION_SET',
  'MONTH_REPORTED',
  'RETRIED',
  'ADMINISTRATOR_ADDED',
  'ADMINISTRATOR_LINKED',
  'ADMINISTRATOR_RESET',
  'ADMINISTRATOR_SUSPENDED',
  'ADMINISTRATOR_REOPENED',
  'NOTICE_PUBLISHED',
  'NOTICE_ENDED',
  'LIST_CHANGED',
  'JOURNEY_ADDED',
  'JOURNEY_CHANGED',
] as const;
export type AdministratorActKind = (typeof administratorActKinds)[number];

export const actView = z.object({
  id: z.number().int(),
  /** ISO 8601. */
  at: z.string(),
  kind: z.enum(administratorActKinds),
  /** E-mail address of the administrator, or the name given at the terminal. */
  by: z.string(),
  reason: z.string().nullable(),
  /** Each null where the act has none, and after an erasure. */
  person: z.object({ email: z.string(), name: z.string() }).nullable(),
  organisation: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  numRequest: z.string().nullable(),
  administrator: z.object({ email: z.string(), name: z.string() }).nullable(),
});
export type ActView = z.infer<typeof actView>;

export const historyCalls = defineAdministration({
  /** Newest first, 50 a page. */
  readHistory: {
    route: 'GET /history',
    query: z.object({ ...cursorQuery }),
    response: z.object({ rows: z.array(actView), next: nextCursor }),
  },
});
