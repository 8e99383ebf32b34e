import {
  langs,
  wireDateTime,
  type AnswerPlaceholder,
  type FilledAnswer,
  type SavedAnswer,
  type SavedAnswerNow,
  type Lang,
} from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { nameOf, presentAuthor, type AuthorRow } from '../partners/index.ts';
import { labelOf } from '../reference/index.ts';
import type { AnswerRow, AnswerSubject } from './answers.repository.ts';
import type { OwnerRow } from './owner.repository.ts';

export function presentAnswer(row: AnswerRow): SavedAnswer {
  const { id, name, textFr, textEn, textAr, textEs, version } = row;
  return { id, name, texts: { fr: textFr, en: textEn, ar: textAr, es: textEs }, version };
}

/** Presents the current answer and the author of its last change. */
export function presentAnswerNow(
  row: AnswerRow,
  author: AuthorRow | null,
  actor: Actor,
): SavedAnswerNow {
  const { changedAt } = row;
  return {
    ...presentAnswer(row),
    changedAt: changedAt === null ? null : wireDateTime(changedAt),
    changedBy: changedAt === null ? null : presentAuthor(actor, author, false),
  };
}

function valuesOf(
  { titleItem, partner, request }: AnswerSubject,
  writer: OwnerRow,
  lang: Lang,
): Readonly<Record<AnswerPlaceholder, string>> {
  const [year, month, day] = wireDateTime(request.dateRequest).slice(0, 10).split('/');
  return {
    nom: displayName(request.beneficiary),
    numRequest: request.numRequest,
    date: [day, month, year].join('/'),
    service: labelOf(titleItem, lang),
    organisme: nameOf(partner, lang),
    agent: displayName(writer),
  };
}

/** Replaces the placeholders of a text with the values of a step. Other words between braces stay. */
export function fillText(
  text: string,
  subject: AnswerSubject,
  writer: OwnerRow,
  lang: Lang,
): string {
  const values: Readonly<Record<string, string>> = valuesOf(subject, writer, lang);
  return text.replace(/\{([\p{L}\d_]+)\}/gu, (whole, name: string) => values[name] ?? whole);
}

/**
 * Fills a saved answer in the reader's language, else in the first language of the portal that it has. Names of
 * services and organisations are in the language of the text.
 */
export function fillAnswer(
  row: AnswerRow,
  subject: AnswerSubject,
  writer: OwnerRow,
  readerLang: Lang,
): FilledAnswer | null {
  const { texts } = presentAnswer(row);
  const lang = [readerLang, ...langs].find((one) => texts[one] !== null);
  if (lang === undefined) return null;
  const text = fillText(texts[lang] ?? '', subject, writer, lang);
  return { id: row.id, name: row.name, text, lang };
}
