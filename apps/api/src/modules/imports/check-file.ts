import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Lang } from '@wasl/contracts';

import { ApiError } from '../../platform/http/api-error.ts';
import { columnLetters } from '../../platform/spreadsheets/cell-text.ts';
import type { FaultReport, FaultSink } from './fault-report.ts';
import { isFaultsTitle, readHeader, type Header } from './header.ts';
import type { CheckContext, ImportJob, Row } from './import-job.ts';
import { importLine, type ImportLine, type ImportWords } from './import-lines.ts';

export const maxLines = 50_000;

/**
 * The answer that refuses a file, with its faults in the reader's language.
 * @param hasFaultFile the file can be had again with its faults in it
 */
export function importInvalid(
  report: FaultReport,
  { t }: ImportWords,
  lang: Lang,
  hasFaultFile: boolean,
): ApiError {
  const number = new Intl.NumberFormat(lang === 'ar' ? 'ar-MA' : lang);
  const lines = report.lines((shown, total) =>
    t('more', { shown: number.format(shown), total: number.format(total) }),
  );
  return new ApiError('IMPORT_INVALID', {
    lines,
    details: { faults: report.total, hasFaultFile },
  });
}

function refuseHeader<C extends string, Cell, Draft>(
  row: Row<Cell>,
  job: ImportJob<C, Cell, Draft>,
  report: FaultSink,
  { t }: ImportWords,
): Header<C> | null {
  const result = readHeader(row.cells.map(job.textOf), job.columns);
  if ('faults' in result) {
    for (const fault of ['missing', 'unknown', 'twice'] as const) {
      const names = result.faults[fault];
      if (names.length > 0)
        report.add(row.line, t(`header.${fault}`, { columns: names.join(', ') }));
    }
    return null;
  }
  const absent =
    job.oneOf?.filter((group) => !group.some((name) => result.header.indexOf.has(name))) ?? [];
  for (const group of absent)
    report.add(row.line, t('header.missing', { columns: group.join(' | ') }));
  return absent.length > 0 ? null : result.header;
}

/** What goes on while a file is checked. */
interface Checking<Draft> {
  readonly report: FaultSink;
  /** Right lines, in order; those that follow a fault too. */
  readonly take: (drafts: Draft[]) => void | Promise<void>;
  /** After each batch, with the number of the last line read and how many there are. */
  readonly onLines: (read: number, total: number) => void | Promise<void>;
}

/** How a file was found. */
export interface CheckedFile {
  /** Lines to import, right or wrong. */
  readonly count: number;
  /** Where the header stands; null where there is none. */
  readonly headerLine: number | null;
  /** Index of a column of faults that stands in the file already. */
  readonly faultsIndex: number | null;
  /** Cells of the longest line. */
  readonly width: number;
}

/** Columns beside the header's in which a stray cell moves the column of faults. */
const maxStray = 20;

/**
 * Reads and checks the whole file.
 * @throws SpreadsheetFault
 */
export async function checkFile<C extends string, Cell, Draft>(
  path: string,
  job: ImportJob<C, Cell, Draft>,
  context: CheckContext,
  { report, take, onLines }: Checking<Draft>,
): Promise<CheckedFile> {
  const { words, lang } = context;
  const { t } = words;
  const check = await job.checker(context);
  let header: Header<C> | null = null;
  let headerLine: number | null = null;
  let faultsIndex: number | null = null;
  let lastLine = 1;
  let linesTotal = 0;
  let width = 0;
  let count = 0;

  const lineOf = (row: Row<Cell>, known: Header<C>): ImportLine<C, Cell> => {
    const line = importLine<C, Cell>(row, known, report, words);
    const stray = row.cells.findIndex(
      (cell, index) => known.isTitled[index] !== true && job.textOf(cell).trim() !== '',
    );
    if (stray >= known.isTitled.length) line.refuse(t('line.tooManyCells'));
    else if (stray !== -1)
      line.refuse(t('line.noTitle', { cell: `${columnLetters(stray + 1)}${String(row.line)}` }));
    return line;
  };
  const isRead = (row: Row<Cell>): boolean =>
    !job.isComment(row) &&
    // Nothing but what was said of it: the line was emptied.
    (faultsIndex === null ||
      row.cells.some((cell, index) => index !== faultsIndex && job.textOf(cell).trim() !== ''));

  const rows = job.read(path, (lines) => {
    linesTotal = lines;
  });
  for await (const batch of rows) {
    const found = batch.filter(isRead);
    if (!header) {
      const first = found.shift();
      if (!first) continue;
      lastLine = first.line;
      headerLine = first.line;
      width = first.cells.length;
      header = refuseHeader(first, job, report, words);
      const index = first.cells.findIndex((cell) => isFaultsTitle(job.textOf(cell).trim()));
      faultsIndex = index === -1 ? null : index;
      if (!header) return { count, headerLine, faultsIndex, width };
    }
    const known = header;
    const room = maxLines - count;
    const lines = found.filter(isRead);
    const taken = lines.slice(0, room);
    count += taken.length;
    lastLine = taken.at(-1)?.line ?? lastLine;
    for (const { cells } of taken)
      width = Math.max(width, Math.min(cells.length, known.width + maxStray));
    const drafts = await check(taken.map((row) => lineOf(row, known)));
    await take(drafts);
    const beyond = lines[room];
    if (beyond) {
      report.add(
        beyond.line,
        t('header.tooManyLines', { max: new Intl.NumberFormat(lang).format(maxLines) }),
      );
    }
    await onLines(batch.at(-1)?.line ?? lastLine, linesTotal);
    if (beyond) return { count, headerLine, faultsIndex, width };
    // Other calls are answered between two batches.
    await nextTurn();
  }
  if (count === 0) report.add(lastLine, t('header.empty'));
  return { count, headerLine, faultsIndex, width };
}
