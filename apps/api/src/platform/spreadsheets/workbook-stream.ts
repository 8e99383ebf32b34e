import { PassThrough, Readable } from 'node:stream';

import { ZipFile } from 'yazl';

export interface ColumnDraft {
  /** In characters. */
  readonly width: number;
  /** Typed input stays text, with leading zeros. */
  readonly isText?: boolean;
  /** Last column of the range; default: the same column. */
  readonly to?: number;
}

export interface SheetDraft {
  readonly sheetName: string;
  readonly isRightToLeft: boolean;
  readonly columns: readonly ColumnDraft[];
  /** XML of the rows; the first row is frozen. */
  readonly rows: AsyncIterable<string | Buffer>;
}

/** Prints a sheet on landscape A4 pages, as wide as one page, with the first row on each. */
export const pageSetup = {
  orientation: 'landscape',
  paperSize: 9,
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: '1:1',
} as const;

/** Numbers of the cell styles below. */
export const styles = { title: 1, day: 2, moment: 3, text: 4 } as const;

const maxCellText = 32_767;

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

/** A text cell, which no spreadsheet program runs. */
export function textCellXml(reference: string, text: string, style?: number): string {
  const kind = style === undefined ? '' : ` s="${String(style)}"`;
  return `<c r="${reference}"${kind} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const core = `${packages}/metadata/core-properties`;
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = (sheets: number) =>
  `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${Array.from(
    { length: sheets },
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${String(index + 1)}.xml" ContentType="${types}.worksheet+xml"/>`,
  ).join(
    '',
  )}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;
const relations = (items: readonly (readonly [type: string, target: string])[]) =>
  `${head}<Relationships xmlns="${packages}/relationships">${items
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${String(index + 1)}" Type="${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
const styleSheet = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`;

async function* sheetXml({
  isRightToLeft,
  columns,
  rows,
}: SheetDraft): AsyncGenerator<string | Buffer> {
  const widths = columns.map(({ width, isText, to }, index) => {
    const [first, style] = [index + 1, isText === true ? ` style="${String(styles.text)}"` : ''];
    return `<col min="${String(first)}" max="${String(to ?? first)}" width="${String(width)}" customWidth="1"${style}/>`;
  });
  yield `${head}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  yield* rows;
  const { orientation, paperSize, fitToWidth, fitToHeight } = pageSetup;
  yield `</sheetData><pageSetup paperSize="${String(paperSize)}" orientation="${orientation}" fitToWidth="${String(fitToWidth)}" fitToHeight="${String(fitToHeight)}"/></worksheet>`;
}

/**
 * A workbook, streamed sheet by sheet. The sheet's XML is written by hand: exceljs's streaming writer has no backpressure
 * (it produced 41,000 rows without a reader).
 */
export async function* workbookStream(
  sheets: readonly SheetDraft[],
  title = sheets[0]?.sheetName ?? '',
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const add = (place: string, content: string): void => zip.addBuffer(Buffer.from(content), place);
  const names = sheets.map(({ sheetName }) => xmlText(sheetName));
  const each = (xml: (name: string, index: number) => string) => names.map(xml).join('');
  add('[Content_Types].xml', contentTypes(sheets.length));
  add(
    '_rels/.rels',
    relations([
      [`${office}/officeDocument`, 'xl/workbook.xml'],
      [`${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
  );
  add(
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((name, index) => `<sheet name="${name}" sheetId="${String(index + 1)}" r:id="rId${String(index + 1)}"/>`)}</sheets><definedNames>${each((name, index) => `<definedName name="_xlnm.Print_Titles" localSheetId="${String(index)}">'${name.replaceAll("'", "''")}'!$1:$1</definedName>`)}</definedNames></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...names.map(
        (_, index) => [`${office}/worksheet`, `worksheets/sheet${String(index + 1)}.xml`] as const,
      ),
      [`${office}/styles`, 'styles.xml'],
    ]),
  );
  add('xl/styles.xml', styleSheet);
  add(
    'docProps/core.xml',
    `${head}<cp:coreProperties xmlns:cp="${core}" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xmlText(title)}</dc:title><dc:creator>Wasl</dc:creator></cp:coreProperties>`,
  );
  const output = zip.outputStream.pipe(new PassThrough());
  const contents = sheets.map((sheet) => Readable.from(sheetXml(sheet), { objectMode: false }));
  for (const [index, content] of contents.entries()) {
    // yazl does not forward errors.
    content.on('error', (error) => output.destroy(error));
    zip.addReadStream(content, `xl/worksheets/sheet${String(index + 1)}.xml`);
  }
  zip.end();
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    for (const content of contents) content.destroy();
  }
}
