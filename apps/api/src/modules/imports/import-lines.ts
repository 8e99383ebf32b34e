import type { Lang, ValidationKey } from '@wasl/contracts';

import type { ImportsTranslate } from './words/index.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { columnLetters } from '../../platform/spreadsheets/cell-text.ts';
import type { FaultSink } from './fault-report.ts';
import type { Header } from './header.ts';

/** A line of a file by columns, with methods to report faults. */
export interface ImportLine<C extends string, Cell> {
  /** As a spreadsheet numbers it. */
  readonly line: number;
  readonly isRight: () => boolean;
  readonly cell: (column: C) => Cell | undefined;
  /** The address of the cell, such as `B3`. */
  readonly place: (column: C) => string;
  readonly refuse: (message: string) => void;
  /** Adds a fault of one cell, prefixed with the column's title. */
  readonly refuseCell: (column: C, message: string) => void;
  readonly refuseValue: (column: C, key: ValidationKey) => void;
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

export function importLine<C extends string, Cell>(
  row: { readonly line: number; readonly cells: readonly Cell[] },
  header: Header<C>,
  report: FaultSink,
  { t, messages }: ImportWords,
): ImportLine<C, Cell> {
  const { line, cells } = row;
  let isRight = true;
  const refuse = (message: string): void => {
    isRight = false;
    report.add(line, message);
  };
  const refuseCell = (column: C, message: string): void => {
    refuse(t('line.inColumn', { column: header.titleOf.get(column) ?? column, message }));
  };
  return {
    line,
    isRight: () => isRight,
    cell: (column) => {
      const index = header.indexOf.get(column);
      return index === undefined ? undefined : cells[index];
    },
    place: (column) => `${columnLetters((header.indexOf.get(column) ?? 0) + 1)}${String(line)}`,
    refuse,
    refuseCell,
    refuseValue: (column, key) => refuseCell(column, messages.validation[key]),
  };
}
