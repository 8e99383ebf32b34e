import { langs } from '@wasl/contracts';
import CFB from 'cfb';
import { describe, expect, it } from 'vitest';

import { loadWords } from '../../platform/i18n/words.ts';
import { useTestApp } from '../../testing/index.ts';
import { makeZip } from '../../testing/spreadsheets.ts';

/** A compound file, as old Excel and password protection write it. */
function compound(...streams: string[]): Buffer {
  const file = CFB.utils.cfb_new();
  for (const stream of streams) CFB.utils.cfb_add(file, stream, Buffer.alloc(5000, 'x'));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

const locked = compound('/EncryptionInfo', '/EncryptedPackage');
const ods = makeZip([
  { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
  { name: 'content.xml', content: '<office:document-content/>' },
]);

const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const excel = (part: string, type: string): Buffer =>
  makeZip([
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0"?><Types xmlns="${types}"><Override PartName="/${part}" ContentType="application/vnd.ms-excel.sheet.${type}.main+xml"/></Types>`,
    },
    { name: part, content: 'x' },
  ]);
const xlsb = excel('xl/workbook.bin', 'binary.macroEnabled');
const xlsm = excel('xl/workbook.xml', 'macroEnabled');
const numbers = makeZip([{ name: 'Index/Document.iwa', content: 'x' }]);

describe('a workbook of an unsupported format', () => {
  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });

  it.each([
    ['a password-protected workbook', locked, 'personnes.xlsx', 'WORKBOOK_LOCKED'],
    ['an .xls', compound('/Workbook'), 'personnes.xls', 'WORKBOOK_XLS'],
    ['an .xls of Excel 95', compound('/Book'), 'personnes.xls', 'WORKBOOK_XLS'],
    ['an .xls called .xlsx', compound('/Workbook'), 'personnes.xlsx', 'WORKBOOK_XLS'],
    ['a page called .xls', Buffer.from('<html><table>'), 'personnes.xls', 'WORKBOOK_XLS'],
    ['an .xlsb', xlsb, 'personnes.xlsb', 'WORKBOOK_XLSB'],
    ['an .xlsb called .xlsx', xlsb, 'personnes.xlsx', 'WORKBOOK_XLSB'],
    ['an .xlsm', xlsm, 'personnes.xlsm', 'WORKBOOK_XLSM'],
    ['an .xlsm called .xlsx', xlsm, 'personnes.xlsx', 'WORKBOOK_XLSM'],
    ['a .numbers', numbers, 'personnes.numbers', 'WORKBOOK_NUMBERS'],
    ['an .ods', ods, 'personnes.ods', 'WORKBOOK_ODS'],
    ['an .ods called .xlsx', ods, 'personnes.xlsx', 'WORKBOOK_ODS'],
  ] as const)(
    'is reported with its solution in four languages: %s',
    async (_case, file, name, code) => {
      const client = await app.as(await app.make.anAgent());
      const words = await loadWords();
      const calls = ['/requests/uploadCanevasDemandes', '/beneficiary/uploadCanevasBeneficiaires'];
      for (const call of calls)
        for (const end of ['', '/faults'])
          for (const lang of langs) {
            const answer = await client
              .post(`${call}${end}?lang=${lang}`)
              .attach('file', file, name);
            expect([answer.status, answer.body]).toMatchObject([
              415,
              { code, message: words[lang].errors[code] },
            ]);
          }
    },
  );

  it('is distinguished from another compound file', async () => {
    const client = await app.as(await app.make.anAgent());
    const answer = await client
      .post('/beneficiary/uploadCanevasBeneficiaires')
      .attach('file', compound('/WordDocument'), 'lettre.xlsx')
      .expect(415);
    expect(answer.body).toMatchObject({ code: 'FILE_NOT_XLSX' });
  });
});
