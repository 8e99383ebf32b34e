import { findNotes, type Annotation, type NoteFinder } from './annotation.ts';
import { columnLetters } from './cell-text.ts';
import { SpreadsheetFault } from './spreadsheet-fault.ts';
import { openXlsxPackage, textOf, type XlsxPackage } from './xlsx-package.ts';
import { rewriteZip, type Replacements } from './zip-rewrite.ts';

/** Characters of one row: it is held as text while its end is looked for. */
const maxRowLength = 4 * 1024 * 1024;
const calcChain = 'xl/calcChain.xml';

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));

/** The number of a column: A is 1, AA is 27. */
function columnNumber(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The cells of a row, each as it is written, and what stands around them. */
function splitCells(row: string): { before: string; cells: string[]; after: string } {
  const cells: string[] = [];
  const start = row.indexOf('>') + 1;
  let at = start;
  for (;;) {
    const next = /^\s*<c[\s/>]/.exec(row.slice(at, at + 64));
    if (!next) return { before: row.slice(0, start), cells, after: row.slice(at) };
    const tagEnd = row.indexOf('>', at);
    const isEmpty = row[tagEnd - 1] === '/';
    const end = isEmpty ? tagEnd + 1 : row.indexOf('</c>', tagEnd) + 4;
    if (tagEnd === -1 || end < tagEnd) throw new SpreadsheetFault('unreadable');
    cells.push(row.slice(at, end));
    at = end;
  }
}

/**
 * A cell without its formula: its last value stays, and nothing runs when the file is opened. No tag holds another `<`:
 * a text full of beginnings of tags is not read to its end for each of them.
 */
function withoutFormula(cell: string): string {
  return cell.replace(/<f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/f>)/g, '');
}

function annotatedRow(row: string, line: number, column: number, note: string): string {
  const isClosed = row.endsWith('/>');
  const open = isClosed ? `${row.slice(0, -2)}></row>` : row;
  const { before, cells, after } = splitCells(open);
  const ref = `${columnLetters(column + 1)}${String(line)}`;
  let place = 0;
  const left: string[] = [];
  const right: string[] = [];
  for (const cell of cells) {
    const letters = /^\s*<c\s[^>]*?\br="([A-Z]{1,3})\d+"/.exec(cell)?.[1];
    place = letters === undefined ? place + 1 : columnNumber(letters);
    if (place === column + 1) continue;
    (place <= column ? left : right).push(withoutFormula(cell));
  }
  const own =
    note === ''
      ? ''
      : `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(note)}</t></is></c>`;
  // The row may name the columns it spans; the new one is not among them, and the attribute is only a hint.
  const tag = before.replace(/\sspans="[^"]*"/, '');
  return `${tag}${left.join('')}${own}${right.join('')}${after}`;
}

/** The sheet with the notes in it, row by row. */
async function* annotatedSheet(
  { sheet }: XlsxPackage,
  { column }: Annotation,
  notes: NoteFinder,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let line = 0;

  const passRows = async (): Promise<string> => {
    let out = '';
    for (;;) {
      const start = rest.search(/<row[\s/>]/);
      if (start === -1) {
        // The beginning of a tag may lie at the end of the chunk.
        const keep = Math.max(0, rest.length - 8);
        out += rest.slice(0, keep);
        rest = rest.slice(keep);
        return out;
      }
      const tagEnd = rest.indexOf('>', start);
      const isEmpty = tagEnd !== -1 && rest[tagEnd - 1] === '/';
      const close = isEmpty ? tagEnd + 1 : rest.indexOf('</row>', start) + 6;
      if (tagEnd === -1 || close < tagEnd) {
        if (rest.length - start > maxRowLength) throw new SpreadsheetFault('tooBig');
        out += rest.slice(0, start);
        rest = rest.slice(start);
        return out;
      }
      const row = rest.slice(start, close);
      const written = Number(/^<row\s[^>]*?\br="(\d+)"/.exec(row)?.[1] ?? 0);
      line = written > line ? written : line + 1;
      const note = await notes.at(line);
      out += rest.slice(0, start) + annotatedRow(row, line, column, note);
      rest = rest.slice(close);
    }
  };

  for await (const chunk of sheet()) {
    rest += decoder.decode(chunk, { stream: true });
    const out = await passRows();
    if (out !== '') yield Buffer.from(out);
  }
  rest += decoder.decode();
  const out = (await passRows()) + rest;
  if (out !== '') yield Buffer.from(out);
}

/** The order of calculation names cells that had formulas: without it a spreadsheet program finds its own. */
async function withoutCalcChain(parts: XlsxPackage): Promise<Replacements> {
  const replaced = new Map<string, (() => AsyncIterable<Buffer>) | null>();
  if (!parts.entries.has(calcChain)) return replaced;
  replaced.set(calcChain, null);
  const mentions = [
    ['[Content_Types].xml', /<Override\s[^<>]*\/>/g, /\sPartName="\/xl\/calcChain\.xml"/],
    [
      'xl/_rels/workbook.xml.rels',
      /<Relationship\s[^<>]*\/>/g,
      /\sTarget="(?:\/xl\/)?calcChain\.xml"/,
    ],
  ] as const;
  for (const [name, tags, mention] of mentions) {
    const part = parts.smallPart(name);
    if (!part) throw new SpreadsheetFault('notWorkbook');
    const text = (await textOf(part())).replace(tags, (tag) => (mention.test(tag) ? '' : tag));
    // eslint-disable-next-line @typescript-eslint/require-await -- the shape of a part
    replaced.set(name, async function* () {
      yield Buffer.from(text);
    });
  }
  return replaced;
}

/**
 * Writes a workbook again with a column of notes in its first sheet; everything else stays as it is, but formulas of that
 * sheet, of which the last values stay. Notes are text, which no spreadsheet program runs.
 * @throws SpreadsheetFault
 */
export async function annotateXlsx(
  source: string,
  target: string,
  annotation: Annotation,
): Promise<void> {
  const parts = await openXlsxPackage(source);
  const notes = findNotes(annotation);
  try {
    const replacements = new Map([
      ...(await withoutCalcChain(parts)),
      [parts.sheetName, () => annotatedSheet(parts, annotation, notes)] as const,
    ]);
    await rewriteZip(parts.file, parts.entries, replacements, target);
  } finally {
    await notes.close();
    await parts.close();
  }
}
