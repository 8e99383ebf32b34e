import { z } from 'zod';

import { fileState } from '../files/downloads.ts';
import { ownPartnerView } from '../partners/partner.ts';
import { codeLibelle } from '../wire/values.ts';

/** Whose change it was, as far as the reader may know: a name is given for colleagues and for the request's owner. */
export const changeAuthor = z.object({
  kind: z.enum(['self', 'colleague', 'beneficiary', 'administrator', 'other']),
  name: z.string().nullable(),
});
export type ChangeAuthor = z.infer<typeof changeAuthor>;

const lastChange = {
  /** Sent back with the form, it tells whether something came between. */
  version: z.number(),
  /** `YYYY/MM/DD HH:mm`, Morocco's time; null where nothing was changed since it was made. */
  changedAt: z.string().nullable(),
  changedBy: changeAuthor.nullable(),
};

/**
 * A document asked for on a step; `url` is null until it is handed in, then the opaque name for /downloadFileStep/{name},
 * and `state` that of its file.
 */
export const expectedDocument = z.object({
  document: codeLibelle,
  url: z.string().nullable(),
  state: fileState.nullable(),
});

/** A step as the form of its organisation shows it, and who changed it last. */
export const stepNow = z.object({
  ...lastChange,
  status: codeLibelle,
  percent: z.number(),
  partnerFeedback: z.string().nullable(),
  documents: z.array(expectedDocument),
});
export type StepNow = z.infer<typeof stepNow>;

/** The agent who has taken a step, for a reader of the same organisation. */
export const stepOwner = z.object({ id: z.string(), name: z.string(), isMe: z.boolean() });
export type StepOwner = z.infer<typeof stepOwner>;

/** Who has a step now; null for nobody. */
export const ownerNow = z.object({ owner: stepOwner.nullable() });
export type OwnerNow = z.infer<typeof ownerNow>;

/** An organisation as the profile of its agents shows it, and who changed it last. */
export const organisationNow = ownPartnerView.extend(lastChange);
export type OrganisationNow = z.infer<typeof organisationNow>;

/** A filter and sort of the worklist under a name. */
export const savedView = z.object({
  id: z.number(),
  name: z.string(),
  /** Filter and sort as the client's address writes them. */
  query: z.string(),
  /** The organisation's; else the reader's own. */
  isShared: z.boolean(),
  /** It names a colleague who cannot sign in any more: their steps were let go, and nothing is found. */
  isColleagueGone: z.boolean(),
  /** Sent back with another name or filter, it tells whether a colleague was first. */
  version: z.number(),
});
export type SavedView = z.infer<typeof savedView>;

const text = z.string().nullable();
/** An answer that an organisation keeps, in the languages in which it exists. */
export const savedAnswer = z.object({
  id: z.number(),
  name: z.string(),
  texts: z.object({ fr: text, en: text, ar: text, es: text }),
  /** Sent back with a change, it tells whether a colleague was first. */
  version: z.number(),
});
export type SavedAnswer = z.infer<typeof savedAnswer>;

/** A kept answer as it stands, and who changed it last. */
export const savedAnswerNow = savedAnswer.extend(lastChange);
export type SavedAnswerNow = z.infer<typeof savedAnswerNow>;

/** A form that was begun and not sent, as it stands on the account. */
export const draftNow = z.object({
  value: z.record(z.string(), z.unknown()),
  /** Sent back with the next draft, it tells whether another device was first. */
  version: z.number(),
  /** An instant, ISO. */
  savedAt: z.string(),
});
export type DraftNow = z.infer<typeof draftNow>;
/** The draft that another device wrote meanwhile. */
export const draftElsewhere = z.object({ draft: draftNow });

/** What a refusal shows of what is there now, by its code. */
export const currentByCode = {
  STEP_CHANGED: stepNow,
  PROFILE_CHANGED: organisationNow,
  OWNER_CHANGED: ownerNow,
  VIEW_CHANGED: savedView,
  ANSWER_CHANGED: savedAnswerNow,
  DRAFT_CHANGED: draftElsewhere,
} as const;
export type ConflictCode = keyof typeof currentByCode;
export type CurrentOf<C extends ConflictCode> = z.infer<(typeof currentByCode)[C]>;
