import type { RowBatch, WorkbookFault } from './row-batch.ts';
import { SpreadsheetFault } from './spreadsheet-fault.ts';
import { cellOf, type XlsxCell, type XlsxRow } from './xlsx-cells.ts';
import { openFirstSheet, plainTexts, textOf } from './xlsx-workbook.ts';
import type { XlsxPackage } from './xlsx-package.ts';
import { runOver } from './xlsx-xml.ts';

const maxRows = 200_000;
/** Columns that are read: to IV. */
export const maxColumns = 256;
/** Merged ranges that a message names. */
const maxMerged = 10;
/** Limits of a spreadsheet: row 1,048,576 and column XFD. */
const last = { row: 1_048_576, column: 16_384 };

/** Column of a cell reference (`B7` is 2), or the next one without a reference. */
function columnOf(reference: string | undefined, before: number): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0];
  if (letters === undefined) return before + 1;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

const isOn = (flag: string | undefined): boolean => flag === '1' || flag === 'true';
/** A height in points, or a width in characters, that hides the content. */
const isTooSmall = (size: string | undefined): boolean => size !== undefined && Number(size) < 1;

const isBlank = (cell: XlsxCell | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');

/**
 * The non-empty rows of a workbook's first sheet.
 * @yields the rows completed by each chunk of the sheet
 * @throws SpreadsheetFault
 */
export async function* readSheet(parts: XlsxPackage): AsyncGenerator<RowBatch<XlsxRow>> {
  const { part, strings, styles, is1904, otherSheets } = await openFirstSheet(parts);
  const hiddenColumns = new Set<number>();
  const merged: string[] = [];
  let found: XlsxRow[] = [];
  let count = 0;
  let line = 0;
  let column = 0;
  let cells: XlsxCell[] = [];
  let unseen: number[] = [];
  let beyond: XlsxRow['beyond'];
  let isHidden = false;
  let cell = {
    type: undefined as string | undefined,
    isFormula: false,
    isDate: false,
    isUnseen: false,
  };
  let isValue = false;
  const value = textOf();
  const texts = plainTexts(value.add);

  const closeCell = (): void => {
    const content = cellOf({ ...cell, value: value.take() }, strings, is1904);
    if (isBlank(content)) return;
    if (column > maxColumns) {
      beyond ??= { at: column - 1, cell: content };
      return;
    }
    while (cells.length < column - 1) cells.push(null);
    cells[column - 1] = content;
    if (cell.isUnseen) unseen.push(column - 1);
  };

  const chunks = runOver(part, {
    open: (name, { r, t, s, min, max, ref, hidden, ht, width }) => {
      texts.open(name);
      isValue = name === 'v';
      if (name === 'c') {
        column = columnOf(r, column);
        const style = styles[Number(s ?? 0)];
        cell = {
          type: t,
          isFormula: false,
          isDate: style === 'date',
          isUnseen: style === 'unseen',
        };
      } else if (name === 'f') cell = { ...cell, isFormula: true };
      else if (name === 'row') {
        count += 1;
        line = Math.max(Number(r ?? 0) || 0, line + 1);
        if (count > maxRows || line > last.row) throw new SpreadsheetFault('tooManyRows');
        column = 0;
        cells = [];
        unseen = [];
        beyond = undefined;
        isHidden = isOn(hidden) || isTooSmall(ht);
      } else if (name === 'col') {
        if (Number(max) > last.column) throw new SpreadsheetFault('unreadable');
        if (isOn(hidden) || isTooSmall(width))
          for (let at = Number(min); at <= Math.min(Number(max), maxColumns); at += 1)
            hiddenColumns.add(at - 1);
      }
      if (name === 'mergeCell' && merged.length <= maxMerged)
        merged.push(merged.length < maxMerged ? (ref ?? '').slice(0, 20) : '…');
    },
    text: (text) => {
      if (isValue) value.add(text);
      else texts.text(text);
    },
    close: (name) => {
      texts.close(name);
      isValue = false;
      if (name === 'c') closeCell();
      else if (name === 'row' && (beyond !== undefined || !cells.every(isBlank)))
        found.push({
          line,
          cells,
          ...(isHidden ? { isHidden } : {}),
          ...(unseen.length > 0 ? { unseen } : {}),
          ...(beyond === undefined ? {} : { beyond }),
          ...(is1904 ? { isFrom1904: is1904 } : {}),
        });
    },
  });
  const batch = (share: number, more: readonly WorkbookFault[] = []): RowBatch<XlsxRow> => ({
    rows: found,
    share,
    otherSheets,
    hiddenColumns: [...hiddenColumns],
    faults: [...parts.faults, ...more],
  });
  try {
    for await (const bytes of chunks) {
      yield batch(bytes / part.bytes);
      found = [];
    }
  } catch (error) {
    yield batch(1);
    throw error;
  }
  // Merged cells are listed after the rows.
  if (merged.length > 0)
    yield batch(1, [{ key: 'mergedCells', values: { range: merged.join(', ') } }]);
}
