import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';

import { csvStream, xlsxStream, type TableCell, type TableDraft } from './table-stream.ts';

const columns = ['Numéro', 'Âge', 'Jour', 'Moment', '=cmd'].map((title, index) => ({
  title,
  width: 12,
  isText: index === 0,
}));
const rows: readonly (readonly TableCell[])[] = [
  ['2026-000001', 12, { day: '2026-07-01' }, { moment: '2026/07/01 09:30' }, '=1+1'],
  ['+212612345678', -3, null, null, '<b>"à" & \u0007; fin</b>'],
  ['طنجة', 0.5, null, null, 'deux\nlignes'],
];

function aTable(over: Partial<TableDraft> = {}): TableDraft {
  const batches = async function* () {
    yield await Promise.resolve(rows.slice(0, 2));
    yield rows.slice(2);
  };
  return { sheetName: 'À traiter "1"', isRightToLeft: false, columns, batches: batches(), ...over };
}

async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('an exported table', () => {
  it('is a CSV that a spreadsheet reads but does not execute', async () => {
    const text = (await whole(csvStream(aTable()))).toString();
    expect(text).toBe(
      [
        "\uFEFFNuméro;Âge;Jour;Moment;'=cmd",
        "2026-000001;12;2026-07-01;2026-07-01 09:30;'=1+1",
        `'+212612345678;-3;;;"<b>""à"" & \u0007; fin</b>"`,
        'طنجة;0.5;;;"deux\nlignes"',
        '',
      ].join('\r\n'),
    );
  });

  it('is a workbook: inert text, and typed numbers and days', async () => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await whole(xlsxStream([aTable()]))) as unknown as ArrayBuffer);
    const sheet = workbook.worksheets[0];
    expect(sheet?.name).toBe('À traiter "1"');
    const values = [1, 2, 3, 4].map((row) =>
      (sheet?.getRow(row).values as unknown[] | undefined)?.slice(1),
    );
    expect(values[0]).toEqual(['Numéro', 'Âge', 'Jour', 'Moment', '=cmd']);
    expect(values[1]).toEqual([
      '2026-000001',
      12,
      new Date('2026-07-01T00:00:00Z'),
      new Date('2026-07-01T09:30:00Z'),
      '=1+1',
    ]);
    expect(values[2]?.slice(0, 2)).toEqual(['+212612345678', -3]);
    expect(values[2]?.[4]).toBe('<b>"à" & ; fin</b>');
    expect(values[3]?.[0]).toBe('طنجة');
    expect(values[3]?.[4]).toBe('deux\nlignes');
    // With text type and text format, neither opening nor leaving the cell runs it.
    for (const place of ['E1', 'E2', 'A2', 'A3', 'A4']) {
      expect(sheet?.getCell(place).type, place).toBe(ExcelJS.ValueType.String);
      expect(sheet?.getCell(place).numFmt, place).toBe('@');
    }
    expect(sheet?.getCell('E4').numFmt).not.toBe('@');
    expect(sheet?.views[0]?.rightToLeft).toBeFalsy();
  });

  it('prints on landscape pages, with the titles on each page, and contains author and title', async () => {
    const workbook = new ExcelJS.Workbook();
    const sheetName = "L'été & co";
    const file = await whole(xlsxStream([aTable({ sheetName })]));
    await workbook.xlsx.load(file as unknown as ArrayBuffer);
    expect(workbook.worksheets[0]?.pageSetup).toMatchObject({
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: '1:1',
    });
    expect([workbook.creator, workbook.title]).toEqual(['Wasl', sheetName]);
  });

  it('is laid out from right to left for a right-to-left language', async () => {
    const workbook = new ExcelJS.Workbook();
    const bytes = await whole(xlsxStream([aTable({ isRightToLeft: true })]));
    await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
    expect(workbook.worksheets[0]?.views[0]?.rightToLeft).toBe(true);
  });

  it('fails when its rows fail, and stops reading after the client disconnects', async () => {
    const broken = async function* (): AsyncGenerator<TableCell[][]> {
      yield await Promise.resolve([['a', 1, null, null, 'b']]);
      throw new Error('database away');
    };
    await expect(whole(xlsxStream([aTable({ batches: broken() })]))).rejects.toThrow(
      'database away',
    );

    let read = 0;
    let isEnded = false;
    const endless = async function* (): AsyncGenerator<TableCell[][]> {
      try {
        for (;;) {
          read += 1;
          const noise = Array.from({ length: 300 }, () => [
            String(Math.random()),
            read,
            null,
            null,
            'x',
          ]);
          yield await Promise.resolve(noise);
        }
      } finally {
        isEnded = true;
      }
    };
    let taken = 0;
    for await (const chunk of xlsxStream([aTable({ batches: endless() })])) {
      taken += chunk.length;
      if (taken > 50_000) break;
    }
    await new Promise(setImmediate);
    expect(isEnded).toBe(true);
    const atEnd = read;
    await new Promise(setImmediate);
    expect(read).toBe(atEnd);
    expect(read).toBeLessThan(200);
  });
});
