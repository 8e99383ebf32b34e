import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

import { PDFDocument } from '@cantoo/pdf-lib';
import PDFKit from 'pdfkit';

import { pdfOfObjects, pdfOfSize, pdfWith, samplePdf } from './sample-files.ts';

export type PdfAnswer = 'CLEAN' | 'CAUTION' | 'PDF_ACTIVE' | 'PDF_DAMAGED' | 'PDF_LOCKED';
/** Name, file, and the check's answer. */
export type PdfKind = readonly [
  name: string,
  file: Buffer | (() => Promise<Buffer>),
  answer: PdfAnswer,
];

const samples = path.resolve(import.meta.dirname, '../platform/pdf-check/samples');
export const pdfSample = (name: string): Buffer => readFileSync(path.join(samples, `${name}.pdf`));

async function byPdfKit(
  draw: (document: PDFKit.PDFDocument) => unknown,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFKit(options);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => document.on('end', resolve));
  document.text('Plan d’affaires');
  draw(document);
  document.end();
  await end;
  return Buffer.concat(chunks);
}

/** A file whose objects are compressed. */
async function packed(change: (document: PDFDocument) => unknown): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  await change(document);
  return Buffer.from(await document.save({ useObjectStreams: true }));
}

const stream = (dict: string, content: Buffer | string, length?: number): string => {
  const text = typeof content === 'string' ? content : content.toString('latin1');
  return `<<${dict}/Length ${String(length ?? text.length)}>>\nstream\n${text}\nendstream`;
};

/** A file of one page with these members of the page; more objects follow from number 4. */
const withPage = (members: string, ...objects: readonly string[]): Buffer =>
  pdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>${members}>>`,
    ...objects,
  ]);

const withAction = (action: string): Buffer =>
  withPage('/Annots[4 0 R]', `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A${action}>>`);
const withField = (members: string): Buffer =>
  withPage('/Annots[4 0 R]', `<</Subtype/Widget/FT/Tx/T(nom)/Rect[0 0 9 9]${members}>>`);
const withFile = (name: string, content: Buffer | string): Buffer =>
  pdfWith(
    '/Names<</EmbeddedFiles<</Names[(a) 4 0 R]>>>>',
    `<</Type/Filespec/F(${name})/EF<</F 5 0 R>>>>`,
    stream('/Type/EmbeddedFile', content),
  );
const edited = (file: Buffer, from: RegExp | string, to: string): Buffer =>
  Buffer.from(file.toString('latin1').replace(from, to), 'latin1');
const pages = (tree: string, ...objects: readonly string[]): Buffer =>
  pdfOfObjects(['<</Type/Catalog/Pages 2 0 R>>', tree, ...objects]);
const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>>>';

export const pdfScript = '<</S/JavaScript/JS(app.alert(1))>>';
const packedObject = (object: string): string =>
  stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(Buffer.from(`9 0 ${object}`)));
/** Makes object 9 a member of the object stream 4. */
const withPacked = (catalogue: string, object: string): Buffer =>
  edited(
    pdfOfObjects([
      `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      page,
      packedObject(object),
      stream('/Type/XRef/W[1 1 1]/Index[9 1]/Size 10/Root 1 0 R', '\u0002\u0004\u0000'),
    ]),
    /(?<=\n0000000000 65535 f \n(?:\d.*\n)*\d*(?<at>\d{10}) 00000 n \n)trailer\n<</,
    'trailer\n<</XRefStm $<at> ',
  );
const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024, 0x20));
const archive = Buffer.concat([
  Buffer.from('PK\x03\x04'),
  Buffer.alloc(2000),
  Buffer.from('PK\x05\x06'),
  Buffer.alloc(18),
]);
const limit = 10 * 1024 * 1024;
const mathFile = stream(
  '/Type/EmbeddedFile/Subtype/application#2Fmathml+xml',
  '<math><mi>x</mi></math>',
);
const formOf = (xfa: string, fields = '[5 0 R]'): Buffer =>
  pdfWith(
    `/AcroForm<</XFA 4 0 R/Fields${fields}>>`,
    stream('', xfa),
    '<</FT/Tx/T(nom)/Subtype/Widget/Rect[0 0 9 9]>>',
  );

export const openedPdfs: readonly PdfKind[] = [
  ...['chromium', 'ghostscript', 'libreoffice', 'linearized', 'scanned'].map(
    (name) => [`of ${name}`, pdfSample(name), 'CLEAN'] as const,
  ),
  ['with a password for changes (RC4)', pdfSample('no-changes-rc4'), 'CLEAN'],
  ['with a password for changes (AES)', pdfSample('no-changes-aes256'), 'CLEAN'],
  ['of pdfkit', () => byPdfKit(() => undefined), 'CLEAN'],
  [
    'of pdfkit with a password for changes',
    () => byPdfKit(() => undefined, { ownerPassword: 'x', pdfVersion: '1.7' }),
    'CLEAN',
  ],
  ['with compressed objects', () => packed(() => undefined), 'CLEAN'],
  ['with a compressed object at its opening', withPacked('/OpenAction 9 0 R', 'null'), 'CLEAN'],
  ['of 10 MB', pdfOfSize(limit), 'CLEAN'],
  [
    'with a cross-reference 9 bytes off',
    edited(samplePdf, '%PDF-1.7\n', '%PDF-1.7\n%comment\n'),
    'CLEAN',
  ],
  ['with offsets of nothing', edited(samplePdf, /00000 n/g, '00007 n'), 'CLEAN'],
  ['with offsets of zero', edited(samplePdf, /\d{10} 00000 n/g, '0000000000 00000 n'), 'CLEAN'],
  ['with line ends before its marker', Buffer.concat([Buffer.from('\r\n\n'), samplePdf]), 'CLEAN'],
  ['with changed line ends', edited(samplePdf, /\n/g, '\r\n'), 'CLEAN'],
  ['without %%EOF', edited(samplePdf, '%%EOF\n', ''), 'CLEAN'],
  ['that stops after its trailer', edited(samplePdf, /startxref[^]*/, ''), 'CLEAN'],
  ['with a trailer alone', edited(samplePdf, /xref\n[^]*?trailer/, 'trailer'), 'CLEAN'],
  [
    'with the text of an object in a stream',
    pdfWith('', stream('', `9 0 obj\n${pdfScript}\nendobj`)),
    'CLEAN',
  ],
  ['with the text of a trailer in a stream', pdfWith('', stream('', 'trailer<</X 1>>')), 'CLEAN'],
  ['with a script that it does not refer to', pdfWith('', pdfScript), 'CLEAN'],
  ['with a wrong length', pdfWith('/X 4 0 R', stream('', 'text', 999)), 'CLEAN'],
  ['with two versions', Buffer.concat([samplePdf, edited(samplePdf, '%PDF-1.7\n', '')]), 'CLEAN'],
  [
    'with a cross-reference that refers to itself',
    edited(samplePdf, '/Root', '/Prev 185/Root'),
    'CLEAN',
  ],
  ['with a wrong number of pages', pages('<</Type/Pages/Kids[3 0 R]/Count 7>>', page), 'CLEAN'],
  [
    'with a thousand million pages',
    pages('<</Type/Pages/Kids[3 0 R]/Count 1000000000>>', page),
    'CLEAN',
  ],
  [
    'with a loop in its page tree',
    pages('<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>>', page),
    'CLEAN',
  ],
  [
    'with a web page behind it',
    Buffer.concat([samplePdf, Buffer.from('<html>'.repeat(500))]),
    'CLEAN',
  ],
  ...[0, ' ', '% '].map(
    (padding, index) =>
      [
        `with 10 MB of padding (${String(index + 1)})`,
        Buffer.concat([samplePdf, Buffer.alloc(limit, padding)]),
        'CLEAN',
      ] as const,
  ),
  [
    'with a million beginnings of an action',
    pdfWith('', stream('', '/S%'.repeat(1_000_000))),
    'CLEAN',
  ],
  ['with a link to the web', withAction('<</S/URI/URI(https://a.ma/?u=file:)>>'), 'CLEAN'],
  ['with a mail address', withAction('<</S/URI/URI(mailto:a@a.ma)>>'), 'CLEAN'],
  ['with a link to another document', withAction('<</S/GoToR/F(annexe.pdf)/D[0/Fit]>>'), 'CLEAN'],
  ['with a link to a named place', withAction('<</S/GoTo/D(chapitre)>>'), 'CLEAN'],
  ['that opens at a page', pdfWith('/OpenAction[3 0 R/Fit]'), 'CLEAN'],
  ['that opens at a page with a field script', withField('/AA<</K 5 0 R>>'), 'CLEAN'],
  ['that opens a page of the web', pdfWith('/OpenAction<</S/URI/URI(https://a.ma)>>'), 'CLEAN'],
  [
    'with a font that is named as a file',
    pdfWith('/X<</EF<</Type/Font/FontDescriptor<</FontFile 4 0 R>>>>/F 4 0 R>>', stream('', 'MZ')),
    'CLEAN',
  ],
  ['that prints itself', pdfWith('/OpenAction<</S/Named/N/Print>>'), 'CLEAN'],
  [
    'with content that unpacks to 200 MB',
    withPage('/Contents 4 0 R', stream('/Filter/FlateDecode', bomb)),
    'CLEAN',
  ],
];

export const warnedPdfs: readonly PdfKind[] = [
  [
    'with a field script',
    withField(`/AA<</K${pdfScript}/F${pdfScript}/V${pdfScript}>>`),
    'CAUTION',
  ],
  ['with a calculated field', withField(`/AA<</C${pdfScript}>>`), 'CAUTION'],
  [
    'with a field script and a page to open at',
    edited(withField(`/AA<</K${pdfScript}>>`), '/AcroForm', '/OpenAction[3 0 R/Fit]/AcroForm'),
    'CAUTION',
  ],
  ['with a button that runs a script', withAction(pdfScript), 'CAUTION'],
  [
    'with a script in a second step',
    withAction(`<</S/GoTo/D[3 0 R/Fit]/Next${pdfScript}>>`),
    'CAUTION',
  ],
  ['with a button that sends the form', withAction('<</S/SubmitForm/F(https://a.ma)>>'), 'CAUTION'],
  [
    'with a film that a script controls',
    withAction('<</S/Rendition/JS(app.alert(1))>>'),
    'CAUTION',
  ],
  ['with a link into an attached document', withAction('<</S/GoToE/T<</R/C/N(a)>>>>'), 'CAUTION'],
  [
    'with an invoice',
    () =>
      packed((one) =>
        one.attach(Buffer.from('<?xml version="1.0"?><Invoice/>'), 'factur-x.xml', {}),
      ),
    'CAUTION',
  ],
  [
    'with an attachment of pdfkit',
    () => byPdfKit((one) => one.file(Buffer.from('a;b'), { name: 'liste.csv' })),
    'CAUTION',
  ],
  [
    'with formulas',
    pdfWith(
      '/StructTreeRoot<</K<</S/Formula/AF 4 0 R>>>>',
      '<</Type/Filespec/F(formula.xml)/EF<</F 5 0 R>>>>',
      mathFile,
    ),
    'CAUTION',
  ],
  [
    'with a note that has a file',
    withPage(
      '/Annots[<</Subtype/FileAttachment/FS 4 0 R>>]',
      '<</F(notes.txt)/EF<</F 5 0 R>>>>',
      stream('', 'notes'),
    ),
    'CAUTION',
  ],
  ['with an attached document', withFile('annexe.pdf', samplePdf), 'CAUTION'],
  [
    'with an archive as attachment',
    withFile('photos.zip', Buffer.from('PK\x03\x04photos')),
    'CAUTION',
  ],
  ['with the text that it was made from', pdfSample('with-its-original'), 'CAUTION'],
  ['with a form in two formats', formOf('<xdp><template/></xdp>'), 'CAUTION'],
];

const addresses = [
  'javascript:alert(1)',
  'JaVaScript:alert(1)',
  ' java\\nscript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  '\\\\\\\\a.ma\\\\b',
  '//a.ma/b',
  '\\376\\377\\000f\\000i\\000l\\000e\\000:\\000/',
];

export const refusedPdfs: readonly PdfKind[] = [
  ['with a script at its opening', pdfWith(`/OpenAction${pdfScript}`), 'PDF_ACTIVE'],
  [
    'with a script in a second step of its opening',
    pdfWith(`/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next[4 0 R]>>`, pdfScript),
    'PDF_ACTIVE',
  ],
  [
    'with a script under names written otherwise',
    pdfWith('/OpenAction<</#53/Java#53cript/JS(app.alert(1))>>'),
    'PDF_ACTIVE',
  ],
  [
    'with a script whose kind is another object',
    pdfWith('/OpenAction<</S 4 0 R/JS(app.alert(1))>>', '/JavaScript'),
    'PDF_ACTIVE',
  ],
  [
    'with a script behind a comment',
    pdfWith('/OpenAction 4 0 R', '<</S %\n/JavaScript/JS(app.alert(1))>>'),
    'PDF_ACTIVE',
  ],
  [
    'with a script for the whole document',
    pdfWith(`/Names<</JavaScript<</Kids[4 0 R]>>>>`, `<</Names[(a) 5 0 R]>>`, pdfScript),
    'PDF_ACTIVE',
  ],
  [
    'with a compressed script for the whole document',
    () => packed((one) => one.addJavaScript('a', 'app.alert(1)')),
    'PDF_ACTIVE',
  ],
  ['with a script at its end', pdfWith(`/AA<</WC${pdfScript}>>`), 'PDF_ACTIVE'],
  ['with a script of a page', withPage(`/AA<</O${pdfScript}>>`, '<<>>'), 'PDF_ACTIVE'],
  [
    'with a script of a field that becomes visible',
    withField(`/AA<</PV${pdfScript}>>`),
    'PDF_ACTIVE',
  ],
  [
    'with a script of a three-dimensional picture',
    pdfWith('/X 4 0 R', stream('/Type/3D/OnInstantiate 5 0 R', 'x'), stream('', 'x')),
    'PDF_ACTIVE',
  ],
  [
    'with a script in an encrypted file',
    () =>
      byPdfKit(() => undefined, { ownerPassword: 'x' }).then((file) =>
        edited(file, '/Type /Catalog', `/OpenAction${pdfScript}/Type /Catalog`),
      ),
    'PDF_ACTIVE',
  ],
  [
    'with a script in its trailer',
    edited(samplePdf, '/Root 1 0 R', `/Root<</Type/Catalog/Pages 2 0 R/OpenAction${pdfScript}>>`),
    'PDF_ACTIVE',
  ],
  [
    'with a script that only a search finds',
    edited(
      pdfWith('/OpenAction 4 0 R', pdfScript),
      /(\d{10}) 00000 n (?=\ntrailer)/,
      '0000000001 00000 n ',
    ),
    'PDF_ACTIVE',
  ],
  [
    'with a compressed script at its opening',
    withPacked('/OpenAction 9 0 R', pdfScript),
    'PDF_ACTIVE',
  ],
  [
    'that opens another document',
    pdfWith('/OpenAction<</S/GoToR/F(annexe.pdf)/D[0/Fit]>>'),
    'PDF_ACTIVE',
  ],
  ['that sends itself', pdfWith('/OpenAction<</S/SubmitForm/F(https://a.ma)>>'), 'PDF_ACTIVE'],
  ['that starts a program', pdfWith('/OpenAction<</S/Launch/F(cmd.exe)>>'), 'PDF_ACTIVE'],
  [
    'with a button that starts a program',
    withAction('<</S/Launch/Win<</F(cmd.exe)>>>>'),
    'PDF_ACTIVE',
  ],
  ['with a button that reads a file', withAction('<</S/ImportData/F(a.fdf)>>'), 'PDF_ACTIVE'],
  ['with Flash', withPage('/Annots[<</Subtype/RichMedia/Rect[0 0 9 9]>>]', '<<>>'), 'PDF_ACTIVE'],
  ...addresses.flatMap((address) => [
    [`with a link to ${address}`, withAction(`<</S/URI/URI(${address})>>`), 'PDF_ACTIVE'] as const,
    [
      `with a document at ${address}`,
      withAction(`<</S/GoToR/F<</UF(${address})>>/D[0/Fit]>>`),
      'PDF_ACTIVE',
    ] as const,
  ]),
  ['with a link to a program', withAction('<</S/GoToR/F(setup.exe)>>'), 'PDF_ACTIVE'],
  [
    'with a link to a program by its specification',
    withAction('<</S/GoToR/F<</UF(setup.exe)>>>>'),
    'PDF_ACTIVE',
  ],
  ['with links relative to files', pdfWith('/URI<</Base(file:///)>>'), 'PDF_ACTIVE'],
  ...['a.exe', 'a.JS', 'facture.pdf.bat', 'a.lnk. ', 'a.html', 'fdp\u200e.scr'].map(
    (name) => [`with the program ${name}`, withFile(name, 'x'), 'PDF_ACTIVE'] as const,
  ),
  ...['MZ\x90', '\x7fELF', '#!/bin/sh', '@echo off', ' <script>', '\xca\xfe\xba\xbe'].map(
    (text) =>
      [
        `with a program named as text: ${JSON.stringify(text)}`,
        withFile('a.txt', Buffer.from(text, 'latin1')),
        'PDF_ACTIVE',
      ] as const,
  ),
  [
    'with a compressed program',
    () => packed((one) => one.attach(Buffer.from('MZ'), 'a.txt', {})),
    'PDF_ACTIVE',
  ],
  [
    'with an attached document that runs a script',
    withFile('a.pdf', pdfWith(`/OpenAction${pdfScript}`)),
    'PDF_ACTIVE',
  ],
  [
    'with documents in documents',
    withFile('a.pdf', withFile('b.pdf', withFile('c.pdf', samplePdf))),
    'PDF_ACTIVE',
  ],
  ['with a form that only Adobe shows', formOf('<xdp/>', '[]'), 'PDF_ACTIVE'],
  [
    'with a form that must be drawn first',
    edited(formOf('<xdp/>'), '/AcroForm', '/NeedsRendering true/AcroForm'),
    'PDF_ACTIVE',
  ],
  [
    'with a form that runs scripts',
    formOf('<xdp:xdp><x:script>1</x:script></xdp:xdp>'),
    'PDF_ACTIVE',
  ],
  ['that is an archive too', Buffer.concat([samplePdf, archive]), 'PDF_ACTIVE'],
];

export const unreadablePdfs: readonly PdfKind[] = [
  ['of 0 bytes', Buffer.alloc(0), 'PDF_DAMAGED'],
  ['of text', Buffer.from('Bonjour, voici mon plan.'), 'PDF_DAMAGED'],
  [
    'of noise',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), deflateSync(pdfSample('chromium'))]),
    'PDF_DAMAGED',
  ],
  ['of a header and an end', Buffer.from('%PDF-1.7\n%%EOF\n'), 'PDF_DAMAGED'],
  ['without a cross-reference', edited(samplePdf, /xref\n[^]*/, ''), 'PDF_DAMAGED'],
  ['that stops within its trailer', samplePdf.subarray(0, -30), 'PDF_DAMAGED'],
  ['that stops before its pages', samplePdf.subarray(0, 60), 'PDF_DAMAGED'],
  ['with an empty list of pages', pages('<</Type/Pages/Kids[]/Count 0>>'), 'PDF_DAMAGED'],
  ['that counts no page', pages('<</Type/Pages/Kids[3 0 R]/Count 0>>', page), 'PDF_DAMAGED'],
  ['with pages that do not exist', pages('<</Type/Pages/Kids[9 0 R]/Count 1>>'), 'PDF_DAMAGED'],
  ['with no page in its tree', pages('<</Type/Pages/Kids[2 0 R]/Count 1>>'), 'PDF_DAMAGED'],
  ['without a list of pages', pdfWith('/Pages 99 0 R'), 'PDF_DAMAGED'],
  ['nested a million deep', pdfWith(`/X${'['.repeat(1e6)}${']'.repeat(1e6)}`), 'PDF_DAMAGED'],
  ['nested in a million dictionaries', pdfWith('/X 4 0 R', '<</A'.repeat(1e6)), 'PDF_DAMAGED'],
  [
    'with objects of 200 MB',
    edited(
      withPacked('/X 9 0 R', 'null'),
      /(?<=<<\/Type\/ObjStm)[^]*?endstream/,
      `/N 1/First 4/Filter/FlateDecode/Length ${String(bomb.length)}>>\nstream\n${bomb.toString('latin1').replaceAll('$', '$$$$')}\nendstream`,
    ),
    'PDF_DAMAGED',
  ],
  [
    'with an attached document of 200 MB',
    pdfWith(
      '/X 4 0 R',
      stream(
        '/Type/EmbeddedFile/Filter/FlateDecode',
        deflateSync(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200 * 1024 * 1024)])),
      ),
    ),
    'PDF_DAMAGED',
  ],
  [
    'with a form of 200 MB',
    pdfWith('/AcroForm<</XFA 4 0 R/Fields[3 0 R]>>', stream('/Filter/FlateDecode', bomb)),
    'PDF_DAMAGED',
  ],
  ['with a password', pdfSample('password'), 'PDF_LOCKED'],
  [
    'with an unknown encryption',
    edited(samplePdf, '/Root', '/Encrypt<</Filter/Other/V 9>>/Root'),
    'PDF_LOCKED',
  ],
];
