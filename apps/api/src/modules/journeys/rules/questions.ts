import {
  isDay,
  largestAnswer,
  longestAnswer,
  type AnswersInput,
  type AnswerValue,
  type AnswerView,
  type Lang,
  type QuestionKind,
  type QuestionView,
} from '@wasl/contracts';

import { formatDay, formatsOf } from '../../../platform/i18n/formats.ts';
import { inLang } from '../../../platform/i18n/in-lang.ts';
import type { LocalizedText } from '../../../platform/i18n/localized.ts';
import { answersCatalogue } from '../words/index.ts';

interface Option {
  readonly code: string;
  readonly label: LocalizedText;
}

/** A question as the journey's file and row contain it. */
export interface Question {
  readonly code: string;
  readonly kind: QuestionKind;
  readonly required: boolean;
  readonly label: LocalizedText;
  readonly help?: LocalizedText | undefined;
  readonly options?: readonly Option[] | undefined;
}

/** An answer as a request's row contains it, with the texts of its question at that time. */
export interface Answer {
  readonly code: string;
  readonly kind: QuestionKind;
  readonly label: LocalizedText;
  readonly value: AnswerValue;
  /** The chosen options. */
  readonly options?: readonly Option[] | undefined;
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max;

/** Whether the value fits the question. */
function fits({ kind, options = [] }: Question, value: AnswerValue): boolean {
  const isOption = (code: unknown) => options.some((option) => option.code === code);
  switch (kind) {
    case 'SHORT_TEXT':
      return isText(value, longestAnswer.SHORT_TEXT) && !/[\r\n]/.test(value);
    case 'LONG_TEXT':
      return isText(value, longestAnswer.LONG_TEXT);
    case 'CHOICE':
      return isOption(value);
    case 'CHOICES':
      return Array.isArray(value) && value.every(isOption) && new Set(value).size === value.length;
    case 'YES_NO':
      return typeof value === 'boolean';
    case 'NUMBER':
      return typeof value === 'number' && Math.abs(value) <= largestAnswer;
    case 'DATE':
      return typeof value === 'string' && isDay(value);
  }
}

const isEmpty = (value: AnswerValue | null): boolean =>
  value === null ||
  (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0);

/** Copies the texts of the question into the answer. */
function toAnswer({ code, kind, label, options = [] }: Question, value: AnswerValue): Answer {
  const chosen = options.filter((option) =>
    Array.isArray(value) ? value.includes(option.code) : option.code === value,
  );
  return {
    code,
    kind,
    label,
    value: typeof value === 'string' ? value.trim() : value,
    ...(chosen.length === 0 ? {} : { options: chosen }),
  };
}

/**
 * Applies changed answers to those before. Answers to questions that the journey has dropped stay.
 * @returns the answers in the order of the questions, or the code of the first fault
 */
export function changeAnswers(
  questions: readonly Question[],
  before: readonly Answer[],
  changes: AnswersInput,
):
  | { readonly answers: readonly Answer[] }
  | { readonly fault: string; readonly isUnknown: boolean } {
  const answers = new Map(before.map((answer) => [answer.code, answer]));
  for (const [code, value] of Object.entries(changes)) {
    if (value === null || isEmpty(value)) {
      answers.delete(code);
      continue;
    }
    const question = questions.find((one) => one.code === code);
    if (question === undefined) return { fault: code, isUnknown: true };
    if (!fits(question, value)) return { fault: code, isUnknown: false };
    answers.set(code, toAnswer(question, value));
  }
  const place = new Map(questions.map(({ code }, index) => [code, index]));
  const placeOf = ({ code }: Answer) => place.get(code) ?? questions.length;
  return { answers: [...answers.values()].sort((a, b) => placeOf(a) - placeOf(b)) };
}

/** Required questions without an answer that fits them. */
export function missingAnswers(
  questions: readonly Question[],
  answers: readonly Answer[],
): readonly Question[] {
  return questions.filter((question) => {
    const answer = answers.find(({ code }) => code === question.code);
    return question.required && (answer === undefined || !fits(question, answer.value));
  });
}

export function presentQuestion(question: Question, lang: Lang): QuestionView {
  const { code, kind, required, label, help, options = [] } = question;
  return {
    code,
    kind,
    required,
    label: inLang(lang, label),
    help: help === undefined ? null : inLang(lang, help),
    options: options.map((option) => ({ code: option.code, libelle: inLang(lang, option.label) })),
  };
}

function answerText({ kind, value, options = [] }: Answer, lang: Lang): string {
  if (typeof value === 'boolean') return answersCatalogue.in(lang)(value ? 'yes' : 'no');
  if (typeof value === 'number') return formatsOf(lang).exact.format(value);
  if (kind === 'DATE' && typeof value === 'string') return formatDay(value);
  if (kind !== 'CHOICE' && kind !== 'CHOICES') return String(value);
  return options.map(({ label }) => inLang(lang, label)).join(lang === 'ar' ? '، ' : ', ');
}

export function presentAnswer(answer: Answer, lang: Lang): AnswerView {
  const { code, kind, label, value } = answer;
  return { code, kind, label: inLang(lang, label), value, text: answerText(answer, lang) };
}

/** Answers as the text of one cell of an export, each on its line. */
export function answersText(answers: readonly Answer[], lang: Lang): string {
  const t = answersCatalogue.in(lang);
  return answers
    .map((answer) => presentAnswer(answer, lang))
    .map(({ label, text }) => t('line', { label, text }))
    .join('\n');
}
