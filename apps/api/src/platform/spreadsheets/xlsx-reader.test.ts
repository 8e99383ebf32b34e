import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeXlsx, makeZip, sheetXml, workbookParts } from '../../testing/spreadsheets.ts';
import { SpreadsheetFault } from './spreadsheet-fault.ts';
import type { XlsxRow } from './xlsx-cells.ts';
import { readXlsx } from './xlsx-reader.ts';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'xlsx-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function read(content: Buffer): Promise<{ rows: XlsxRow[]; fault?: string }> {
  count += 1;
  const file = path.join(folder, String(count));
  await writeFile(file, content);
  const rows: XlsxRow[] = [];
  try {
    for await (const batch of readXlsx(file)) rows.push(...batch);
    return { rows };
  } catch (error) {
    if (!(error instanceof SpreadsheetFault)) throw error;
    return { rows, fault: error.key };
  }
}

describe('reading a workbook', () => {
  it('takes what a spreadsheet program writes: shared strings, dates, rich text, links, errors, formulas', async () => {
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
      { line: 5, cells: [{ isFormula: true }, { isError: true }, '=text'] },
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

  it('reads only as fast as the rows are taken, and stops when nobody takes them', async () => {
    count += 1;
    const file = path.join(folder, String(count));
    await writeFile(file, makeXlsx(Array.from({ length: 2000 }, (_, index) => [index])));
    for await (const batch of readXlsx(file)) {
      expect(batch.length).toBeLessThanOrEqual(200);
      break;
    }
  });
});

describe('workbooks that are refused', () => {
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
      'tooBig',
      () =>
        makeZip(
          workbookParts(one).map((part) =>
            part.name.endsWith('sheet1.xml') ? { ...part, declaredSize: 20 } : part,
          ),
        ),
    ],
    [
      'macros',
      'macros',
      () => makeZip(workbookParts(one, [{ name: 'xl/vbaProject.bin', content: 'x' }])),
    ],
    [
      'links to other files (S37)',
      'externalLinks',
      () =>
        makeZip(
          workbookParts(one, [{ name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' }]),
        ),
    ],
    [
      'merged cells',
      'mergedCells',
      () =>
        makeZip(
          workbookParts(
            sheetXml([['x', null]], '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>'),
          ),
        ),
    ],
    [
      'entities (S37)',
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
      'a huge entry (S37)',
      'tooBig',
      () =>
        makeZip(
          workbookParts(one, [{ name: 'xl/media/a.png', content: Buffer.alloc(60_000_000) }]),
        ),
    ],
    [
      'too many entries (S37)',
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
      'too many sheets (S37)',
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
      'too many columns in a row (S37)',
      'tooManyColumns',
      () => makeXlsx([Array.from({ length: 5000 }, (_, i) => i)]),
    ],
    [
      'columns without end (S37)',
      'tooManyColumns',
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
      'rows without end (S37)',
      'tooManyRows',
      () =>
        makeZip(
          workbookParts(
            `<worksheet><sheetData>${Array.from({ length: 210_000 }, (_, i) => `<row r="${String((i * 7919) % 1_000_003)}"/>`).join('')}</sheetData></worksheet>`,
          ),
        ),
    ],
    [
      'a cell without end (S37)',
      'cellTooLong',
      () => makeXlsx([[Array.from({ length: 60_000 }, (_, i) => String(i)).join(' ')]]),
    ],
    [
      'shared strings without end (S37)',
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
      'tags within tags without end (S37)',
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
