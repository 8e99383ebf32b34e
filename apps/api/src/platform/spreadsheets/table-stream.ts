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
  /** Where rows are written; here, where nothing else is said. */
  readonly write?: (job: RowsJob) => Buffer | Promise<Buffer>;
}

/** Rows of a sheet below its titles: more do not open in a spreadsheet. */
export const maxSheetRows = 1_048_575;

async function* rowsOf(
  { columns, batches, write = rowsBytes }: TableDraft,
  format: RowsJob['format'],
): AsyncGenerator<Buffer> {
  const isText = columns.map((column) => column.isText === true);
  // The titles are the first.
  let first = 2;
  for await (const rows of batches) {
    yield await write({ format, rows, first, isText });
    first += rows.length;
  }
}

/** A table as CSV: UTF-8 with its mark, `;` between cells, nothing that a spreadsheet would run. */
export async function* csvStream(table: TableDraft): AsyncGenerator<Buffer> {
  // The mark by which spreadsheets recognise UTF-8.
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
 * A table as a workbook of one sheet, written as its rows come: memory does not grow with them. Text never runs,
 * numbers and days stay what they are. At most `maxSheetRows`.
 */
export function xlsxStream(table: TableDraft): AsyncGenerator<Buffer> {
  return workbookStream({ ...table, rows: rowsXml(table) });
}
