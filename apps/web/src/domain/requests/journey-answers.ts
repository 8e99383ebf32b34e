import type { AnswersInput, AnswerValue, AnswerView, QuestionView } from '@wasl/contracts';

import { isUnparsed } from '../../ui/form/typed-number.ts';

/** A field's value: text, day, code, codes, number as typed, or `Oui` and `Non`. */
export type FormAnswer = string | number | readonly string[] | null;
export type FormAnswers = Readonly<Record<string, FormAnswer>>;

/** Form values of the saved answers. */
export function toFormAnswers(answers: readonly AnswerView[]): Record<string, FormAnswer> {
  return Object.fromEntries(
    answers.map(({ code, value }) => [
      code,
      typeof value === 'boolean' ? (value ? 'Oui' : 'Non') : value,
    ]),
  );
}

function sentAnswer(kind: QuestionView['kind'], value: FormAnswer | undefined): AnswerValue | null {
  if (value === undefined || value === null || value === '') return null;
  if (kind === 'YES_NO') return value === 'Oui';
  return typeof value === 'object' ? [...value] : value;
}

/** The answers to send: one for each question, null where it is empty. */
export function sentAnswers(
  questions: readonly QuestionView[],
  answers: FormAnswers,
): AnswersInput {
  return Object.fromEntries(
    questions.map(({ code, kind }) => [code, sentAnswer(kind, answers[code])]),
  );
}

/** Whether the answer is a number that is not readable yet. Its field says why. */
export function isUnread(kind: QuestionView['kind'], value: FormAnswer | undefined): boolean {
  return kind === 'NUMBER' && typeof value === 'string' && isUnparsed(value);
}

export function hasUnreadNumber(questions: readonly QuestionView[], answers: FormAnswers): boolean {
  return questions.some(({ code, kind }) => isUnread(kind, answers[code]));
}
