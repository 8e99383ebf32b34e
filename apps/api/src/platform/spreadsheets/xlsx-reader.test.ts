// @module-tag slow

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeXlsx, makeZip, sheetXml, workbookParts } from '../../testing/spreadsheets.ts';
import { SpreadsheetFault } from './spreadsheet-fault.ts';
import type { XlsxRow } from './xlsx-cells.ts';
import { readXlsx } from './xlsx-reader.ts';
import { runOverAll } from './xlsx-xml.ts';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'xlsx-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function saved(content: Buffer): Promise<string> {
  count += 1;
  const file = path.join(folder, String(count));
  await writeFile(file, content);
  return file;
}

async function read(content: Buffer): Promise<{ rows: XlsxRow[]; fault?: string }> {
  const file = await saved(content);
  const rows: XlsxRow[] = [];
  try {
    for await (const batch of readXlsx(file)) rows.push(...batch.rows);
    return { rows };
  } catch (error) {
    if (!(error instanceof SpreadsheetFault)) throw error;
    return { rows, fault: error.key };
  }
}

describe('reading a workbook', () => {
  it('accepts the output of a spreadsheet program: shared strings, dates, rich text, links, errors, formulas', async () => {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Un');
    sheet.addRow(['Email', 'Né le', 'Nom']);
    sheet.addRow([
      'a@example.org',
      new Date('2001-05-04T00:00:00Z'),
      { richText: [{ text: 'El ' }, { text: 'Amrani' }] },
    ]);
    sheet.addRow([]);
    sheet.addRow([{ text: 'b@example.org', hyperlink: 'mailto:b@example.org' }, 12, true]);
    sheet.addRow([{ formula: 'A2', result: 'x' }, { error: '#N/A' }, '=text']);
    workbook.addWorksheet('Deux').addRow(['never read']);
    const { rows, fault } = await read(Buffer.from(await workbook.xlsx.writeBuffer()));
    expect(fault).toBeUndefined();
    expect(rows).toEqual([
      { line: 1, cells: ['Email', 'Né le', 'Nom'] },
      { line: 2, cells: ['a@example.org', { day: '2001-05-04' }, 'El Amrani'] },
      { line: 4, cells: ['b@example.org', 12, true] },
      {
        line: 5,
        cells: [{ isFormula: true, shown: 'x' }, { isError: true, shown: '#N/A' }, '=text'],
      },
    ]);
  });

  it('keeps rows, order and letters of a long sheet', async () => {
    const { rows } = await read(
      makeXlsx(Array.from({ length: 5000 }, (_, index) => [`é${String(index)}`, 'شركة', index])),
    );
    expect(rows).toHaveLength(5000);
    expect(
      rows.every(
        ({ line, cells }, i) =>
          line === i + 1 && cells[0] === `é${String(i)}` && cells[1] === 'شركة' && cells[2] === i,
      ),
    ).toBe(true);
  });

  it.each([
    ['a byte', 1],
    ['three bytes', 3],
    ['seven bytes', 7],
  ])('decodes Arabic letters across two chunks of %s', async (_name, size) => {
    const text = 'شارع الريف، طنجة 🌊 é';
    const bytes = Buffer.from(sheetXml([[text, `${text} & <b>`]]));
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    let collected = '';
    const part = { bytes: bytes.length, open: () => Promise.resolve(Readable.from(chunks)) };
    await runOverAll(part, {
      open: () => undefined,
      text: (piece) => {
        collected += piece;
      },
    });
    expect(collected).toBe(`\n${text}${text} & <b>`);
  });

  it('decodes Arabic letters across the chunks of a long sheet and its strings', async () => {
    const text = 'شارع محمد الخامس، طنجة';
    const count = 9000;
    const strings = Array.from(
      { length: count },
      (_, i) => `<si><t>${'x'.repeat(i % 3)}${text}</t></si>`,
    );
    const rows = Array.from(
      { length: count },
      (_, i) =>
        `<row><c t="s"><v>${String(i)}</v></c><c t="inlineStr"><is><t>${text}</t></is></c></row>`,
    );
    const outcome = await read(
      makeZip(
        workbookParts(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`, [
          { name: 'xl/sharedStrings.xml', content: `<sst>${strings.join('')}</sst>` },
        ]),
      ),
    );
    expect(outcome.fault).toBeUndefined();
    expect(outcome.rows).toEqual(
      Array.from({ length: count }, (_, i) => ({
        line: i + 1,
        cells: ['x'.repeat(i % 3) + text, text],
      })),
    );
  });

  it('accepts the output of other programs: prefixes, cells without references, phonetic hints, parts, 1904', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[Red]0.00&quot; DH&quot;"/><numFmt numFmtId="171" formatCode="dd\\/mm\\/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
    const strings =
      '<x:sst xmlns:x="m"><x:si><x:r><x:t>東</x:t></x:r><x:r><x:t>京_x000A_</x:t></x:r><x:rPh><x:t>トウキョウ</x:t></x:rPh></x:si></x:sst>';
    const cells = [
      '<x:c t="s"><x:v>0</x:v></x:c>',
      '<x:c s="1"><x:v>100</x:v></x:c>',
      '<x:c s="2"><x:v>100</x:v></x:c>',
      '<x:c s="3"><x:v>100.5</x:v></x:c>',
      '<x:c r="G2" t="inlineStr"><x:is><x:t>a<![CDATA[<b>]]></x:t></x:is></x:c>',
      '<x:c t="b"><x:v>0</x:v></x:c>',
      '<x:c t="str"><x:f>A1</x:f><x:v>shown</x:v></x:c>',
      '<x:c><x:f>A1</x:f></x:c>',
      '<x:c><x:v>NaN</x:v></x:c>',
      '<x:c t="d"><x:v>2001-05-04T00:00:00</x:v></x:c>',
      '<x:c t="s"><x:v>7</x:v></x:c>',
    ];
    const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2">${cells.join('')}</x:row><x:row/></x:sheetData></x:worksheet>`;
    const parts = workbookParts(sheet, [
      { name: 'xl/styles.xml', content: styles },
      { name: 'xl/sharedStrings.xml', content: strings },
    ]).map((part) => ({
      ...part,
      name: part.name === 'xl/workbook.xml' ? '/xl/workbook.xml' : part.name,
      content: String(part.content).replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
    }));
    expect(await read(makeZip(parts))).toEqual({
      rows: [
        {
          line: 2,
          isFrom1904: true,
          cells: [
            '東京\n',
            { day: '1904-04-10' },
            100,
            { day: '1904-04-10' },
            null,
            null,
            'a<b>',
            false,
            { isFormula: true, shown: 'shown' },
            { isFormula: true, shown: '=' },
            { isError: true, shown: 'NaN' },
            { day: '2001-05-04' },
          ],
        },
      ],
    });
  });

  it('reads only as fast as the rows are consumed, and stops when the consumer stops', async () => {
    count += 1;
    const file = path.join(folder, String(count));
    await writeFile(file, makeXlsx(Array.from({ length: 2000 }, (_, index) => [index])));
    for await (const batch of readXlsx(file)) {
      expect(batch.rows.length).toBeLessThanOrEqual(200);
      break;
    }
  });
});

describe('a cell that is longer than any column accepts', () => {
  const words = (pieces: number) => Array.from({ length: pieces }, (_, i) => `words ${String(i)}`);
  it.each([
    ['in one text', () => makeXlsx([[words(60_000).join(' '), 'next']])],
    [
      'in pieces',
      () => {
        const runs = words(60_000).map((text) => `<r><t>${text} </t></r>`);
        const sheet = sheetXml([['x', 'next']]);
        return makeZip(workbookParts(sheet.replace(/<t[^>]*>x<\/t>/, runs.join(''))));
      },
    ],
  ])('is truncated, and the cells after it are read: %s', async (_name, make) => {
    const { rows, fault } = await read(make());
    expect(fault).toBeUndefined();
    const [text, next] = rows[0]?.cells ?? [];
    expect(text).toHaveLength(220_000);
    expect(text).toMatch(/^words 0 words 1 /);
    expect(next).toBe('next');
  });
});

describe('refused workbooks', () => {
  const one = sheetXml([['x']]);
  const repeated = (text: string, times: number): string => text.repeat(times);

  it.each<[string, string, () => Buffer]>([
    ['no archive', 'notWorkbook', () => Buffer.from('PK nothing of the kind, only text')],
    [
      'an archive of something else',
      'notWorkbook',
      () => makeZip([{ name: 'word/document.xml', content: '<x/>' }]),
    ],
    ['a cut file', 'notWorkbook', () => makeXlsx([['x']]).subarray(0, -200)],
    ['a sheet that is cut short', 'unreadable', () => makeZip(workbookParts(one.slice(0, -30)))],
    [
      'broken XML',
      'unreadable',
      () =>
        makeZip(
          workbookParts(
            `<worksheet><sheetData><row r="1"><c r="A1"></row></sheetData></worksheet>`,
          ),
        ),
    ],
    [
      'a directory that lies about a size',
      'unreadable',
      () =>
        makeZip(
          workbookParts(one).map((part) =>
            part.name.endsWith('sheet1.xml') ? { ...part, declaredSize: 20 } : part,
          ),
        ),
    ],
    [
      'one name twice',
      'unreadable',
      () => makeZip(workbookParts(one, [{ name: 'xl/worksheets/sheet1.xml', content: one }])),
    ],
    [
      'entities without a definition',
      'unreadable',
      () => makeZip(workbookParts(one.replace('>x<', '>&x;<'))),
    ],
    [
      'entities in the strings',
      'entities',
      () =>
        makeZip(
          workbookParts(one, [
            {
              name: 'xl/sharedStrings.xml',
              content: '<!DOCTYPE x [<!ENTITY a "aa">]><sst><si><t>&a;</t></si></sst>',
            },
          ]),
        ),
    ],
    [
      'a line beyond the end of a spreadsheet',
      'tooManyRows',
      () => makeZip(workbookParts(one.replace('r="1"', 'r="2000000000"'))),
    ],
    [
      'beginnings of tags without end, in a cell',
      'textTooLong',
      () =>
        makeZip(
          workbookParts(
            one.replace(
              'x<',
              `<![CDATA[${Array.from({ length: 300_000 }, (_, i) => `<f ${String(i * i)}`).join('')}]]><`,
            ),
          ),
        ),
    ],
    [
      'a comment without end',
      'textTooLong',
      () =>
        makeZip(
          workbookParts(
            one.replace(
              '<sheetData>',
              `<!--${Array.from({ length: 300_000 }, (_, i) => `<c ${String(i * i)}`).join('')}--><sheetData>`,
            ),
          ),
        ),
    ],
    [
      'beginnings of tags after the list of the sheets',
      'unreadable',
      () =>
        makeZip(
          workbookParts(one).map((part) =>
            part.name === 'xl/workbook.xml'
              ? { ...part, content: String(part.content) + '<sheet '.repeat(140_000) }
              : part,
          ),
        ),
    ],
    [
      'entities',
      'entities',
      () =>
        makeZip(
          workbookParts(
            one.replace(
              '?>',
              '?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
            ),
          ),
        ),
    ],
    [
      'a huge entry',
      'tooBig',
      () =>
        makeZip(
          workbookParts(one, [{ name: 'xl/media/a.png', content: Buffer.alloc(60_000_000) }]),
        ),
    ],
    [
      'too many entries',
      'tooManyParts',
      () =>
        makeZip(
          workbookParts(
            one,
            Array.from({ length: 2000 }, (_, i) => ({ name: `xl/${String(i)}`, content: '' })),
          ),
        ),
    ],
    [
      'too many sheets',
      'tooManySheets',
      () =>
        makeZip(
          workbookParts(one).map((part) =>
            part.name === 'xl/workbook.xml'
              ? {
                  ...part,
                  content: String(part.content).replace(
                    '<sheets>',
                    `<sheets>${repeated('<sheet name="x" sheetId="2" r:id="rId1"/>', 300)}`,
                  ),
                }
              : part,
          ),
        ),
    ],
    [
      'columns without end',
      'unreadable',
      () =>
        makeZip(
          workbookParts(
            one.replace(
              '<sheetData>',
              '<cols><col min="1" max="2000000000" width="9"/></cols><sheetData>',
            ),
          ),
        ),
    ],
    [
      'rows without end',
      'tooManyRows',
      () =>
        makeZip(
          workbookParts(
            `<worksheet><sheetData>${Array.from({ length: 210_000 }, (_, i) => `<row r="${String((i * 7919) % 1_000_003)}"/>`).join('')}</sheetData></worksheet>`,
          ),
        ),
    ],
    [
      'shared strings without end',
      'tooBig',
      () =>
        makeZip(
          workbookParts(one, [
            {
              name: 'xl/sharedStrings.xml',
              content: randomBytes(300_000),
              declaredSize: 40_000_000,
            },
          ]),
        ),
    ],
    [
      'tags within tags without end',
      'tooBig',
      () =>
        makeZip(
          workbookParts(
            `<worksheet>${Array.from({ length: 300_000 }, (_, i) => `<a${String(i * i)}>`).join('')}</worksheet>`,
          ),
        ),
    ],
  ])('%s: %s', async (_name, fault, make) => {
    expect(await read(make())).toEqual({ rows: [], fault });
  });
});

it('contain readable rows when other content is refused, and report that content', async () => {
  const xml = sheetXml(
    [['x', null]],
    `<mergeCells>${'<mergeCell ref="A1:B1"/>'.repeat(12)}</mergeCells>`,
  );
  const bytes = makeZip(
    workbookParts(xml, [
      { name: 'xl/vbaProject.bin', content: 'x' },
      { name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' },
    ]),
  );
  const rows: unknown[] = [];
  let faults: unknown;
  for await (const batch of readXlsx(await saved(bytes))) {
    rows.push(...batch.rows.map(({ cells }) => cells));
    ({ faults } = batch);
  }
  expect(rows).toEqual([['x']]);
  expect(faults).toEqual([
    { key: 'macros' },
    { key: 'externalLinks' },
    { key: 'mergedCells', values: { range: [...Array(10).fill('A1:B1'), '…'].join(', ') } },
  ]);
});
