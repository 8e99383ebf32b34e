import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeZip, sheetXml, workbookParts, type ZipPart } from '../../testing/spreadsheets.ts';
import type { LineNote } from './annotation.ts';
import { annotateXlsx } from './xlsx-annotate.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-annotate-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function* onLineTwo(): AsyncGenerator<LineNote> {
  yield await Promise.resolve({ line: 2, text: 'faux' });
}

async function annotated(name: string, parts: ZipPart[]): Promise<ExcelJS.Worksheet | undefined> {
  const source = path.join(folder, `${name}.xlsx`);
  const target = path.join(folder, `${name}-faults.xlsx`);
  await writeFile(source, makeZip(parts));
  const annotation = { title: 'Erreurs', headerLine: 1, column: 1, isThere: false };
  await annotateXlsx(source, target, { ...annotation, notes: onLineTwo });
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await readFile(target)).buffer);
  return workbook.worksheets[0];
}

const sheet = sheetXml([['email'], ['a']]);
const withPart = (name: string, change: (content: string) => string) =>
  workbookParts(sheet).map((part) =>
    part.name === name ? { ...part, content: change(String(part.content)) } : part,
  );

// Each of these took minutes, in which the server answered nobody: every beginning was read to the end of the text.
describe('a workbook full of beginnings of tags (S31, S37)', () => {
  it('is annotated as fast as another, whether they stand in a cell', async () => {
    const cell = `<row r="3"><c r="A3" t="str"><v><![CDATA[${'<f '.repeat(190_000)}]]></v></c></row>`;
    const hostile = sheet.replace('</sheetData>', `${cell}</sheetData>`);
    const page = await annotated('cell', workbookParts(hostile));
    expect(page?.getCell('B2').value).toBe('faux');
  });

  it('or among the kinds of the parts', async () => {
    const parts = withPart('[Content_Types].xml', (content) =>
      content.replace('<Default', `<!-- ${'<Override '.repeat(100_000)}--><Default`),
    );
    const page = await annotated('types', [
      ...parts,
      { name: 'xl/calcChain.xml', content: '<calcChain/>' },
    ]);
    expect(page?.getCell('B2').value).toBe('faux');
  });

  it('or after the list of the sheets', async () => {
    const parts = withPart('xl/workbook.xml', (content) => content + '<sheet '.repeat(140_000));
    const source = path.join(folder, 'list.xlsx');
    await writeFile(source, makeZip(parts));
    const annotation = { title: 'Erreurs', headerLine: 1, column: 1, isThere: false };
    const target = path.join(folder, 'list-faults.xlsx');
    await annotateXlsx(source, target, { ...annotation, notes: onLineTwo });
  });
});
