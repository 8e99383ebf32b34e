import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { agentRoles } from '../permissions.ts';
import { v } from '../wire/text.ts';
import { id } from '../wire/values.ts';

/**
 * `active` can sign in. `awaiting` waits for a colleague's approval, `refused` was refused it. `closed` lost an earlier access.
 */
export const colleagueStates = ['active', 'awaiting', 'closed', 'refused'] as const;

export const colleagueView = z.object({
  id: z.string(),
  nom: z.string(),
  prenom: z.string(),
  email: z.string(),
  state: z.enum(colleagueStates),
  role: z.enum(agentRoles),
  /** `YYYY-MM-DD`: start of the `state`. */
  since: z.string(),
  isSelf: z.boolean(),
});
export type ColleagueView = z.infer<typeof colleagueView>;

const params = z.object({ id, userId: z.uuid({ error: v('invalid') }) });

/** `details` of ACCOUNT_PENDING_APPROVAL at the sign-in: who can approve. */
export const pendingApproval = z.object({
  organisation: z.string(),
  /** False while the organisation itself needs approval by the portal's administrator. */
  isOrganisationApproved: z.boolean(),
  /** Number of its responsables, who can approve. */
  colleagues: z.number(),
});
export type PendingApproval = z.infer<typeof pendingApproval>;

export const colleaguesCalls = defineArea('accounts', {
  listColleagues: {
    route: 'GET /partners/:id/agents',
    permission: 'organisation:manage',
    summary:
      'Agents of one’s organisation: those who wait first, then the active ones, then the closed',
    params: z.object({ id }),
    response: z.array(colleagueView),
  },
  approveColleague: {
    route: 'POST /partners/:id/agents/:userId/approve',
    permission: 'organisation:govern',
    summary: 'Open the portal to an agent of one’s organisation; repeating it changes nothing',
    params,
    response: colleagueView,
  },
  closeColleague: {
    route: 'DELETE /partners/:id/agents/:userId',
    permission: 'organisation:govern',
    summary:
      'Refuse an agent who waits, or end the access of one at once; repeating it changes nothing',
    params,
    response: colleagueView,
    errors: ['OWN_ACCESS'],
  },
  setColleagueRole: {
    route: 'PUT /partners/:id/agents/:userId/role',
    permission: 'organisation:govern',
    summary:
      'Make an agent of the caller’s organisation a responsable, or remove that role. The last responsable stays',
    params,
    body: z.object({ role: z.enum(agentRoles, { error: v('required') }) }),
    response: colleagueView,
    errors: ['LAST_RESPONSIBLE', 'STATE_CONFLICT'],
  },
});
