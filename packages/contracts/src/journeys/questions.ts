import { z } from 'zod';

import { isPlainText, v } from '../wire/text.ts';
import { codeLibelle } from '../wire/values.ts';

/** Kinds of a journey's own questions. */
export const questionKinds = [
  'SHORT_TEXT',
  'LONG_TEXT',
  'CHOICE',
  'CHOICES',
  'YES_NO',
  'NUMBER',
  'DATE',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Longest text of an answer, in characters. */
export const longestAnswer = { SHORT_TEXT: 200, LONG_TEXT: 4000 } as const;
/** Largest absolute value of an answer of the kind NUMBER. */
export const largestAnswer = 1e12;
/** Most questions of a journey. */
export const mostQuestions = 50;

/** A question of a journey. An answer that is `required` is needed to submit, but not to save. */
export const questionView = z.object({
  code: z.string(),
  kind: z.enum(questionKinds),
  required: z.boolean(),
  label: z.string(),
  help: z.string().nullable(),
  /** For CHOICE and CHOICES; otherwise empty. */
  options: z.array(codeLibelle),
});
export type QuestionView = z.infer<typeof questionView>;

/** A code of an option, codes of several, a text, a number, a day `YYYY-MM-DD`, or yes or no, as the kind says. */
const answerValue = z.union([
  z
    .string()
    .max(longestAnswer.LONG_TEXT, v('tooLong'))
    .refine(isPlainText, v('forbiddenCharacters')),
  z.number(),
  z.boolean(),
  z.array(z.string().max(80, v('tooLong'))).max(100, v('tooMany')),
]);
export type AnswerValue = z.infer<typeof answerValue>;

/** Answers by the code of their question. Absent means unchanged; null or an empty value removes the answer. */
export const answersInput = z
  .record(z.string().max(80, v('tooLong')), answerValue.nullable())
  .refine((answers) => Object.keys(answers).length <= mostQuestions, v('tooMany'));
export type AnswersInput = z.infer<typeof answersInput>;

/** An answer with its question as it was asked. */
export const answerView = z.object({
  code: z.string(),
  kind: z.enum(questionKinds),
  label: z.string(),
  value: answerValue,
  /** The value as text in the language. */
  text: z.string(),
});
export type AnswerView = z.infer<typeof answerView>;

/** A required question without an answer. */
export const missingQuestion = questionView.pick({ code: true, label: true });
