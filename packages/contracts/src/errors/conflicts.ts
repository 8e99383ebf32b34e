import { z } from 'zod';

import { fileState } from '../files/downloads.ts';
import { ownPartnerView } from '../partners/partner.ts';
import { codeLibelle } from '../wire/values.ts';

/** Author of a change, as far as the reader may know: only colleagues and the request's owner are named. */
export const changeAuthor = z.object({
  kind: z.enum(['self', 'colleague', 'beneficiary', 'administrator', 'other']),
  name: z.string().nullable(),
});
export type ChangeAuthor = z.infer<typeof changeAuthor>;

const lastChange = {
  /** Version to send back with the form, to detect changes in between. */
  version: z.number(),
  /** `YYYY/MM/DD HH:mm`, Morocco's time; null without changes since its creation. */
  changedAt: z.string().nullable(),
  changedBy: changeAuthor.nullable(),
};

/**
 * A document that a step expects. `url` is null until it is uploaded, then the opaque name for
 * /downloadFileStep/{name}. `state` is that of its file.
 */
export const expectedDocument = z.object({
  document: codeLibelle,
  url: z.string().nullable(),
  state: fileState.nullable(),
});

export const stepNow = z.object({
  ...lastChange,
  status: codeLibelle,
  percent: z.number(),
  partnerFeedback: z.string().nullable(),
  documents: z.array(expectedDocument),
});
export type StepNow = z.infer<typeof stepNow>;

/** The agent who owns a step, for a reader of the same organisation. */
export const stepOwner = z.object({ id: z.string(), name: z.string(), isMe: z.boolean() });
export type StepOwner = z.infer<typeof stepOwner>;

export const ownerNow = z.object({ owner: stepOwner.nullable() });
export type OwnerNow = z.infer<typeof ownerNow>;

export const organisationNow = ownPartnerView.extend(lastChange);
export type OrganisationNow = z.infer<typeof organisationNow>;

/** A named filter and sort of the worklist. */
export const savedView = z.object({
  id: z.number(),
  name: z.string(),
  /** Filter and sort in the client's query string. */
  query: z.string(),
  /** Whether it belongs to the organisation; otherwise to the reader. */
  isShared: z.boolean(),
  /** Whether it filters by a colleague who can no longer sign in: their steps were released, so it finds nothing. */
  isColleagueGone: z.boolean(),
  /** Version to send back with a change, to detect a colleague's. */
  version: z.number(),
});
export type SavedView = z.infer<typeof savedView>;

const text = z.string().nullable();
/** A reusable answer of an organisation, in the languages in which it exists. */
export const savedAnswer = z.object({
  id: z.number(),
  name: z.string(),
  texts: z.object({ fr: text, en: text, ar: text, es: text }),
  /** Version to send back with a change, to detect a colleague's. */
  version: z.number(),
});
export type SavedAnswer = z.infer<typeof savedAnswer>;

export const savedAnswerNow = savedAnswer.extend(lastChange);
export type SavedAnswerNow = z.infer<typeof savedAnswerNow>;

/** An unsent form that is stored on the account. */
export const draftNow = z.object({
  value: z.record(z.string(), z.unknown()),
  /** Version to send back with the next draft, to detect another device's. */
  version: z.number(),
  /** An instant, ISO. */
  savedAt: z.string(),
});
export type DraftNow = z.infer<typeof draftNow>;
/** The draft that another device wrote meanwhile. */
export const draftElsewhere = z.object({ draft: draftNow });

/** Current version in a refusal, by its code. */
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
