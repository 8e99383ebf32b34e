import { SpreadsheetFault } from './spreadsheet-fault.ts';
import type { XlsxPackage, XlsxPart } from './xlsx-package.ts';
import { maxTextLength, runOverAll, type XmlListener } from './xlsx-xml.ts';

const maxSheets = 50;
/** Ten distinct texts for each of the 50,000 lines of an import. */
const maxSharedStrings = 500_000;
/** Built-in number formats of days and times (ECMA-376, 18.8.30). */
const builtInDates = [14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36]
  .concat([45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58])
  .map(String);

/** Collects a text from pieces. It is cut at a limit that is longer than every column accepts. */
export function textOf(): { add: (piece: string) => void; take: () => string } {
  let text = '';
  return {
    add: (piece) => {
      text += piece.slice(0, maxTextLength - text.length);
    },
    take: () => {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

/** Finds the first visible sheet in the order of the tabs, and the workbook's epoch. */
async function findSheet(
  parts: XlsxPackage,
): Promise<{ sheet: XlsxPart; is1904: boolean; otherSheets: string[] }> {
  const workbook = parts.part('xl/workbook.xml', 'small');
  const rels = parts.part('xl/_rels/workbook.xml.rels', 'small');
  if (!workbook || !rels) throw new SpreadsheetFault('notWorkbook');
  const sheets: { id: string | undefined; name: string; isVisible: boolean }[] = [];
  let is1904 = false;
  let target = '';
  await runOverAll(workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name === 'sheet') {
        sheets.push({
          id: Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1],
          name: (attributes['name'] ?? '').slice(0, 60),
          isVisible: attributes['state'] === undefined || attributes['state'] === 'visible',
        });
      }
      if (sheets.length > maxSheets) throw new SpreadsheetFault('tooManySheets');
    },
  });
  const first = sheets.find(({ isVisible }) => isVisible) ?? sheets[0];
  await runOverAll(rels, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Id === first?.id) target = Target ?? '';
    },
  });
  const place = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
  const sheet = parts.part(place, 'sheet');
  if (!sheet) throw new SpreadsheetFault('unreadable');
  return {
    sheet,
    is1904,
    otherSheets: sheets.filter((one) => one !== first).map(({ name }) => name),
  };
}

/** How a style shows its cells. An `unseen` one shows nothing: its number format has an empty section for texts. */
type CellStyle = 'plain' | 'date' | 'unseen';

/** Each style by its number. */
async function readStyles(part: XlsxPart | null): Promise<CellStyle[]> {
  const dates = new Set(builtInDates);
  const unseen = new Set<string>();
  const styles: CellStyle[] = [];
  let isInCells = false;
  const listener: XmlListener = {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      const code = formatCode.replace(/\[[^\]]*]|"[^"]*"|\\./g, '');
      if (name === 'numFmt' && /^\s*;\s*;\s*;\s*$/.test(formatCode)) unseen.add(numFmtId);
      if (name === 'numFmt' && /[ymdhs]/i.test(code)) dates.add(numFmtId);
      else if (name === 'numFmt') dates.delete(numFmtId);
      else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells)
        styles.push(dates.has(numFmtId) ? 'date' : unseen.has(numFmtId) ? 'unseen' : 'plain');
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  };
  if (part) await runOverAll(part, listener);
  return styles;
}

/** Listener for the texts of `t`, without phonetic hints. */
export function plainTexts(add: (text: string) => void) {
  let isText = false;
  let isHint = false;
  return {
    open: (name: string) => {
      if (name === 'rPh') isHint = true;
      isText = name === 't' && !isHint;
    },
    text: (text: string) => {
      if (isText) add(text);
    },
    close: (name: string) => {
      if (name === 'rPh') isHint = false;
      isText = false;
    },
  };
}

async function readStrings(part: XlsxPart | null): Promise<string[]> {
  const strings: string[] = [];
  const text = textOf();
  const texts = plainTexts(text.add);
  const listener: XmlListener = {
    ...texts,
    close: (name) => {
      texts.close(name);
      if (name !== 'si') return;
      strings.push(text.take());
      if (strings.length > maxSharedStrings) throw new SpreadsheetFault('tooBig');
    },
  };
  if (part) await runOverAll(part, listener);
  return strings;
}

export interface FirstSheet {
  readonly part: XlsxPart;
  readonly strings: readonly string[];
  /** Each style by its number. */
  readonly styles: readonly CellStyle[];
  readonly is1904: boolean;
  /** Names of the other sheets, including hidden ones. */
  readonly otherSheets: readonly string[];
}

/** Reads the data that the cells of the first sheet refer to. @throws SpreadsheetFault */
export async function openFirstSheet(parts: XlsxPackage): Promise<FirstSheet> {
  const { sheet, is1904, otherSheets } = await findSheet(parts);
  return {
    part: sheet,
    is1904,
    otherSheets,
    strings: await readStrings(parts.part('xl/sharedStrings.xml', 'sharedStrings')),
    styles: await readStyles(parts.part('xl/styles.xml', 'styles')),
  };
}
