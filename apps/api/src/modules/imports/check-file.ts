import type { Lang, LineError } from '@wasl/contracts';

import { ApiError } from '../../platform/http/api-error.ts';
import { createPause } from '../../platform/program/pause.ts';
import { columnLetters } from '../../platform/spreadsheets/cell-text.ts';
import { maxColumns } from '../../platform/spreadsheets/xlsx-sheet.ts';
import { quotable } from '../../platform/spreadsheets/visible-text.ts';
import type { FaultReport, FaultSink } from './fault-report.ts';
import { isFaultsTitle, readHeader, type Header } from './header.ts';
import type { CheckContext, ImportJob, Row } from './import-job.ts';
import { codesSheets } from './words/index.ts';
import { faultWords, importLine, type ImportLine, type ImportWords } from './import-lines.ts';

export const maxLines = 50_000;

/** The lines of a report, with a last sentence when the list is cut. */
export function listedLines(
  report: FaultReport,
  { t }: ImportWords,
  lang: Lang,
  more: 'more' | 'moreLines' = 'more',
): LineError[] {
  const number = new Intl.NumberFormat(lang === 'ar' ? 'ar-MA' : lang);
  return report.lines((shown, total) =>
    t(more, { shown: number.format(shown), total: number.format(total) }),
  );
}

/** The error for a refused file, with its faults in the reader's language. */
export function importInvalid(report: FaultReport, words: ImportWords, lang: Lang): ApiError {
  return new ApiError('IMPORT_INVALID', {
    lines: listedLines(report, words, lang),
    details: { faults: report.total },
  });
}

/** Explains that only the first sheet is read, and names the other sheets. */
export function otherSheetsText(sheets: readonly string[], { t }: ImportWords): string {
  return t('header.otherSheets', { sheets: sheets.join(', ') });
}

/** Known columns of a header with faults from which its lines are checked: fewer may be any line of text. */
const fewestColumns = 2;

/** Reports the faults of a header. Returns null where too few of its columns are known to check lines. */
function checkHeader<C extends string, Cell, Draft>(
  row: Row<Cell>,
  job: ImportJob<C, Cell, Draft>,
  report: FaultSink,
  { words: { t }, lang }: CheckContext,
): Header<C> | null {
  const { header, faults } = readHeader(row.cells.map(job.textOf), job.columns);
  const { missing = [], unknown = [], twice = [] } = faults ?? {};
  const absent =
    job.oneOf?.filter((group) => !group.some((name) => header.indexOf.has(name))) ?? [];
  const titles = [
    ...missing.map((column) => job.titleOf(column, lang)),
    ...absent.map((group) => group.join(' | ')),
  ];
  for (const [fault, names] of Object.entries({ missing: titles, unknown, twice }) as [
    'missing' | 'unknown' | 'twice',
    readonly string[],
  ][]) {
    if (names.length > 0) report.add(row.line, t(`header.${fault}`, { columns: names.join(', ') }));
  }
  if (faults !== undefined && header.indexOf.size < fewestColumns) return null;
  return { ...header, missing: new Set([...header.missing, ...absent.flat()]) };
}

const addressOf = (at: number, { line }: { readonly line: number }): string =>
  columnLetters(at + 1) + String(line);

/** Blanks the cells of hidden columns and those whose format shows nothing. */
function withoutUnseen<Cell>(row: Row<Cell>, columns: ReadonlySet<number>, blank: Cell): Row<Cell> {
  if (columns.size === 0 && row.unseen === undefined) return row;
  const isUnseen = (at: number) => columns.has(at) || row.unseen?.includes(at) === true;
  return { ...row, cells: row.cells.map((cell, at) => (isUnseen(at) ? blank : cell)) };
}

/** Why a line cannot be read, with the title, address and text of the cell, or the text of the line. */
function brokenText<C extends string, Cell>(
  row: Row<Cell>,
  header: Header<C> | null,
  { textOf }: Pick<ImportJob<C, Cell, unknown>, 'textOf'>,
  t: ImportWords['t'],
): string {
  const { faultAt, fault = 'unreadable' } = row;
  const cells = faultAt === undefined ? row.cells : row.cells.slice(faultAt, faultAt + 1);
  const text = quotable(cells.map(textOf).join(' ').trim());
  const message = t(`file.${fault}`);
  if (faultAt === undefined) return t('line.broken', { text, message });
  const name = [...(header?.indexOf ?? [])].find(([, index]) => index === faultAt)?.[0];
  const address = addressOf(faultAt, row);
  const column = name === undefined ? address : `${header?.titleOf.get(name) ?? name} (${address})`;
  return t('line.inColumnRead', { column, text, message });
}

/**
 * A broken row with its certain cells. Where one cell alone has a quote and the number of cells is right, only that cell
 * is blank. Elsewhere an earlier open quote may belong to the fault, and only the cells before it are certain.
 */
function certainCells<Cell>(
  row: Row<Cell>,
  width: number,
  { textOf, blank }: { readonly textOf: (cell: Cell) => string; readonly blank: Cell },
): Row<Cell> {
  const { fault, faultAt, cells } = row;
  if (fault === undefined) return row;
  const isOneQuoted = cells.every((cell, at) => textOf(cell).includes('"') === (at === faultAt));
  if (isOneQuoted && cells.length === width)
    return { ...row, cells: cells.map((cell, at) => (at === faultAt ? blank : cell)) };
  const read = cells.slice(0, faultAt ?? 0);
  const open = read.findIndex((cell) => textOf(cell).startsWith('"'));
  return { ...row, cells: open === -1 ? read : read.slice(0, open) };
}

/** The position of the header, and of the faults of an earlier import. */
interface FoundHeader {
  readonly line: number;
  readonly width: number;
  /** Index of an existing column of faults. */
  readonly faultsIndex: number | null;
}

export interface CheckedRows<Cell, Draft> {
  /** The rows as in the file, including comment rows. */
  readonly rows: readonly Row<Cell>[];
  /** Valid lines in order, including those after a fault. */
  readonly drafts: Draft[];
  /** Number of the last line read, and the share of the file's bytes, from 0 to 1. */
  readonly line: number;
  readonly share: number;
  /** Lines to import so far, valid or not. */
  readonly count: number;
  readonly header: FoundHeader | null;
  /** Unread sheets of the workbook, except the templates' own. */
  readonly otherSheets: readonly string[];
  /** Words with accents, where the encoding of the file is a guess. */
  readonly frenchWords: readonly string[];
  /** The header is wrong or the file too long: the rest is read without checks. */
  readonly isOver: boolean;
}

/**
 * Reads and checks a file in batches. The faults of a batch are in `report` before the batch is yielded.
 * @throws SpreadsheetFault
 */
export async function* checkFile<C extends string, Cell, Draft>(
  path: string,
  job: ImportJob<C, Cell, Draft>,
  givenContext: CheckContext,
  report: FaultSink,
): AsyncGenerator<CheckedRows<Cell, Draft>> {
  const words = faultWords(givenContext.words, report);
  const context = { ...givenContext, words };
  const { lang, hidden, unseen, readAs } = context;
  const { t } = words;
  const isCsv = job.contentType === 'text/csv';
  const pause = createPause();
  const check = await job.checker(context);
  let columns: Header<C> | null = null;
  const state: { header: FoundHeader | null; isOver: boolean } = { header: null, isOver: false };
  let line = 1;
  let count = 0;
  let reported = 0;
  let otherSheets: readonly string[] = [];
  let hiddenColumns: ReadonlySet<number> = new Set();
  const nameOtherSheets = (): void => {
    if (otherSheets.length > 0)
      report.add(state.header?.line ?? 1, otherSheetsText(otherSheets, words));
  };

  const beyondOf = ({ line: at, beyond }: Row<Cell>): string | undefined =>
    beyond &&
    t('line.beyond', {
      cell: addressOf(beyond.at, { line: at }),
      text: quotable(job.textOf(beyond.cell)),
      max: columnLetters(maxColumns),
    });
  const lineOf = (row: Row<Cell>, known: Header<C>): ImportLine<C, Cell> => {
    const checked = importLine<C, Cell>(row, known, { faults: report, remarks: readAs }, words);
    const beyond = beyondOf(row);
    if (beyond !== undefined) checked.refuse(beyond);
    for (const [index, cell] of row.cells.entries()) {
      const text = known.isTitled[index] === true ? '' : job.textOf(cell).trim();
      if (text === '') continue;
      const isBeyond = isCsv && index >= known.isTitled.length;
      checked.refuse(
        t(isBeyond ? 'line.tooManyCells' : 'line.noTitle', {
          cell: addressOf(index, row),
          text: quotable(text),
        }),
      );
      if (isBeyond) break;
    }
    return checked;
  };
  const openHeader = (row: Row<Cell>): Header<C> | null => {
    const faultsIndex = row.cells.findIndex((cell) => isFaultsTitle(job.textOf(cell).trim()));
    state.header = {
      line: row.line,
      width: row.cells.length,
      faultsIndex: faultsIndex === -1 ? null : faultsIndex,
    };
    const before = report.total;
    const header = checkHeader(row, job, report, context);
    if (report.total > before) nameOtherSheets();
    return header;
  };
  // A line that contains only earlier faults was emptied by its author.
  const isEmptied = (row: Row<Cell>): boolean =>
    row.cells.every(
      (cell, index) => index === state.header?.faultsIndex || job.textOf(cell).trim() === '',
    );

  const seen = (row: Row<Cell>): Row<Cell> =>
    hidden === 'skip' ? withoutUnseen(row, hiddenColumns, job.blank) : row;
  const nameHiddenColumns = (row: Row<Cell>, known: Header<C>): void => {
    const columns = row.cells.flatMap((cell, at) =>
      hiddenColumns.has(at) && known.isTitled[at] === true
        ? [`${columnLetters(at + 1)} (${job.textOf(cell).trim()})`]
        : [],
    );
    if (hidden === undefined && columns.length > 0)
      unseen.add(row.line, t('header.hiddenColumns', { columns: columns.join(', ') }));
  };

  const reportBroken = (row: Row<Cell>): void => {
    if (row.fault !== undefined) report.add(row.line, brokenText(row, columns, job, t));
  };

  const checkRows = async (rows: readonly Row<Cell>[]): Promise<Draft[]> => {
    const forImport = rows.filter((row) => !job.isComment(row)).map(seen);
    if (!state.header) {
      const first = forImport.shift();
      if (!first) return [];
      reportBroken(first);
      const beyond = beyondOf(first);
      if (beyond !== undefined) report.add(first.line, beyond);
      columns = openHeader(first);
      state.isOver = columns === null;
      if (columns !== null) nameHiddenColumns(first, columns);
    }
    const known = columns;
    if (!known) return [];
    const lines: Row<Cell>[] = [];
    for (const row of forImport) {
      const isLeftOut = row.isHidden === true && hidden === 'skip';
      const only = !isLeftOut && isEmptied(row) ? beyondOf(row) : undefined;
      if (only !== undefined) report.add(row.line, only);
      else if (!isLeftOut && !isEmptied(row)) lines.push(row);
      await pause();
    }
    const taken = lines.slice(0, maxLines - count);
    const beyond = lines[taken.length];
    count += taken.length;
    const checked: ImportLine<C, Cell>[] = [];
    for (const row of taken) {
      reportBroken(row);
      if (row.isHidden === true && hidden === undefined)
        unseen.add(row.line, unseen.isFull ? '' : t('line.hidden'));
      if (row.unseen !== undefined && hidden === undefined)
        unseen.add(
          row.line,
          t('line.unseen', { cells: row.unseen.map((at) => addressOf(at, row)).join(', ') }),
        );
      checked.push(lineOf(certainCells(row, known.width, job), known));
      await pause();
    }
    const drafts = await check(checked);
    if (beyond) {
      state.isOver = true;
      const max = new Intl.NumberFormat(lang).format(maxLines);
      report.add(beyond.line, t('header.tooManyLines', { max }));
    }
    return drafts;
  };

  for await (const batch of job.read(path)) {
    const { rows, share, otherSheets: others = [], hiddenColumns: at, frenchWords = [] } = batch;
    const { faults = [] } = batch;
    hiddenColumns = new Set(at);
    otherSheets = others.filter((name) => !codesSheets().includes(name));
    const drafts = state.isOver ? [] : await checkRows(rows);
    for (const { key, values } of faults.slice(reported))
      report.add(state.header?.line ?? 1, t(`file.${key}`, values));
    reported = faults.length;
    line = rows.at(-1)?.line ?? line;
    yield { rows, drafts, line, share, count, otherSheets, frenchWords, ...state };
    await pause();
  }
  if (count === 0 && !state.isOver) {
    report.add(state.header?.line ?? 1, t('header.empty'));
    nameOtherSheets();
  }
}
