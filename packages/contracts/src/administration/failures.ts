import { z } from 'zod';

import { line } from '../wire/text.ts';
import { defineAdministration } from './call.ts';
import { cursorQuery, nextCursor } from './pages.ts';

/** Why a row failed, for a person who administers the portal. */
export const failureCauses = [
  /** The other server gave no answer. */
  'unreachable',
  /** The other server refused this message. */
  'refused',
  /** The mail server refused the portal's password. */
  'signIn',
  'certificate',
  'redirected',
  'addressNotPublic',
  /** Its link or its secret was sealed with an earlier secret of the installation. */
  'sealedBefore',
  'addressOff',
  'waitedTooLong',
  'noGateway',
  'noNumber',
  'numberUnreachable',
  'notWanted',
  'saidAlready',
  'enoughToday',
  'codeOver',
  /** An error of the portal. */
  'error',
] as const;
export type FailureCause = (typeof failureCauses)[number];

/** Why a row cannot be retried: its address was turned off; a code expires, and its owner asks for another. */
export const failureBlocks = ['addressOff', 'code'] as const;
export type FailureBlock = (typeof failureBlocks)[number];

/** A row that failed for good, or a job whose last run failed. Instants are ISO 8601. */
export const failureView = z.object({
  id: z.string(),
  /** Code of its kind: the template of a mail, the event of a webhook, the name of a job. */
  kind: z.string(),
  /** Subject of a mail in the language of the call; null for other rows. */
  subject: z.string().nullable(),
  /** E-mail address of the person; null for webhooks and jobs. */
  to: z.string().nullable(),
  /** The organisation of a webhook, and the host of its address. */
  organisation: z.string().nullable(),
  host: z.string().nullable(),
  /** When it was written; of a job, when it last failed. */
  at: z.string().nullable(),
  attempts: z.number().int(),
  cause: z.enum(failureCauses),
  /** Words of the other server or of the error. */
  detail: z.string().nullable(),
  block: z.enum(failureBlocks).nullable(),
  /** Next run of a job; null for other rows. */
  nextAt: z.string().nullable(),
});
export type FailureView = z.infer<typeof failureView>;

const queue = line(40);

export const failureCalls = defineAdministration({
  /** Newest first, 50 a page; all jobs on one page. `queue` is one of `readWaiting`. */
  listFailures: {
    route: 'GET /failures',
    query: z.object({ queue, ...cursorQuery }),
    response: z.object({ rows: z.array(failureView), next: nextCursor }),
  },
  /** Retries one row, or all rows of the queue that can be retried. `count` is 0 where another retry came first. */
  retryFailures: {
    route: 'POST /failures/retry',
    body: z.object({ queue, id: line(80).nullable() }),
    response: z.object({ count: z.number().int() }),
  },
});
