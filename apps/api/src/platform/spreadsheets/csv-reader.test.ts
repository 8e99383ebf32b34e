import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { csvLine, inertText, plainText } from './cell-text.ts';
import { readCsv, type CsvRow } from './csv-reader.ts';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function rowsOf(content: string | Buffer): Promise<CsvRow[]> {
  count += 1;
  const file = path.join(folder, String(count));
  await writeFile(file, content);
  const rows: CsvRow[] = [];
  for await (const batch of readCsv(file)) rows.push(...batch.rows);
  return rows;
}

/** Text as French Excel saves it. */
function windows1252(text: string): Buffer {
  const signs: Readonly<Record<string, number>> = { œ: 0x9c, '–': 0x96, '’': 0x92, '€': 0x80 };
  return Buffer.from(Array.from(text, (sign) => signs[sign] ?? sign.charCodeAt(0)));
}

describe('reading CSV', () => {
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
  ])('accepts %s', async (_name, text) => {
    expect(await rowsOf(text)).toEqual(expected);
  });

  it('applies a first line that names the separator, and counts it', async () => {
    expect(await rowsOf('sep=,\na,b\n')).toEqual([{ line: 2, cells: ['a', 'b'] }]);
  });

  it('numbers lines as a spreadsheet does: quoted breaks do not count, empty lines do', async () => {
    const rows = await rowsOf('a;b\n"one\ntwo";2\n\n;\nlast;5\n');
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['one\ntwo', '2'] },
      { line: 5, cells: ['last', '5'] },
    ]);
  });

  it('decodes letters correctly across disk blocks', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `é${String(index)};ش€`);
    const rows = await rowsOf(lines.join('\n'));
    expect(rows).toHaveLength(20_000);
    expect(
      rows.every(({ cells }, index) => cells[0] === `é${String(index)}` && cells[1] === 'ش€'),
    ).toBe(true);
  });

  it.each([
    ['a quote that is never closed', 'a;b\nok;1\n"open;2\nlast;3\n', 'quoteNotClosed'],
    ['text after a closing quote', 'a;b\nok;1\n"x"y;2\nlast;3\n', 'quoteMisplaced'],
    ['a quote inside a bare cell', 'a;b\nok;1\nx"y;2\nlast;3\n', 'quoteMisplaced'],
    ['an open quote before others', 'a;b\nok;1\n"open;2\n"last";3\n', 'quoteMisplaced'],
    ['an endless line', `a;b\nok;1\n${'x;'.repeat(1_500_000)}\nlast;3\n`, 'lineTooLong'],
    ['an endless last line', `a;b\nok;1\n${'x'.repeat(3_000_000)}`, 'lineTooLong'],
    ['a quote over 2 MB', `a;b\nok;1\n"open;2\n${'row;3\n'.repeat(300_000)}`, 'lineTooLong'],
  ])('reports %s, and reads the lines around it', async (_name, text, fault) => {
    const [title, before, broken, after] = await rowsOf(text);
    expect(title).toEqual({ line: 1, cells: ['a', 'b'] });
    expect(before).toEqual({ line: 2, cells: ['ok', '1'] });
    expect(broken).toMatchObject({ line: 3, fault });
    if (after) expect(after).toEqual({ line: 4, cells: [expect.any(String), '3'] });
  });

  it('reads the lines after very many broken ones', async () => {
    const rows = await rowsOf(`a;b\n${'x"y;2\nok;3\n'.repeat(2000)}`);
    expect(rows).toHaveLength(4001);
    for (const { line, fault } of rows.slice(1))
      expect(fault).toBe(line % 2 === 0 ? 'quoteMisplaced' : undefined);
    expect(rows.at(-1)).toEqual({ line: 4001, cells: ['ok', '3'] });
  });

  it.each([
    ['French Excel', 'Élevage;société cœur CRÉÉE – l’été « 20 € »', 'windows-1252'],
    ['a bar', 'sep=|\na;b|c', '|'],
    ['a bar alone', 'a;b|c|d', '|'],
    ['a separator written twice', 'sep=|| \na;b|c', '|'],
  ])('accepts %s', async (_name, text, kind) => {
    const bytes = kind === '|' ? Buffer.from(text) : windows1252(text);
    const [row] = await rowsOf(bytes);
    expect(row?.cells).toEqual(text.replace(/^sep=.*\n/, '').split(kind === '|' ? '|' : ';'));
  });

  it.each([
    ['Arabic in Windows-1256', Buffer.from('e3cde3cf', 'hex')],
    ['Arabic whose letters are French capitals', Buffer.from('c8c7c8', 'hex')],
    ['Spanish', windows1252('España')],
    ['French of a Mac', Buffer.from('8e746160', 'hex')],
    ['French of DOS', Buffer.from('82746162', 'hex')],
    ['UTF-8 with one broken letter', Buffer.concat([Buffer.from('été '), windows1252('été')])],
  ])('does not guess the encoding of %s', async (_name, letters) => {
    const rows = await rowsOf(Buffer.concat([Buffer.from('a;b\nok;1\n'), letters]));
    expect(rows.at(-1)?.cells.join('')).toContain('\uFFFD');
    expect(rows.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined]);
  });
});

describe('cells of an exported file', () => {
  it.each([
    ...['=1+1', '+212', '-2', '@SUM(A1)', '\tx', '\rx', '\n=1'],
    ...['＝1+1', '＋1', '－2', '＠SUM(A1)'],
  ])('%j is neutralised', (text) => {
    expect(inertText(text)).toBe(`'${text}`);
    expect(plainText(inertText(text))).toBe(text);
  });
  it('are quoted when they contain a separator, a quote or a line break', () => {
    expect(csvLine(['a;b', 'say "x"', 'two\nlines', 'plain'], ';')).toBe(
      '"a;b";"say ""x""";"two\nlines";plain\r\n',
    );
  });
});
