import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';

import ExcelJS from 'exceljs';

import { SpreadsheetFault } from './spreadsheet-fault.ts';
import type { ReadMessage, XlsxCell, XlsxRow } from './xlsx-cells.ts';
import { openXlsxPackage } from './xlsx-package.ts';
import { scanXml } from './xlsx-scan.ts';

/**
 * exceljs's streaming reader, part by part. Its own way in, through a zip stream, inflates whatever it meets,
 * leaves temporary files behind, and breaks letters that lie across two chunks; so the parts are handed to it
 * as text, inflated and bounded by us. The members are those of the pinned 4.4.0.
 */
interface PartReader {
  _parseWorkbook(part: Readable): Promise<void>;
  _parseRels(part: Readable): Promise<void>;
  _parseStyles(part: Readable): Promise<void>;
  _parseSharedStrings(part: Readable): AsyncIterable<unknown>;
  _parseWorksheet(
    part: AsyncIterable<string>,
    sheetNo: string,
  ): Iterable<{ value: AsyncIterable<ExcelJS.Row> }>;
}

const batchRows = 200;
if (!parentPort) throw new Error('This program reads workbooks for another thread');
const port = parentPort;

async function* decoded(part: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of part) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function dayOfCell(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}

function cellOf(value: unknown): XlsxCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isNaN(value) ? { isError: true } : value;
  if (value instanceof Date) {
    const day = dayOfCell(value);
    return day === null ? { isError: true } : { day };
  }
  if (typeof value === 'object') {
    if ('richText' in value && Array.isArray(value.richText)) {
      return value.richText
        .map((run: { text?: unknown }) => (typeof run.text === 'string' ? run.text : ''))
        .join('');
    }
    if ('text' in value && typeof value.text === 'string') return value.text;
    if ('error' in value) return { isError: true };
  }
  // What is left are formulas of one kind or another, also those that share another cell's text.
  return { isFormula: true };
}

function rowOf(row: ExcelJS.Row, line: number): XlsxRow | null {
  const cells: XlsxCell[] = [];
  row.eachCell({ includeEmpty: false }, (cell, column) => {
    while (cells.length < column - 1) cells.push(null);
    cells[column - 1] = cellOf(cell.value);
  });
  const isEmpty = cells.every(
    (value) => value === null || (typeof value === 'string' && value.trim() === ''),
  );
  return isEmpty ? null : { line, cells };
}

const say = (message: ReadMessage): void => {
  port.postMessage(message);
};

/** One batch at a time: the next is read when the last one was taken. */
async function handOver(rows: readonly XlsxRow[]): Promise<void> {
  const taken = new Promise<void>((resolve) => {
    port.once('message', () => {
      resolve();
    });
  });
  say({ kind: 'rows', rows });
  await taken;
}

async function read(path: string): Promise<void> {
  const parts = await openXlsxPackage(path);
  try {
    const outline = await scanXml(parts.sheet());
    if (parts.sharedStrings) await scanXml(parts.sharedStrings());
    if (parts.styles) await scanXml(parts.styles());
    if (outline.merged !== null)
      throw new SpreadsheetFault('mergedCells', 1, { range: outline.merged });

    say({ kind: 'outline', rows: outline.rows });
    const reader = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([]), {
      worksheets: 'emit',
      sharedStrings: 'cache',
      styles: 'cache',
      hyperlinks: 'ignore',
      entries: 'ignore',
    }) as unknown as PartReader;
    const textPart = (part: () => AsyncIterable<Buffer>): Readable =>
      Readable.from(decoded(part()));
    await reader._parseWorkbook(textPart(parts.workbook));
    await reader._parseRels(textPart(parts.rels));
    if (parts.styles) await reader._parseStyles(textPart(parts.styles));
    if (parts.sharedStrings) {
      // Nothing is given out: the strings stay in the reader.
      const strings = reader._parseSharedStrings(textPart(parts.sharedStrings));
      await strings[Symbol.asyncIterator]().next();
    }
    let batch: XlsxRow[] = [];
    let line = 0;
    for (const { value: sheet } of reader._parseWorksheet(decoded(parts.sheet()), '1')) {
      for await (const row of sheet) {
        line = Number.isInteger(row.number) && row.number > line ? row.number : line + 1;
        const found = rowOf(row, line);
        if (found) batch.push(found);
        if (batch.length < batchRows) continue;
        await handOver(batch);
        batch = [];
      }
    }
    if (batch.length > 0) await handOver(batch);
    say({ kind: 'end' });
  } finally {
    await parts.close();
  }
}

try {
  await read((workerData as { path: string }).path);
} catch (error) {
  const fault = error instanceof SpreadsheetFault ? error : new SpreadsheetFault('unreadable');
  say({ kind: 'fault', key: fault.key, line: fault.line, values: fault.values });
}
port.close();
