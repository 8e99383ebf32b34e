/** Workbooks that are small to send and large to read. */
import { makeZip, workbookParts } from '../../api/src/testing/spreadsheets.ts';

export const bombs: readonly (readonly [string, () => Buffer])[] = [
  [
    'a huge entry',
    () =>
      makeZip(
        workbookParts('<worksheet/>', [
          { name: 'xl/media/a.bin', content: Buffer.alloc(200_000_000) },
        ]),
      ),
  ],
  [
    'a huge sheet',
    () => makeZip(workbookParts(Buffer.alloc(120_000_000, '<row r="1"><c r="A1"/></row>'))),
  ],
  [
    'a row of many cells',
    () =>
      makeZip(
        workbookParts(
          `<worksheet><sheetData><row r="1">${'<c r="A1" t="n"><v>1</v></c>'.repeat(300_000)}`,
        ),
      ),
  ],
  [
    'tags within tags',
    () =>
      makeZip(
        workbookParts(
          `<worksheet>${Array.from({ length: 3_000_000 }, (_, i) => `<a${String((i * 48_271) % 99_991)}>`).join('')}`,
        ),
      ),
  ],
  [
    'nested shared strings',
    () =>
      makeZip(
        workbookParts('<worksheet><sheetData/></worksheet>', [
          {
            name: 'xl/sharedStrings.xml',
            content: `<sst>${Array.from({ length: 2_000_000 }, (_, i) => `<si${' '.repeat((i * 48_271) % 13)}>`).join('')}</sst>`,
          },
        ]),
      ),
  ],
  [
    'many shared strings',
    () =>
      makeZip(
        workbookParts('<worksheet><sheetData/></worksheet>', [
          {
            name: 'xl/sharedStrings.xml',
            content: `<sst>${Array.from({ length: 1_300_000 }, (_, i) => `<si><t>${String((i * 48_271) % 99_991)}</t></si>`).join('')}</sst>`,
          },
        ]),
      ),
  ],
];
