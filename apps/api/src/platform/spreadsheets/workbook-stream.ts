import { PassThrough, Readable } from 'node:stream';

import { ZipFile } from 'yazl';

import { columnLetters } from './cell-text.ts';

/** Columns of a sheet, one after another. */
export interface ColumnDraft {
  /** In characters. */
  readonly width: number;
  /** What is typed stays as it is typed: digits keep their leading zeros. */
  readonly isText?: boolean;
  /** The column it lasts to, itself where nothing is said. */
  readonly to?: number;
  /** What an empty cell shows when it is chosen. */
  readonly hint?: { readonly title: string; readonly text: string };
  /** A range of cells whose values are offered, `'Codes'!$B$2:$B$9`; other values are accepted too. */
  readonly choices?: string | null;
}

export interface SheetDraft {
  readonly sheetName: string;
  readonly isRightToLeft: boolean;
  readonly columns: readonly ColumnDraft[];
  /** The XML of the rows, the first of which stays in sight. */
  readonly rows: AsyncIterable<string>;
}

/** Numbers of the cell styles below. */
export const styles = { title: 1, day: 2, moment: 3, text: 4 } as const;

const maxCellText = 32_767;
/** Rows below the titles in which a cell shows its hint and its list. */
const preparedRows = 1000;
/** What Excel shows of a hint. */
const maxHint = { title: 32, text: 250 };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
// What XML 1.0 cannot hold.
// eslint-disable-next-line no-control-regex -- this is the rule that removes them
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function xmlText(text: string): string {
  return text
    .slice(0, maxCellText)
    .toWellFormed()
    .replace(notXml, '')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/** A cell of text, which no spreadsheet program runs. */
export function textCellXml(reference: string, text: string, style?: number): string {
  const kind = style === undefined ? '' : ` s="${String(style)}"`;
  return `<c r="${reference}"${kind} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = (sheets: readonly unknown[]): string => {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${types}.${type}+xml"/>`;
  const parts = sheets.map((_, index) => part(`worksheets/sheet${String(index + 1)}`, 'worksheet'));
  return `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${parts.join('')}</Types>`;
};
const relations = (items: readonly (readonly [type: string, target: string])[]) =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${String(index + 1)}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
const styleSheet = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** What the cells of a column say and offer when they are chosen; nothing is refused. */
function validationXml({ hint, choices, to }: ColumnDraft, column: number): string {
  if (!hint && !choices) return '';
  const range = `${columnLetters(column)}2:${columnLetters(to ?? column)}${String(preparedRows + 1)}`;
  const said = hint
    ? ` promptTitle="${xmlText(hint.title.slice(0, maxHint.title))}" prompt="${xmlText(hint.text.slice(0, maxHint.text))}"`
    : '';
  return `<dataValidation type="${choices ? 'list' : 'custom'}" allowBlank="1" showInputMessage="1"${said} sqref="${range}"><formula1>${xmlText(choices ?? 'TRUE')}</formula1></dataValidation>`;
}

async function* sheetXml({ isRightToLeft, columns, rows }: SheetDraft): AsyncGenerator<string> {
  const widths = columns.map(({ width, isText, to }, index) => {
    const [first, style] = [index + 1, isText === true ? ` style="${String(styles.text)}"` : ''];
    return `<col min="${String(first)}" max="${String(to ?? first)}" width="${String(width)}" customWidth="1"${style}/>`;
  });
  const validations = columns
    .map((column, index) => validationXml(column, index + 1))
    .filter((xml) => xml !== '');
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  yield* rows;
  yield '</sheetData>';
  if (validations.length > 0)
    yield `<dataValidations count="${String(validations.length)}">${validations.join('')}</dataValidations>`;
  yield '</worksheet>';
}

/**
 * A workbook as its rows come. The sheets are written by hand: exceljs's streaming writer does not wait for a slow reader
 * (it made 41,000 rows while nobody took them), and writes hints for ranges that overlap.
 */
export async function* workbookStream(sheets: readonly SheetDraft[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const add = (place: string, content: string): void => {
    zip.addBuffer(Buffer.from(content), place);
  };
  const tabs = sheets.map(({ sheetName }, index) => {
    const number = String(index + 1);
    return `<sheet name="${xmlText(sheetName)}" sheetId="${number}" r:id="rId${number}"/>`;
  });
  const parts = sheets.map(
    (_, index) => ['worksheet', `worksheets/sheet${String(index + 1)}.xml`] as const,
  );
  add('[Content_Types].xml', contentTypes(sheets));
  add('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]));
  add(
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${tabs.join('')}</sheets></workbook>`,
  );
  add('xl/_rels/workbook.xml.rels', relations([...parts, ['styles', 'styles.xml']]));
  add('xl/styles.xml', styleSheet);
  const output = zip.outputStream.pipe(new PassThrough());
  const contents = sheets.map((sheet) => Readable.from(sheetXml(sheet), { objectMode: false }));
  contents.forEach((content, index) => {
    // yazl does not pass failures on.
    content.on('error', (error) => output.destroy(error));
    zip.addReadStream(content, `xl/worksheets/sheet${String(index + 1)}.xml`);
  });
  zip.end();
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    for (const content of contents) content.destroy();
  }
}
