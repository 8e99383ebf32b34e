import { columnLetters, csvLine, plainText } from './cell-text.ts';
import { csvEncodingOf } from './csv-encoding.ts';
import { readCsvDialect } from './csv-dialect.ts';
import { styles, textCellXml, workbookStream, type SheetDraft } from './workbook-stream.ts';

/** Column XFD. */
const lastColumn = 16_384;

export interface NumberedRow {
  readonly line: number;
  readonly cells: readonly (string | number)[];
}

/**
 * Writes rows as CSV in the dialect of another file: delimiter, mark, `sep=` line and line ends. Cells are inert, and
 * every row is on the line of its number.
 */
export async function* csvLike(
  model: string,
  batches: AsyncIterable<readonly NumberedRow[]>,
): AsyncGenerator<string> {
  const { delimiter, lineEnd, hasMark, stated } = await readCsvDialect(
    model,
    (await csvEncodingOf(model)) === 'windows-1252',
  );
  if (hasMark) yield '\uFEFF';
  if (stated !== null) yield `${stated}${lineEnd}`;
  let last = stated === null ? 0 : 1;
  for await (const rows of batches) {
    for (const { line, cells } of rows) {
      const plain = cells.map((cell) => (typeof cell === 'string' ? plainText(cell) : cell));
      yield lineEnd.repeat(line - last - 1) + csvLine(plain, delimiter, lineEnd);
      last = line;
    }
  }
}

function cellXml(cell: string | number, reference: string): string {
  if (typeof cell === 'string') return cell === '' ? '' : textCellXml(reference, cell, styles.text);
  return `<c r="${reference}" s="${String(styles.text)}"><v>${String(cell)}</v></c>`;
}

async function* rowsXml(batches: AsyncIterable<readonly NumberedRow[]>): AsyncGenerator<string> {
  for await (const rows of batches) {
    const lines = rows.map(({ line, cells }) => {
      const number = String(line);
      const written = cells.map((cell, index) => cellXml(cell, columnLetters(index + 1) + number));
      return `<row r="${number}">${written.join('')}</row>`;
    });
    yield lines.join('');
  }
}

/** Writes rows as a workbook of text cells without formulas; leading zeros stay. */
export function textWorkbook(
  sheet: Pick<SheetDraft, 'sheetName' | 'isRightToLeft'>,
  batches: AsyncIterable<readonly NumberedRow[]>,
): AsyncGenerator<Buffer> {
  const columns = [{ width: 22, isText: true, to: lastColumn }];
  return workbookStream([{ ...sheet, columns, rows: rowsXml(batches) }]);
}
