import { columnLetters, csvLine } from './cell-text.ts';
import { rowsBytes, type RowsJob, type TableCell } from './table-rows.ts';
import { styles, textCellXml, workbookStream, type ColumnDraft } from './workbook-stream.ts';

export type { TableCell } from './table-rows.ts';

export interface TableDraft {
  readonly sheetName: string;
  readonly isRightToLeft: boolean;
  readonly columns: readonly (ColumnDraft & { readonly title: string })[];
  /** Rows, some hundreds at a time. */
  readonly batches:
    | AsyncIterable<readonly (readonly TableCell[])[]>
    | Iterable<readonly (readonly TableCell[])[]>;
  /** Writer of the rows; default: on the main thread. */
  readonly write?: (job: RowsJob) => Buffer | Promise<Buffer>;
}

/** Maximum rows below the titles that a spreadsheet opens. */
export const maxSheetRows = 1_048_575;

async function* rowsOf(
  { columns, batches, write = rowsBytes }: TableDraft,
  format: RowsJob['format'],
): AsyncGenerator<Buffer> {
  const isText = columns.map((column) => column.isText === true);
  // The titles are row 1.
  let first = 2;
  for await (const rows of batches) {
    yield await write({ format, rows, first, isText });
    first += rows.length;
  }
}

/** A table as CSV: UTF-8 with a byte order mark, `;` between cells, inert text. */
export async function* csvStream(table: TableDraft): AsyncGenerator<Buffer> {
  // Byte order mark, by which spreadsheets recognise UTF-8.
  yield Buffer.from(
    `\uFEFF${csvLine(
      table.columns.map(({ title }) => title),
      ';',
    )}`,
  );
  yield* rowsOf(table, 'csv');
}

async function* rowsXml(table: TableDraft): AsyncGenerator<string | Buffer> {
  const titles = table.columns.map(({ title }, index) =>
    textCellXml(`${columnLetters(index + 1)}1`, title, styles.title),
  );
  yield `<row r="1">${titles.join('')}</row>`;
  yield* rowsOf(table, 'xlsx');
}

/**
 * Tables as a workbook of one sheet each, streamed so that memory does not grow. Text never runs; numbers and days have
 * their types. At most `maxSheetRows` a table.
 * @param title of the workbook; default: the name of its first sheet
 */
export function xlsxStream(tables: readonly TableDraft[], title?: string): AsyncGenerator<Buffer> {
  return workbookStream(
    tables.map((table) => ({ ...table, rows: rowsXml(table) })),
    title,
  );
}
