import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

import CFB from 'cfb';

import { sampleIndividual, samplePerson } from '@wasl/contracts/testing';

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A PDF with one empty page; its cross-reference table contains the offsets of the objects. */
const onePage = `${[
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>>>endobj',
  'xref',
  '0 4',
  '0000000000 65535 f ',
  '0000000009 00000 n ',
  '0000000052 00000 n ',
  '0000000101 00000 n ',
  'trailer<</Size 4/Root 1 0 R>>',
  'startxref',
  '178',
  '%%EOF',
].join('\n')}\n`;

export const pdf = (name: string): ChosenFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(onePage),
});

/** A text file with the type of a PDF. */
export const notPdf = (name: string): ChosenFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('Ceci est un texte.'),
});

/** A PDF without a page. */
export const emptyPdf = (name: string): ChosenFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(onePage.replace('/Kids[3 0 R]/Count 1', '/Kids[     ]/Count 0')),
});

/** A picture of one pixel. */
export const png = (name: string): ChosenFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
});

/** A `.csv` table with semicolons. */
export const csv = (name: string, lines: readonly (readonly string[])[]): ChosenFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`),
});

/** A ZIP archive without compression. */
function zip(entries: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(entries)) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    // Version, flags, method, time, date (1 January 2026), checksum, sizes, length of the name, no extra field.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(((2026 - 1980) << 9) | (1 << 5) | 1, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, name);
    parts.push(head);
    offset += head.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

/** A workbook of OpenDocument. */
export const ods = (name: string): ChosenFile => ({
  name,
  mimeType: 'application/vnd.oasis.opendocument.spreadsheet',
  buffer: zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': '<office:document-content/>',
  }),
});

/** A compound file, as old Excel (`/Workbook`) and password protection write it. */
export function compound(name: string, ...streams: readonly string[]): ChosenFile {
  const file = CFB.utils.cfb_new();
  for (const stream of streams) CFB.utils.cfb_add(file, stream, Buffer.alloc(5000, 'x'));
  return {
    name,
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array),
  };
}

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>${body}`;
const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** A workbook with one sheet of text cells. @param hidden number of a hidden row, from 1 */
export function xlsx(
  name: string,
  rows: readonly (readonly string[])[],
  hidden?: number,
): ChosenFile {
  const office = 'http://schemas.openxmlformats.org';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const cell = (text: string, row: number, column: number): string =>
    `<c r="${String.fromCharCode(65 + column)}${String(row + 1)}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  const lines = rows.map(
    (cells, row) =>
      `<row r="${String(row + 1)}"${row + 1 === hidden ? ' hidden="1"' : ''}>${cells.map((text, column) => cell(text, row, column)).join('')}</row>`,
  );
  return {
    name,
    mimeType: `${type}.sheet`,
    buffer: zip({
      '[Content_Types].xml': xml(
        `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
      ),
      '_rels/.rels': xml(
        `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      'xl/workbook.xml': xml(
        `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Feuille" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': xml(
        `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': xml(
        `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`,
      ),
    }),
  };
}

export const importedPerson = (email: string): Readonly<Record<string, string>> => ({
  email,
  ...samplePerson,
  nom: 'Tahiri',
  prenom: 'Hind',
  phone: '612345679',
  levelOfStudy: 'BAC_3',
  typeBeneficiaire: 'particulier',
  ...sampleIndividual,
  numCin: 'L654321',
  profil: 'ENTREPRENEUR',
  area: 'NUMERIQUE',
});
