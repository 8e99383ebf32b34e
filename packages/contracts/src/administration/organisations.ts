import { z } from 'zod';

import { organisationTexts } from '../accounts/current-user.ts';
import { organisationContactView } from '../partners/contact.ts';
import { organisationTranslationsView } from '../partners/translations.ts';
import { absenceBody, absenceView } from '../processing/absence.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { optionalText, v } from '../wire/text.ts';
import { id } from '../wire/values.ts';
import { maxDecisionReason } from './approvals.ts';
import { defineAdministration } from './call.ts';
import { cursorQuery, nextCursor } from './pages.ts';

/** `unattended`: approved, without an agent who can sign in. */
export const organisationStates = ['active', 'unattended', 'awaiting', 'refused'] as const;
export type OrganisationState = (typeof organisationStates)[number];

const organisationRow = z.object({
  id: z.number().int(),
  title: z.string(),
  state: z.enum(organisationStates),
  /** Agents who can sign in. */
  agents: z.number().int(),
  /** Requests with an open step of the organisation. */
  openFiles: z.number().int(),
});
export type OrganisationRow = z.infer<typeof organisationRow>;

export const agentStates = ['active', 'unconfirmed', 'awaiting', 'closed'] as const;
const agentView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(agentStates),
  isResponsible: z.boolean(),
  absence: absenceView.nullable(),
});
export type AgentView = z.infer<typeof agentView>;

export const organisationView = organisationRow.extend({
  ...organisationContactView.shape,
  ...organisationTranslationsView.shape,
  /** In French. */
  title: z.string(),
  description: z.string(),
  version: z.number().int(),
  /** ISO 8601. */
  createdAt: z.string(),
  changedAt: z.string().nullable(),
  /** Titles of the services that it offers. */
  services: z.array(z.string()),
  /** Where its files go, by a move that is not finished. */
  movesTo: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  /** At most 500: active agents first, then by name. */
  colleagues: z.array(agentView),
});
export type OrganisationView = z.infer<typeof organisationView>;

export const organisationBody = z.object({ partner: organisationTexts });

// Named, because the ids of other pages are UUIDs.
const one = z.object({ organisationId: id });
const ofAgent = one.extend({ agentId: z.uuid({ error: v('invalid') }) });

export const organisationCalls = defineAdministration({
  /** All organisations by title, 50 a page. The text is a part of a title in any language. */
  searchOrganisations: {
    route: 'GET /organisations/search',
    query: z.object({ ...cursorQuery, text: z.string().max(80, v('tooLong')).optional() }),
    response: z.object({ rows: z.array(organisationRow), next: nextCursor }),
  },
  readOrganisation: {
    route: 'GET /organisations/:organisationId',
    params: one,
    response: organisationView,
  },
  /** Changes texts and contact, with the rules of the organisation's own form. */
  saveOrganisation: {
    route: 'PUT /organisations/:organisationId',
    params: one,
    body: organisationBody,
    response: acknowledged,
  },
  setAgentAbsence: {
    route: 'PUT /organisations/:organisationId/agents/:agentId/absence',
    params: ofAgent,
    body: absenceBody,
    response: acknowledged,
  },
  /** Moves the next open files to another organisation. Call it again until none is left. */
  moveFiles: {
    route: 'POST /organisations/:organisationId/moves',
    params: one,
    body: z.object({ to: id, reason: optionalText(maxDecisionReason) }),
    response: z.object({ moved: z.number().int(), left: z.number().int() }),
  },
  endAgentAbsence: {
    route: 'DELETE /organisations/:organisationId/agents/:agentId/absence',
    params: ofAgent,
    response: acknowledged,
  },
});
