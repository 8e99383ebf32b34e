import { beginsLikeFormula, columnLetters, csvLine } from './cell-text.ts';
import { styles, textCellXml, workbookStream, type ColumnDraft } from './workbook-stream.ts';

/** A value of a table: a day is `YYYY-MM-DD`, a moment `YYYY/MM/DD HH:mm`; null is an empty cell. */
export type TableCell =
  string | number | { readonly day: string } | { readonly moment: string } | null;

export interface TableDraft {
  readonly sheetName: string;
  readonly isRightToLeft: boolean;
  readonly columns: readonly (ColumnDraft & { readonly title: string })[];
  /** Rows, some hundreds at a time. */
  readonly batches:
    AsyncIterable<readonly (readonly TableCell[])[]> | Iterable<readonly (readonly TableCell[])[]>;
}

/** Rows of a sheet below its titles: more do not open in a spreadsheet. */
export const maxSheetRows = 1_048_575;

function plain(cell: TableCell): string | number {
  if (cell === null) return '';
  if (typeof cell !== 'object') return cell;
  return 'day' in cell ? cell.day : cell.moment.replaceAll('/', '-');
}

/** A table as CSV: UTF-8 with its mark, `;` between cells, nothing that a spreadsheet would run. */
export async function* csvStream({ columns, batches }: TableDraft): AsyncGenerator<Buffer> {
  // The mark by which spreadsheets recognise UTF-8.
  yield Buffer.from(
    `\uFEFF${csvLine(
      columns.map(({ title }) => title),
      ';',
    )}`,
  );
  for await (const rows of batches)
    yield Buffer.from(rows.map((row) => csvLine(row.map(plain), ';')).join(''));
}

/** Days since 30 December 1899, as spreadsheets count them. */
function serialOf(text: string): number {
  const [day = '', time = '00:00'] = text.replaceAll('/', '-').split(' ');
  return Date.parse(`${day}T${time}:00Z`) / 86_400_000 + 25_569;
}

/**
 * Text is of type text, which no spreadsheet runs, so that it needs no apostrophe. What begins like a formula, and all
 * of a text column, also has the format `@`: it stays text when somebody opens the cell and leaves it.
 */
function cellXml(cell: TableCell, reference: string, isText: boolean): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${String(cell)}</v></c>`;
  if (typeof cell === 'string')
    return textCellXml(
      reference,
      cell,
      isText || beginsLikeFormula(cell) ? styles.text : undefined,
    );
  const [style, text] = 'day' in cell ? [styles.day, cell.day] : [styles.moment, cell.moment];
  return `<c r="${reference}" s="${String(style)}"><v>${String(serialOf(text))}</v></c>`;
}

async function* rowsXml({ columns, batches }: TableDraft): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index + 1));
  const at = (index: number, row: number) => `${letters[index] ?? ''}${String(row)}`;
  const titles = columns.map(({ title }, index) => textCellXml(at(index, 1), title, styles.title));
  yield `<row r="1">${titles.join('')}</row>`;
  let number = 1;
  for await (const rows of batches) {
    const lines = rows.map((row) => {
      number += 1;
      const cells = row.map((cell, index) =>
        cellXml(cell, at(index, number), columns[index]?.isText === true),
      );
      return `<row r="${String(number)}">${cells.join('')}</row>`;
    });
    yield lines.join('');
  }
}

/**
 * A table as a workbook of one sheet, written as its rows come: memory does not grow with them. Text never runs,
 * numbers and days stay what they are. At most `maxSheetRows`.
 */
export function xlsxStream(table: TableDraft): AsyncGenerator<Buffer> {
  return workbookStream({ ...table, rows: rowsXml(table) });
}
