import { csvLine, columnLetters, inertText } from './cell-text.ts';
import { zipStream } from './zip-stream.ts';

/** A value of a table: a day is `YYYY-MM-DD`, a moment `YYYY/MM/DD HH:mm`; null is an empty cell. */
export type TableCell =
  string | number | { readonly day: string } | { readonly moment: string } | null;

export interface TableDraft {
  readonly sheetName: string;
  readonly isRightToLeft: boolean;
  /** `width` in characters. */
  readonly columns: readonly { readonly title: string; readonly width: number }[];
  /** Rows, some hundreds at a time. */
  readonly batches: AsyncIterable<readonly (readonly TableCell[])[]>;
}

/** Rows of a sheet below its titles: more do not open in a spreadsheet. */
export const maxSheetRows = 1_048_575;
const maxCellText = 32_767;

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

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// What XML 1.0 cannot hold.
// eslint-disable-next-line no-control-regex -- this is the rule that removes them
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function xmlText(text: string): string {
  return text
    .slice(0, maxCellText)
    .toWellFormed()
    .replace(notXml, '')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
}

/** Days since 30 December 1899, as spreadsheets count them. */
function serialOf(text: string): number {
  const [day = '', time = '00:00'] = text.replaceAll('/', '-').split(' ');
  return Date.parse(`${day}T${time}:00Z`) / 86_400_000 + 25_569;
}

const styles = { title: 1, day: 2, moment: 3 } as const;

function cellXml(cell: TableCell, reference: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${String(cell)}</v></c>`;
  if (typeof cell === 'string')
    return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${xmlText(inertText(cell))}</t></is></c>`;
  const [style, text] = 'day' in cell ? [styles.day, cell.day] : [styles.moment, cell.moment];
  return `<c r="${reference}" s="${String(style)}"><v>${String(serialOf(text))}</v></c>`;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`;
const relations = (items: readonly (readonly [type: string, target: string])[]) =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${String(index + 1)}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
const styleSheet = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

async function* sheetXml({ columns, isRightToLeft, batches }: TableDraft): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index + 1));
  const at = (index: number, row: number) => `${letters[index] ?? ''}${String(row)}`;
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${String(index + 1)}" max="${String(index + 1)}" width="${String(width)}" customWidth="1"/>`,
  );
  const titles = columns.map(
    ({ title }, index) =>
      `<c r="${at(index, 1)}" s="${String(styles.title)}" t="inlineStr"><is><t>${xmlText(inertText(title))}</t></is></c>`,
  );
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`;
  let number = 1;
  for await (const rows of batches) {
    const lines = rows.map((row) => {
      number += 1;
      const cells = row.map((cell, index) => cellXml(cell, at(index, number)));
      return `<row r="${String(number)}">${cells.join('')}</row>`;
    });
    yield lines.join('');
  }
  yield '</sheetData></worksheet>';
}

/**
 * A table as a workbook of one sheet, written as its rows come: memory does not grow with them. Text never runs,
 * numbers and days stay what they are. At most `maxSheetRows`.
 */
export function xlsxStream(table: TableDraft): AsyncGenerator<Buffer> {
  const name = xmlText(table.sheetName).replaceAll('"', '&quot;');
  const workbook = `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  return zipStream([
    { name: '[Content_Types].xml', content: [contentTypes] },
    { name: '_rels/.rels', content: [relations([['officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', content: [workbook] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        relations([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
        ]),
      ],
    },
    { name: 'xl/styles.xml', content: [styleSheet] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(table) },
  ]);
}
