import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { optionalText, paragraph, v } from '../wire/text.ts';
import { id, langQuery, sentVersion } from '../wire/values.ts';
import { otherStep } from './step-file.ts';

/** Seconds in which a closing or a declining can be undone. */
export const takeBackSeconds = 600;

/** Reasons that only an organisation can have for passing a step on. */
export const organisationReasons = ['OUTSIDE_AREA', 'NOT_OUR_SERVICE', 'DUPLICATE'] as const;
export const declineReasons = [...organisationReasons, 'OTHER'] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** OTHER requires a text. */
export const declineBody = z
  .object({
    reason: z.enum(declineReasons, { error: v('required') }),
    text: optionalText(1000),
    /** For DUPLICATE: the other request of the person, from {@link declinePreview}. */
    duplicateOf: id.nullish(),
    /** Version of the step as read. Another current version is refused as STEP_CHANGED. */
    version: sentVersion,
  })
  .refine(({ reason, text }) => reason !== 'OTHER' || text !== null, {
    path: ['text'],
    error: v('required'),
  })
  .refine(({ reason, duplicateOf }) => reason !== 'DUPLICATE' || typeof duplicateOf === 'number', {
    path: ['duplicateOf'],
    error: v('required'),
  });

export const declinePreview = z.object({
  /** The next organisation; null where the administrator must find one. */
  organisation: z.string().nullable(),
  /** Other active requests of the person that the organisation knows, newest first. */
  duplicates: z.array(otherStep),
});
export type DeclinePreview = z.infer<typeof declinePreview>;

/** The required changes, one a line. */
export const sendBackBody = z.object({ text: paragraph(2000), version: sentVersion });

const params = z.object({ stepId: id });

export const stepEndsCalls = defineArea('processing', {
  previewDecline: {
    route: 'GET /processing/step/decline/:stepId',
    permission: 'step:decline',
    summary:
      'Who would receive a step that is given up, and of which requests it can be a duplicate',
    params,
    query: z.object({ lang: langQuery }),
    response: declinePreview,
  },
  declineStep: {
    route: 'POST /processing/step/decline/:stepId',
    permission: 'step:decline',
    summary:
      'Decline a step that is not for the organisation. It goes to another one that offers the service and has not declined it, or waits for the administrator. A duplicate of another request of the person is closed and goes to no organisation',
    params,
    query: z.object({ lang: langQuery }),
    body: declineBody,
    /** The new organisation; null where the administrator must find one, and for a duplicate. */
    response: z.object({ organisation: z.string().nullable() }),
    errors: ['STEP_CLOSED', 'STEP_CHANGED', 'REQUEST_ON_HOLD', 'STATE_CONFLICT'],
  },
  sendBackStep: {
    route: 'POST /processing/step/send-back/:stepId',
    permission: 'step:send-back',
    summary:
      'Send the request of a step back to its author with what has to be changed; refused while another organisation is at work on it',
    params,
    query: z.object({ lang: langQuery }),
    body: sendBackBody,
    response: acknowledged,
    errors: ['STEP_CLOSED', 'STEP_CHANGED', 'REQUEST_ON_HOLD', 'OTHERS_AT_WORK', 'STATE_CONFLICT'],
  },
  takeBackDecline: {
    route: 'POST /processing/step/decline/:stepId/take-back',
    permission: 'step:take-back',
    summary:
      'Undo a decline within ten minutes, before another act on the step. The step is as before, and the next organisation no longer has it',
    params,
    response: acknowledged,
    errors: ['UNDO_TOO_LATE'],
  },
  takeBackClosing: {
    route: 'POST /processing/step/take-back/:stepId',
    permission: 'step:take-back',
    summary:
      'Undo the closing of a step within ten minutes, before another act on it. The step is as before, and the steps that its closing opened wait again',
    params,
    response: acknowledged,
    errors: ['STATE_CONFLICT', 'CLOSING_STANDS'],
  },
});
