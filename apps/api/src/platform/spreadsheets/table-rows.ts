import { beginsLikeFormula, columnLetters, csvLine } from './cell-text.ts';
import { styles, textCellXml } from './workbook-stream.ts';

/** A cell of a table: a day is `YYYY-MM-DD`, an instant `YYYY/MM/DD HH:mm`; null is an empty cell. */
export type TableCell =
  | string
  | number
  | { readonly day: string }
  | { readonly moment: string }
  | null;

/** Rows to write, in a form that can be copied to another thread. */
export interface RowsJob {
  readonly format: 'csv' | 'xlsx';
  readonly rows: readonly (readonly TableCell[])[];
  readonly first: number;
  /** For each column, whether typed input stays text. */
  readonly isText: readonly boolean[];
}

function plain(cell: TableCell): string | number {
  if (cell === null) return '';
  if (typeof cell !== 'object') return cell;
  return 'day' in cell ? cell.day : cell.moment.replaceAll('/', '-');
}

/** Days since 30 December 1899, the epoch of spreadsheets. */
function serialOf(text: string): number {
  const [day = '', time = '00:00'] = text.replaceAll('/', '-').split(' ');
  return Date.parse(`${day}T${time}:00Z`) / 86_400_000 + 25_569;
}

/**
 * Text has the type text, which no spreadsheet runs, so it needs no apostrophe. Text that begins like a formula, and
 * all text columns, also have the format `@`: the cell stays text after an edit.
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

const writers: Readonly<Record<RowsJob['format'], (job: RowsJob) => string>> = {
  csv: ({ rows }) => rows.map((row) => csvLine(row.map(plain), ';')).join(''),
  xlsx: ({ rows, first, isText }) => {
    const letters = isText.map((_, index) => columnLetters(index + 1));
    return rows
      .map((row, at) => {
        const number = String(first + at);
        const cells = row.map((cell, index) =>
          cellXml(cell, `${letters[index] ?? ''}${number}`, isText[index] === true),
        );
        return `<row r="${number}">${cells.join('')}</row>`;
      })
      .join('');
  },
};

/** Bytes of the rows in the file, UTF-8. */
export function rowsBytes(job: RowsJob): Buffer {
  return Buffer.from(writers[job.format](job));
}
