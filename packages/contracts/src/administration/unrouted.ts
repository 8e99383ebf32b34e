import { z } from 'zod';

import { requestStatuses } from '../requests/statuses.ts';
import { id } from '../wire/values.ts';
import { defineAdministration } from './call.ts';
import { cursorQuery, nextCursor } from './pages.ts';
import { chosen, resultsOf } from './refusals.ts';

/** Why no organisation does a service, as `requests unrouted` shows it. */
export const unroutedReasons = ['notOffered', 'unattended', 'declined', 'offered'] as const;
export type UnroutedReason = (typeof unroutedReasons)[number];

/** A submitted request with a service that no organisation does. */
export const unroutedRow = z.object({
  id: z.number().int(),
  numRequest: z.string(),
  status: z.enum(requestStatuses),
  /** ISO 8601. */
  submittedAt: z.string().nullable(),
  name: z.string(),
  town: z.string().nullable(),
  journey: z.string().nullable(),
  /** Empty for a journey without tasks, or with only rejected tasks: it cannot be assigned. */
  services: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      reason: z.enum(unroutedReasons),
      /** Organisations that the reason names. */
      organisations: z.array(z.string()),
    }),
  ),
  /** The first 200 characters of the need. */
  need: z.string().nullable(),
});
export type UnroutedRowView = z.infer<typeof unroutedRow>;

/**
 * Why a request was not assigned: an organisation has it meanwhile; it has no service to assign; it is on hold, or back
 * with its author.
 */
export const assignRefusals = ['assigned', 'noService', 'notWithOrganisations'] as const;
export type AssignRefusal = (typeof assignRefusals)[number];

/** A listed service with its default organisation. */
export const serviceDefaultView = z.object({
  code: z.string(),
  title: z.string(),
  /** How many approved organisations with an agent offer it. */
  offering: z.number().int(),
  /** Receives nothing while it is not approved or none of its agents can sign in. */
  organisation: z
    .object({ id: z.number().int(), title: z.string(), isAttended: z.boolean() })
    .nullable(),
});
export type ServiceDefaultView = z.infer<typeof serviceDefaultView>;

export const unroutedCalls = defineAdministration({
  /** Oldest first, 50 a page. */
  listUnrouted: {
    route: 'GET /unrouted',
    query: z.object({ ...cursorQuery }),
    response: z.object({
      total: z.number().int(),
      rows: z.array(unroutedRow),
      next: nextCursor,
    }),
  },
  /** Approved organisations with an agent who can sign in, by title. */
  listOrganisations: {
    route: 'GET /organisations',
    response: z.array(z.object({ id: z.number().int(), title: z.string() })),
  },
  /** The listed services in their order. */
  listDefaults: { route: 'GET /defaults', response: z.array(serviceDefaultView) },
  /** Sets the organisation that gets a service when no other can; null for none. */
  setDefault: {
    route: 'PUT /defaults/:code',
    params: z.object({ code: z.string().min(1).max(100) }),
    body: z.object({ organisationId: id.nullable() }),
    response: z.object({ success: z.literal(true) }),
  },
  /** Assigns every service of the requests that no organisation does; each request has its own result. */
  assignRequests: {
    route: 'POST /unrouted/assign',
    body: z.object({ ids: chosen(id), organisationId: id }),
    response: resultsOf(z.number().int(), assignRefusals),
  },
});
