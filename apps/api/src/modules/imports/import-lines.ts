import type { Lang, ValidationKey } from '@wasl/contracts';
import type { z } from 'zod';

import type { ImportsKey, ImportsTranslate } from './words/index.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { columnLetters } from '../../platform/spreadsheets/cell-text.ts';
import { controlsOf, quotable } from '../../platform/spreadsheets/visible-text.ts';
import type { FaultSink } from './fault-report.ts';
import type { Header } from './header.ts';

/** A line of a file by columns, with methods to report faults. */
export interface ImportLine<C extends string, Cell> {
  /** As a spreadsheet numbers it. */
  readonly line: number;
  readonly isRight: () => boolean;
  /** False for the cells of a broken line from its fault on. */
  readonly isRead: (column: C) => boolean;
  readonly cell: (column: C) => Cell | undefined;
  /** First year of the workbook's calendar. */
  readonly epoch: 1900 | 1904;
  readonly refuse: (message: string) => void;
  /**
   * Adds a fault of some cells of the line, with their titles and addresses.
   * @param read the text of the cell, unless the message contains it
   */
  readonly refuseCell: (columns: C | readonly C[], message: string, read?: string) => void;
  /**
   * Adds the fault of a rule, with the accepted form.
   * @param accepted the column's form, for an empty cell and for rules without a form of their own
   */
  readonly refuseValue: (column: C, key: ValidationKey, read: string, accepted?: string) => void;
  /** Adds a remark on a cell that is right. */
  readonly remark: (column: C, message: string) => void;
}

/** The words of an answer: those of the imports and the shared ones. */
export interface ImportWords {
  readonly t: ImportsTranslate;
  readonly messages: Words[Lang];
}

/** Words for faults in `report`. Once it is full, no message is formatted. */
export function faultWords(words: ImportWords, report: FaultSink): ImportWords {
  const { t } = words;
  return { ...words, t: (...args) => (report.isFull ? '' : t(...args)) };
}

type Form = Extract<ImportsKey, `line.form.${string}`>;
const formOfKey: Partial<Record<ValidationKey, Form>> = {
  birthDate: 'line.form.birth',
  date: 'line.form.day',
  emailFormat: 'line.form.email',
  nameHasAddress: 'line.form.name',
  phone: 'line.form.phone',
  unknownCode: 'line.form.code',
  youtube: 'line.form.video',
};

/** The accepted length of a text that is too long; undefined for another issue. */
export function lengthForm(
  issue: z.core.$ZodIssue,
  text: string,
  t: ImportsTranslate,
): string | undefined {
  if (issue.code !== 'too_big') return undefined;
  return t('line.form.length', { max: String(issue.maximum), length: String(text.length) });
}

/** The sentence for a broken rule, with the accepted form of the value. */
function ruleText(
  key: ValidationKey,
  read: string,
  accepted: string | undefined,
  { t, messages }: ImportWords,
): string {
  if (key === 'forbiddenCharacters') {
    const signs = controlsOf(read).map((sign) => {
      if (sign === '\n' || sign === '\r') return t('line.sign.lineBreak');
      if (sign === '\t') return t('line.sign.tab');
      return `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    });
    if (signs.length > 0) return t('line.forbidden', { signs: [...new Set(signs)].join(', ') });
  }
  const ofKey = formOfKey[key];
  const hasOwn = read === '' || ['invalid', 'tooLong', 'tooMany'].includes(key);
  const form = hasOwn ? accepted : ofKey && t(ofKey);
  const message = messages.validation[key];
  return form === undefined ? message : `${message}. ${form}`;
}

/** @param row a row of the file; of a broken one its certain cells */
export function importLine<C extends string, Cell>(
  row: {
    readonly line: number;
    readonly cells: readonly Cell[];
    readonly isFrom1904?: true;
    readonly fault?: string;
    readonly faultAt?: number;
  },
  header: Header<C>,
  { faults, remarks }: { readonly faults: FaultSink; readonly remarks: FaultSink },
  words: ImportWords,
): ImportLine<C, Cell> {
  const { line, cells } = row;
  const { t } = words;
  let isRight = row.fault === undefined;
  const isRead = (column: C): boolean => {
    const index = header.indexOf.get(column) ?? -1;
    return row.fault === undefined || (index < cells.length && index !== row.faultAt);
  };
  const placed = (column: C): string => {
    const title = header.titleOf.get(column) ?? column;
    const index = header.indexOf.get(column);
    return index === undefined ? title : `${title} (${columnLetters(index + 1)}${String(line)})`;
  };
  const inColumns = (columns: C | readonly C[], message: string, read = ''): string =>
    t(read === '' ? 'line.inColumn' : 'line.inColumnRead', {
      column: [columns]
        .flat()
        .map((column) => placed(column as C))
        .join(', '),
      text: quotable(read),
      message,
    });
  const refuse = (message: string): void => {
    isRight = false;
    faults.add(line, message);
  };
  const refuseCell: ImportLine<C, Cell>['refuseCell'] = (columns, message, read) => {
    const named = [columns].flat() as C[];
    // The header's fault covers the cells of a missing column, the line's fault those that it hides.
    if (named.every((column) => header.missing.has(column)) || !named.every(isRead))
      isRight = false;
    else refuse(faults.isFull ? '' : inColumns(columns, message, read));
  };
  return {
    line,
    isRight: () => isRight,
    isRead,
    cell: (column) => {
      const index = header.indexOf.get(column);
      return index === undefined ? undefined : cells[index];
    },
    epoch: row.isFrom1904 === true ? 1904 : 1900,
    refuse,
    refuseCell,
    refuseValue: (column, key, read, accepted) =>
      refuseCell(column, faults.isFull ? '' : ruleText(key, read, accepted, words), read),
    remark: (column, message) =>
      remarks.add(line, remarks.isFull ? '' : inColumns(column, message)),
  };
}
