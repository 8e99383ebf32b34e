import { z } from 'zod';

import { stepOwner } from '../errors/conflicts.ts';
import { defineArea } from '../http/area.ts';
import { errorCodes } from '../http/error-codes.ts';
import { maxMessageLength } from '../messages/messages.ts';
import { optionalText, paragraph, v } from '../wire/text.ts';
import { codeLibelle, id, langQuery, refCode } from '../wire/values.ts';
import { hasUnknownPlaceholder } from './answers.ts';
import { maxHandOverReason } from './owner.ts';

export const mostBulkSteps = 200;

const invalid = { error: v('invalid') };

/** Requests documents. The percent stays, and a step that was not started becomes in progress. */
export const bulkDocuments = z.object({
  kind: z.literal('askDocuments'),
  documents: z
    .array(refCode(), { error: v('required') })
    .min(1, v('required'))
    .max(20, v('tooMany'))
    .transform((list) => [...new Set(list)]),
});

/** Sends a message to each person, with the placeholders filled for their step. */
export const bulkMessage = z.object({
  kind: z.literal('message'),
  body: paragraph(maxMessageLength).refine(
    (text) => !hasUnknownPlaceholder(text),
    v('placeholder'),
  ),
});

/** An action on each chosen step, by the rules of the call for one step. */
export const bulkAction = z.discriminatedUnion(
  'kind',
  [
    /** Assigns the steps to the caller. */
    z.object({ kind: z.literal('claim') }),
    /** Assigns the steps to a colleague, who reads the reason. */
    z.object({
      kind: z.literal('handOver'),
      to: z.uuid(invalid),
      reason: optionalText(maxHandOverReason),
    }),
    bulkDocuments,
    bulkMessage,
    /** Sends a reusable answer as a message, to each person in their language. */
    z.object({ kind: z.literal('answer'), answerId: id }),
    /** States whether the messages up to `upTo` of each step need an answer. */
    z.object({ kind: z.literal('answerNeeded'), isNeeded: z.boolean(invalid) }),
  ],
  invalid,
);
export type BulkAction = z.output<typeof bulkAction>;
export type BulkActionInput = z.input<typeof bulkAction>;

export const bulkBody = z.object({
  action: bulkAction,
  /** Idempotency key of the action: a repeated call does nothing twice. */
  key: z.uuid(invalid),
  steps: z
    .array(
      z.object({
        stepId: id,
        /** Owner at the time of the choice, for `claim` and `handOver`; null for an unassigned step. */
        expected: z.uuid(invalid).nullable().default(null),
        /** For `answerNeeded`: the last message on the screen. */
        upTo: id.optional(),
      }),
      { error: v('required') },
    )
    .min(1, v('required'))
    .max(mostBulkSteps, v('tooMany'))
    .refine((steps) => new Set(steps.map(({ stepId }) => stepId)).size === steps.length, invalid),
});
export type BulkBody = z.output<typeof bulkBody>;

export const bulkResult = z.object({
  stepId: z.number(),
  /** Why it failed; null for a success, now or by an earlier call with the same key. */
  refusal: z
    .object({
      code: z.enum(errorCodes),
      /** In the caller's language. */
      message: z.string(),
      /** For OWNER_CHANGED: the current owner, null for an unassigned step. Null for everything else. */
      owner: stepOwner.nullable(),
      /** The request's current status; null for a step of another organisation. */
      status: codeLibelle.nullable(),
    })
    .nullable(),
});
export type BulkResult = z.infer<typeof bulkResult>;

export const bulkCalls = defineArea('processing', {
  changeSteps: {
    route: 'POST /processing/steps/bulk',
    permission: 'step:own',
    summary:
      'Take, hand over, ask for documents, write or need no answer on up to 200 steps, one after the other; each has its own result and none undoes another',
    query: z.object({ lang: langQuery }),
    body: bulkBody,
    response: z.object({ results: z.array(bulkResult) }),
  },
});
