import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { savedAnswer } from '../errors/conflicts.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { clearableText, line, optionalText, v } from '../wire/text.ts';
import { id, langQuery, langs, largestInteger } from '../wire/values.ts';

export const mostAnswers = 200;

/** Placeholders of an answer in braces: `{nom}` is the person's name. */
export const answerPlaceholders = [
  /** Name of the person or company. */
  'nom',
  'numRequest',
  'date',
  'service',
  'organisme',
  /** Name of the writing agent. */
  'agent',
] as const;
export type AnswerPlaceholder = (typeof answerPlaceholders)[number];

export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{([\p{L}\d_]+)\}/gu)].map(([, name = '']) => name);

const known = new Set<string>(answerPlaceholders);
/** Whether the text contains an unknown placeholder, which would appear literally. */
export const hasUnknownPlaceholder = (text: string): boolean =>
  placeholdersOf(text).some((name) => !known.has(name));

/** Maximum length of a message. */
const words = optionalText(2000);
const texts = z.object({ fr: words, en: words, ar: words, es: words });

const answerBody = z.object({
  name: line(60),
  texts,
  /**
   * Version of the answer when the form was opened. Another current version is refused as ANSWER_CHANGED; without it
   * the change overwrites.
   */
  version: z
    .int({ error: v('invalid') })
    .min(0, v('invalid'))
    .max(largestInteger, v('invalid'))
    .optional(),
});

type Texts = { readonly [L in (typeof langs)[number]]?: string | null | undefined };
function checkPlaceholders(value: { texts: Texts }, ctx: z.RefinementCtx): void {
  for (const lang of langs) {
    if (hasUnknownPlaceholder(value.texts[lang] ?? ''))
      ctx.addIssue({ code: 'custom', path: ['texts', lang], message: v('placeholder') });
  }
}

/** A new answer, in at least one language. */
export const savedAnswerBody = answerBody.superRefine((value, ctx) => {
  if (langs.every((lang) => value.texts[lang] === null))
    ctx.addIssue({ code: 'custom', path: ['texts', 'fr'], message: v('required') });
  checkPlaceholders(value, ctx);
});
export type SavedAnswerBody = z.output<typeof savedAnswerBody>;

/** A change of an answer: absent languages stay unchanged. */
const changed = clearableText(2000);
const changedAnswerBody = answerBody
  .extend({ texts: z.object({ fr: changed, en: changed, ar: changed, es: changed }) })
  .superRefine(checkPlaceholders);
export type ChangedAnswerBody = z.output<typeof changedAnswerBody>;

/** An answer with its placeholders filled for one step. */
export const filledAnswer = z.object({
  id: z.number(),
  name: z.string(),
  text: z.string(),
  /** Language of the text: the reader's, or the first available one. */
  lang: z.enum(langs),
});
export type FilledAnswer = z.infer<typeof filledAnswer>;

export const answerReaders = ['beneficiary', 'colleagues'] as const;
export type AnswerReader = (typeof answerReaders)[number];

const params = z.object({ id });

export const answerCalls = defineArea('processing', {
  listAnswers: {
    route: 'GET /processing/answers',
    permission: 'organisation:manage',
    summary: 'The saved answers of the caller’s organisation, by name',
    response: z.array(savedAnswer),
  },
  addAnswer: {
    route: 'POST /processing/answers',
    permission: 'organisation:manage',
    summary: 'Save an answer for the agents of the caller’s organisation',
    body: savedAnswerBody,
    response: { status: 201, body: savedAnswer },
    errors: ['ALREADY_EXISTS', 'QUOTA_EXCEEDED'],
  },
  changeAnswer: {
    route: 'PUT /processing/answers/:id',
    permission: 'organisation:manage',
    summary: 'Change a saved answer',
    params,
    body: changedAnswerBody,
    response: savedAnswer,
    errors: ['ALREADY_EXISTS', 'ANSWER_CHANGED'],
  },
  removeAnswer: {
    route: 'DELETE /processing/answers/:id',
    permission: 'organisation:manage',
    summary: 'Keep an answer no longer',
    params,
    response: acknowledged,
  },
  listFilledAnswers: {
    route: 'GET /processing/steps/:stepId/answers',
    permission: 'worklist:read',
    summary: 'The saved answers, filled for one step, in the language of its reader',
    params: z.object({ stepId: id }),
    query: z.object({
      reader: z.enum(answerReaders, { error: v('invalid') }).default('beneficiary'),
      lang: langQuery,
    }),
    response: z.object({ answers: z.array(filledAnswer), readerLang: z.enum(langs) }),
  },
});
