import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { draftNow } from '../errors/conflicts.ts';
import { v } from '../wire/text.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { largestInteger } from '../wire/values.ts';

/** Maximum characters of a draft as JSON. */
export const longestDraft = 20_000;
export const draftDays = 30;

/** Drafts of the wizard: for a new request, or for an existing one. */
const params = z.object({
  name: z.string().regex(/^request(-[1-9]\d{0,9})?$/, v('invalid')),
});

export const draftsCalls = defineArea('requests', {
  getDraft: {
    route: 'GET /drafts/:name',
    permission: 'request:write',
    summary: 'What the person has begun to write, here or on another device; null for nothing',
    params,
    response: z.object({ draft: draftNow.nullable() }),
  },
  saveDraft: {
    route: 'PUT /drafts/:name',
    permission: 'request:write',
    summary:
      'Save a draft on the account. A draft that began from another version than the saved one is refused',
    params,
    body: z.object({
      /** The values of the form, without files. */
      value: z
        .record(z.string(), z.unknown())
        .refine((value) => JSON.stringify(value).length <= longestDraft, v('draftTooLong')),
      /** Version that this device last saw; null for none. */
      version: z.int().min(0).max(largestInteger).nullable(),
    }),
    response: z.object({ version: z.number(), savedAt: z.string() }),
    errors: ['DRAFT_CHANGED'],
  },
  deleteDraft: {
    route: 'DELETE /drafts/:name',
    permission: 'request:write',
    summary: 'Let a draft go: it was sent, or is not wanted any more',
    params,
    response: acknowledged,
  },
});
