import { z } from 'zod';

import { mailKinds } from '../notices/mail-preferences.ts';
import { roles } from '../permissions.ts';
import { optionalText, paragraph, v } from '../wire/text.ts';
import { email, id } from '../wire/values.ts';
import { maxDecisionReason } from './approvals.ts';
import { defineAdministration } from './call.ts';
import { actView } from './history.ts';

/** Whether a person can sign in, or why not. */
export const accesses = ['open', 'unconfirmed', 'awaitingApproval', 'closed'] as const;
export type Access = (typeof accesses)[number];

export const foundPersonView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /** Title of an agent's organisation. */
  organisation: z.string().nullable(),
  access: z.enum(accesses),
});
export type FoundPersonView = z.infer<typeof foundPersonView>;

/** Mails with a link that people ask for. */
export const linkMails = ['confirmation', 'reset'] as const;

const mergeSide = z.object({ id: z.string(), email: z.string(), isConfirmed: z.boolean() });

/** A mail to the person, without its links. Instants are ISO 8601. */
const personMail = z.object({
  id: z.number().int(),
  /** Its subject, with `…` in place of its values. */
  subject: z.string(),
  /** Subjects of the mails that it merges, empty once it is sent; null for a mail of one event. */
  merged: z.array(z.string()).nullable(),
  state: z.enum(['WAITING', 'SENT', 'FAILED', 'HELD']),
  writtenAt: z.string(),
  sentAt: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  /** The mail server's words. */
  error: z.string().nullable(),
});

/** A file of a request. `at` is when it was handed in, ISO 8601. */
const personFile = z.object({ id: z.number().int(), name: z.string(), at: z.string() });

/** A merge that waits until both addresses have confirmed it. */
export const mergeView = z.object({
  /** The account that remains, and the one that is erased. */
  kept: mergeSide,
  other: mergeSide,
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type MergeView = z.infer<typeof mergeView>;

export const personView = foundPersonView.extend({
  phone: z.string().nullable(),
  createdAt: z.string(),
  hasSecondFactor: z.boolean(),
  sessions: z.number().int(),
  /** The newest 20, without those whose text is erased; `submittedAt` is null for a draft. */
  requests: z.array(
    z.object({
      numRequest: z.string(),
      submittedAt: z.string().nullable(),
      /** Deleted less than 30 days ago, so it can be restored. */
      isDeleted: z.boolean(),
      /** Files of the request, its steps and its messages, the newest first. */
      files: z.array(personFile),
    }),
  ),
  /** The newest 50 of the last 30 days. */
  mails: z.array(personMail),
  /** Kinds of mails that the person refuses. */
  refusedMails: z.array(z.enum(mailKinds)),
  /** Mails with a link that were asked for too often in this hour: no more are sent. */
  limitedMails: z.array(z.enum(linkMails)),
  /** The merge with another account that waits for confirmations; null where none does. */
  merge: mergeView.nullable(),
  /** The newest 50 acts of administrators on the person, their requests and their organisation. */
  acts: z.array(actView.omit({ administrator: true, person: true })),
});
export type PersonView = z.infer<typeof personView>;

export const personActs = [
  'confirm',
  'resend',
  'suspend',
  'reopen',
  'endSessions',
  'resetSecondFactor',
] as const;
export type PersonAct = (typeof personActs)[number];
/** Acts that need a reason. */
export const reasonedActs: readonly PersonAct[] = ['suspend', 'reopen'];

/**
 * Why an act changed nothing: it was done before; the organisation of the agent was refused; the person asked for the
 * erasure and the time is over.
 */
export const personActRefusals = ['done', 'organisationRefused', 'deletionDue'] as const;
export type PersonActRefusal = (typeof personActRefusals)[number];

/** Why an address was not corrected: another account has the new one; the account has it. */
export const addressRefusals = ['taken', 'same'] as const;
export type AddressRefusal = (typeof addressRefusals)[number];

export const erasureView = z.object({
  /** Numbers of open requests, which are withdrawn. */
  requests: z.array(z.string()),
  /** How many files are removed. */
  files: z.number().int(),
});

/** Why nothing was erased: the address is another account's. */
export const erasureRefusals = ['otherAddress'] as const;
export type ErasureRefusal = (typeof erasureRefusals)[number];

/**
 * Why two accounts are not merged: no other account has the address; it is the same account; one is an agent's; one is
 * closed, not confirmed or about to be erased; one has an open merge; both have a running request of one service at one
 * organisation.
 */
export const mergeRefusals = [
  'unknown',
  'same',
  'notBeneficiary',
  'closed',
  'unconfirmed',
  'deletionAsked',
  'open',
  'sameService',
] as const;
export type MergeRefusal = (typeof mergeRefusals)[number];

/** Why a deleted request was not restored: it is not deleted; its text is erased. */
export const restoreRefusals = ['notDeleted', 'emptied'] as const;
export type RestoreRefusal = (typeof restoreRefusals)[number];

const onePerson = z.object({ id: z.uuid({ error: v('invalid') }) });
const reason = optionalText(maxDecisionReason);
/** The person and the organisations read it. */
const requiredReason = paragraph(maxDecisionReason);

export const peopleCalls = defineAdministration({
  /** People by name, e-mail, phone or number of a request; at most 20, by name. */
  findPeople: {
    route: 'GET /people',
    query: z.object({
      search: z
        .string({ error: v('required') })
        .trim()
        .min(2, v('required'))
        .max(100, v('tooLong')),
    }),
    response: z.object({ rows: z.array(foundPersonView), hasMore: z.boolean() }),
  },
  readPerson: { route: 'GET /people/:id', params: onePerson, response: personView },
  actOnPerson: {
    route: 'POST /people/:id/acts',
    params: onePerson,
    body: z
      .object({ act: z.enum(personActs, { error: v('invalid') }), reason })
      .superRefine(({ act, reason: given }, ctx) => {
        if (reasonedActs.includes(act) && given === null)
          ctx.addIssue({ code: 'custom', path: ['reason'], message: v('required') });
      }),
    response: z.object({ refusal: z.enum(personActRefusals).nullable() }),
  },
  /** A ZIP with `person.json` and the person's files. Recorded as an act. */
  exportPerson: { route: 'GET /people/:id/data', params: onePerson, isFile: true },
  /** What an erasure would remove now. */
  readErasure: { route: 'GET /people/:id/erasure', params: onePerson, response: erasureView },
  /** Erases the account for good. The address must be the account's, so that no other person is erased by mistake. */
  erasePerson: {
    route: 'POST /people/:id/erasure',
    params: onePerson,
    body: z.object({ email: email() }),
    response: z.object({ refusal: z.enum(erasureRefusals).nullable() }),
  },
  /** Asks both addresses to confirm that the account of `email` becomes a part of this one. */
  startMerge: {
    route: 'POST /people/:id/merge',
    params: onePerson,
    body: z.object({ email: email(), reason: requiredReason }),
    response: z.object({ refusal: z.enum(mergeRefusals).nullable() }),
  },
  /** Ends a merge that waits for confirmations. `wasOpen` is false when none did. */
  cancelMerge: {
    route: 'POST /people/:id/merge/end',
    params: onePerson,
    response: z.object({ wasOpen: z.boolean() }),
  },
  /** Gives a deleted request back to the person. */
  restoreRequest: {
    route: 'POST /people/:id/requests/:numRequest/restoration',
    params: onePerson.extend({ numRequest: z.string().max(20, v('tooLong')) }),
    body: z.object({ reason: requiredReason }),
    response: z.object({ refusal: z.enum(restoreRefusals).nullable() }),
  },
  /** Erases a file of a request for good. `wasThere` is false when somebody else removed it. */
  removeFile: {
    route: 'POST /people/:id/files/:fileId/removal',
    params: onePerson.extend({ fileId: id }),
    body: z.object({ reason: requiredReason }),
    response: z.object({ wasThere: z.boolean() }),
  },
  /** Gives the account another address; both get a mail. */
  correctAddress: {
    route: 'PUT /people/:id/address',
    params: onePerson,
    body: z.object({ email: email(), reason }),
    response: z.object({ refusal: z.enum(addressRefusals).nullable() }),
  },
});
