import { z } from 'zod';

import { line, optionalText, v } from '../wire/text.ts';
import { defineAdministration } from './call.ts';
import { chosen, resultsOf } from './refusals.ts';

const organisation = z.object({ id: z.number().int(), title: z.string() });

/** An agent without access. Instants are ISO 8601. */
const waitingAgent = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  isConfirmed: z.boolean(),
});

export const approvalsView = z.object({
  /** Agents of approved organisations, oldest first. */
  agents: z.array(waitingAgent.extend({ organisation })),
  /** With the agents that are approved together with it. */
  organisations: z.array(
    organisation.extend({
      description: z.string().nullable(),
      createdAt: z.string(),
      agents: z.array(waitingAgent),
    }),
  ),
  /** Services that an organisation proposed. `id` is the code. */
  services: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.string().nullable(),
      organisation,
      createdAt: z.string(),
    }),
  ),
});
export type ApprovalsView = z.infer<typeof approvalsView>;

export const approvalKinds = ['agents', 'organisations', 'services'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/**
 * Why a row was not decided: another person decided it meanwhile; an agent's organisation waits too; another
 * organisation took the title.
 */
export const approvalRefusals = ['decided', 'organisationWaits', 'titleTaken'] as const;
export type ApprovalRefusal = (typeof approvalRefusals)[number];

export const maxDecisionReason = 500;
const invalid = { error: v('invalid') };

export const decisionBody = z
  .object({
    kind: z.enum(approvalKinds, invalid),
    /** Ids of the view; an organisation's id as text. */
    ids: chosen(line(80)),
    decision: z.enum(['approve', 'refuse'], invalid),
    /** Required for a refusal. It is in the history, and in the mail to the refused agents. */
    reason: optionalText(maxDecisionReason),
  })
  .superRefine(({ decision, reason }, ctx) => {
    if (decision === 'refuse' && reason === null)
      ctx.addIssue({ code: 'custom', path: ['reason'], message: v('required') });
  });
export type DecisionBody = z.output<typeof decisionBody>;

export const approvalCalls = defineAdministration({
  listApprovals: { route: 'GET /approvals', response: approvalsView },
  /** Decides the rows one after the other; each has its own result. */
  decideApprovals: {
    route: 'POST /approvals',
    body: decisionBody,
    response: resultsOf(z.string(), approvalRefusals),
  },
});
