import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { csvLine, inertText, plainText } from './cell-text.ts';
import { readCsv, type CsvRow } from './csv-reader.ts';
import { SpreadsheetFault } from './spreadsheet-fault.ts';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Outcome {
  rows: CsvRow[];
  fault?: { key: string; line: number };
}

async function read(content: string | Buffer): Promise<Outcome> {
  count += 1;
  const file = path.join(folder, String(count));
  await writeFile(file, content);
  const rows: CsvRow[] = [];
  try {
    for await (const batch of readCsv(file)) rows.push(...batch.rows);
    return { rows };
  } catch (error) {
    if (!(error instanceof SpreadsheetFault)) throw error;
    return { rows, fault: { key: error.key, line: error.line } };
  }
}

describe('reading CSV (S38)', () => {
  const expected = [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['é', 'x,y'] },
  ];
  it.each([
    ['semicolons', 'a;b\né;x,y\n'],
    ['commas', 'a,b\né,"x,y"\n'],
    ['a byte order mark', '\uFEFFa;b\né;x,y'],
    ['CRLF', 'a;b\r\né;x,y\r\n'],
    ['CR alone', 'a;b\ré;x,y\r'],
    ['no line end at the end', 'a;b\né;x,y'],
    ['quoted titles', '"a";"b"\né;"x,y"\n'],
    ['tabs', 'a\tb\né\tx,y\n'],
    ['UTF-16 with tabs, as Excel writes it', Buffer.from('\uFEFFa\tb\r\né\tx,y\r\n', 'utf16le')],
    ['UTF-16 with the high byte first', Buffer.from('\uFEFFa;b\né;x,y\n', 'utf16le').swap16()],
  ])('takes %s', async (_name, text) => {
    expect(await read(text)).toEqual({ rows: expected });
  });

  it('obeys a first line that names the separator, and counts it', async () => {
    expect(await read('sep=,\na,b\n')).toEqual({ rows: [{ line: 2, cells: ['a', 'b'] }] });
  });

  it('numbers lines as a spreadsheet does: quoted breaks do not count, empty lines do', async () => {
    const { rows } = await read('a;b\n"one\ntwo";2\n\n;\nlast;5\n');
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['one\ntwo', '2'] },
      { line: 5, cells: ['last', '5'] },
    ]);
  });

  it('keeps letters whole across the blocks that the disk gives', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `é${String(index)};ش€`);
    const { rows } = await read(lines.join('\n'));
    expect(rows).toHaveLength(20_000);
    expect(
      rows.every(({ cells }, index) => cells[0] === `é${String(index)}` && cells[1] === 'ش€'),
    ).toBe(true);
  });

  it('names the line that is not UTF-8, after those before it', async () => {
    const { rows, fault } = await read(Buffer.from('a;b\nok;1\nérable;2\n', 'latin1'));
    expect(rows).toHaveLength(2);
    expect(fault).toEqual({ key: 'encoding', line: 3 });
  });

  it('names the line of a quote that is never closed', async () => {
    expect((await read('a;b\nok;1\n"open;2\n')).fault).toEqual({ key: 'quoteNotClosed', line: 3 });
  });

  it.each([
    ['after a closing quote', 'a;b\n"x"y;2\n'],
    ['inside a bare cell', 'a;b\nx"y;2\n'],
  ])('refuses a quote %s', async (_name, text) => {
    expect((await read(text)).fault).toEqual({ key: 'quoteMisplaced', line: 2 });
  });

  it.each([
    ['an endless line', `a;b\nok;1\n${'x'.repeat(3_000_000)}`],
    ['a quote that swallows the rest', `a;b\nok;1\n"open;2\n${'row;3\n'.repeat(300_000)}`],
  ])('stops at %s', async (_name, text) => {
    expect((await read(text)).fault).toEqual({ key: 'lineTooLong', line: 3 });
  });
});

describe('cells of a file that we write (S39)', () => {
  it.each([
    ...['=1+1', '+212', '-2', '@SUM(A1)', '\tx', '\rx', '\n=1'],
    ...['＝1+1', '＋1', '－2', '＠SUM(A1)'],
  ])('%j is inert', (text) => {
    expect(inertText(text)).toBe(`'${text}`);
    expect(plainText(inertText(text))).toBe(text);
  });
  it('quotes what would break a line', () => {
    expect(csvLine(['a;b', 'say "x"', 'two\nlines', 'plain'], ';')).toBe(
      '"a;b";"say ""x""";"two\nlines";plain\r\n',
    );
  });
});
