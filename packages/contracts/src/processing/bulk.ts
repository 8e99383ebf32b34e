import { z } from 'zod';

import { stepOwner } from '../errors/conflicts.ts';
import { defineArea } from '../http/area.ts';
import { errorCodes } from '../http/error-codes.ts';
import { maxMessageLength } from '../messages/messages.ts';
import { paragraph, v } from '../wire/text.ts';
import { codeLibelle, id, langQuery, refCode } from '../wire/values.ts';
import { hasUnknownPlaceholder } from './answers.ts';

/** Steps of one call. */
export const mostBulkSteps = 200;

const invalid = { error: v('invalid') };

/** Documents are asked for; the percent stays, and a step that nobody had begun is in progress. */
export const bulkDocuments = z.object({
  kind: z.literal('askDocuments'),
  documents: z
    .array(refCode(), { error: v('required') })
    .min(1, v('required'))
    .max(20, v('tooMany'))
    .transform((list) => [...new Set(list)]),
});

/** A message to each person, with what the placeholders of kept answers stand for there. */
export const bulkMessage = z.object({
  kind: z.literal('message'),
  body: paragraph(maxMessageLength).refine(
    (text) => !hasUnknownPlaceholder(text),
    v('placeholder'),
  ),
});

/** What is done to each of the chosen steps, by the rules of the call that does it to one. */
export const bulkAction = z.discriminatedUnion(
  'kind',
  [
    /** The caller has them from now on. */
    z.object({ kind: z.literal('claim') }),
    /** A colleague has them. */
    z.object({ kind: z.literal('handOver'), to: z.uuid(invalid) }),
    bulkDocuments,
    bulkMessage,
    /** A kept answer as a message, to each person in their language. */
    z.object({ kind: z.literal('answer'), answerId: id }),
  ],
  invalid,
);
export type BulkAction = z.output<typeof bulkAction>;
export type BulkActionInput = z.input<typeof bulkAction>;

export const bulkBody = z.object({
  action: bulkAction,
  /** Made once for each choice of an action: what is sent again with it asks for nothing and writes nothing twice. */
  key: z.uuid(invalid),
  steps: z
    .array(
      z.object({
        stepId: id,
        /** Who had it when it was chosen, for `claim` and `handOver`; null for nobody. */
        expected: z.uuid(invalid).nullable().default(null),
      }),
      { error: v('required') },
    )
    .min(1, v('required'))
    .max(mostBulkSteps, v('tooMany'))
    .refine((steps) => new Set(steps.map(({ stepId }) => stepId)).size === steps.length, invalid),
});
export type BulkBody = z.output<typeof bulkBody>;

/** What came of one of the chosen steps. */
export const bulkResult = z.object({
  stepId: z.number(),
  /** Why it was not done; null where it was, now or by the same key before. */
  refusal: z
    .object({
      code: z.enum(errorCodes),
      /** In the caller's language. */
      message: z.string(),
      /** Of OWNER_CHANGED: who has it now, null for nobody. Null for everything else. */
      owner: stepOwner.nullable(),
      /** The request's status now; null for a step that is not the organisation's. */
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
      'Take, hand over, ask for documents or write on up to 200 steps, one after the other; each has its own result and none undoes another',
    query: z.object({ lang: langQuery }),
    body: bulkBody,
    response: z.object({ results: z.array(bulkResult) }),
  },
});
