import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

import { PDFDocument } from '@cantoo/pdf-lib';
import PDFKit from 'pdfkit';
import { describe, expect, it, vi } from 'vitest';

import { pdfOfSize, pdfWith, samplePdf, useTestApp } from '../../testing/index.ts';
import { faultOfPdf, type PdfFault } from './fault-of-pdf.ts';
import { openPdfCheck } from './pdf-check.ts';

const samples = path.join(import.meta.dirname, 'samples');
const sample = (name: string) => readFile(path.join(samples, `${name}.pdf`));
const faultOfSample = async (name: string) => await faultOfPdf(await sample(name));

async function byPdfKit(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFKit(options);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => document.on('end', resolve));
  document.text('Plan d’affaires');
  document.end();
  await end;
  return Buffer.concat(chunks);
}

async function packed(change: (document: PDFDocument) => unknown): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  await change(document);
  return Buffer.from(await document.save({ useObjectStreams: true }));
}

const stream = (dict: string, content: Buffer, length = String(content.length)): string =>
  `<<${dict}/Length ${length}>>\nstream\n${content.toString('latin1')}\nendstream`;
const script = '<</S/JavaScript/JS(app.alert(1))>>';
/** A stream of objects with number 9, a script. */
const packedScript = deflateSync(Buffer.from(`9 0 ${script}`));
const objectStream = '/N 1/First 4/Filter/FlateDecode';
const inner = (header: string) =>
  Buffer.from(
    `${header}\n${stream(`/Type/ObjStm${objectStream}`, packedScript)}\nendobj\n`,
    'latin1',
  );
const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024, 0x20));

describe('a PDF that people send', () => {
  it.each([
    'chromium',
    'ghostscript',
    'libreoffice',
    'linearized',
    'no-changes-aes256',
    'no-changes-rc4',
    'scanned',
  ])('is taken as it comes: %s', async (name) => {
    expect(await faultOfSample(name)).toBeNull();
  });

  it('is taken from our own programs, and where only changes ask for a password', async () => {
    expect(await faultOfPdf(await byPdfKit())).toBeNull();
    expect(await faultOfPdf(await byPdfKit({ ownerPassword: 'x', pdfVersion: '1.7' }))).toBeNull();
    expect(await faultOfPdf(await packed(() => undefined))).toBeNull();
    expect(await faultOfPdf(pdfOfSize(10 * 1024 * 1024))).toBeNull();
  });

  it('is looked at in a moment, whatever it repeats', async () => {
    const beginnings = '/S%'.repeat(1_000_000);
    const file = pdfWith('', stream('', Buffer.from(beginnings)));
    expect(await faultOfPdf(file)).toBeNull();
  });

  it('may lead to a place of its own and to a page of the web', async () => {
    expect(await faultOfPdf(pdfWith('/OpenAction[3 0 R/Fit]'))).toBeNull();
    expect(await faultOfPdf(pdfWith('/OpenAction<</S/URI/URI(https://a.ma)>>'))).toBeNull();
  });

  it('is taken with nothing but padding behind its end', async () => {
    const limit = 10 * 1024 * 1024;
    for (const padding of [
      Buffer.alloc(limit),
      Buffer.alloc(limit, ' '),
      Buffer.alloc(limit, '% '),
    ])
      expect(await faultOfPdf(Buffer.concat([samplePdf, padding]))).toBeNull();
  });

  it('is taken where a transfer has moved its cross-reference', async () => {
    const moved = samplePdf.toString('latin1').replaceAll('\n', '\r\n');
    expect(await faultOfPdf(Buffer.from(moved, 'latin1'))).toBeNull();
  });

  const damaged: [string, Buffer | (() => Promise<Buffer>)][] = [
    ['of a header and an end alone', Buffer.from('%PDF-1.7\n%%EOF\n')],
    ['without a cross-reference', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF')],
    ['that stops early', samplePdf.subarray(0, -30)],
    [
      'of another maker that stops early',
      async () => (await sample('libreoffice')).subarray(0, -900),
    ],
    [
      'with an archive behind it',
      Buffer.concat([samplePdf, Buffer.from('PK'), Buffer.alloc(2000)]),
    ],
    ['without pages', pdfWith('/Pages 99 0 R')],
    [
      'with such after millions of comments',
      pdfWith('', stream('', inner(`9 ${'%\n'.repeat(3e6)} 0 obj`))),
    ],
    ['nested a million deep', pdfWith(`/X${'['.repeat(1e6)}${']'.repeat(1e6)}`)],
    ['that unpacks to too much', pdfWith('', stream(`/Type/ObjStm${objectStream}`, bomb))],
    [
      'that unpacks twice to too much',
      pdfWith(
        '',
        stream(
          '/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]',
          deflateSync(bomb, { level: 9 }),
        ),
      ),
    ],
    ['whose stream of objects does not say so', pdfWith('', stream(objectStream, packedScript))],
    ['with objects inside of a stream', pdfWith('', stream('', inner('9 0 obj')))],
    ['with such after a comment', pdfWith('', stream('', inner('9 %\n 0 %\nobj')))],
    [
      'with such where a stream says that it holds fewer than none',
      pdfWith(
        '/OpenAction 9 0 R',
        stream('', inner('9 0 obj')),
        stream('/Type/ObjStm/N -1/First 0', Buffer.from('')),
      ),
    ],
    [
      'with such next to an object whose head is written without a space',
      Buffer.from(
        pdfWith('/OpenAction 9 0 R', stream('', inner('9 0 obj')))
          .toString('latin1')
          .replace('xref\n', '7 0obj\nnull\nendobj\nxref\n'),
        'latin1',
      ),
    ],
    [
      'with such under a number that is written otherwise',
      pdfWith('/OpenAction 9 0 R', stream('', inner('9. 0. obj'))),
    ],
    ['with a trailer inside of a stream', pdfWith('', stream('', Buffer.from('trailer<</X 1>>')))],
    [
      'whose objects others unpack to something else',
      pdfWith(
        '',
        stream(
          '/Type/ObjStm/N 1/First 4/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 9>>',
          deflateSync(Buffer.from('9 0 null ')),
        ),
      ),
    ],
    [
      'whose count of objects may be replaced',
      pdfWith('', '1', stream('/Type/ObjStm/N 4 0 R/First 4', Buffer.from('9 0 null'))),
    ],
    [
      'whose objects are packed in an unknown way',
      pdfWith('', stream('/Type/ObjStm/N 1/First 4/Filter/Other', packedScript)),
    ],
  ];
  it.each(damaged)('is refused %s', { tags: ['slow'] }, async (_name, file) => {
    const fault: PdfFault | null = await faultOfPdf(
      typeof file === 'function' ? await file() : file,
    );
    expect(fault).toBe('PDF_DAMAGED');
  });

  it('is refused where it asks for a password before it shows anything', async () => {
    expect(await faultOfSample('password')).toBe('PDF_LOCKED');
  });

  const active: [string, string, ...string[]][] = [
    ['a script at its opening', `/OpenAction${script}`],
    ['a script under names written otherwise', '/OpenAction<</#53/Java#53cript/JS(app.alert(1))>>'],
    [
      'a script whose kind is in another object',
      '/OpenAction<</S 4 0 R/JS(app.alert(1))>>',
      '/JavaScript',
    ],
    ['a script of a page', '/AA<</WC 4 0 R>>', script],
    ['a script behind a comment', '/OpenAction 4 0 R', '<</S %\n/JavaScript/JS(app.alert(1))>>'],
    [
      'a script behind a comment in an object that is unreadable',
      '/OpenAction 4 0 R',
      '<</S %\n/JavaScript/JS(app.alert(1))/X +->>',
    ],
    ['a dynamic form that is unreadable', '/AcroForm 4 0 R', '<</XFA(x)/X +->>'],
    ['another document to open', '/OpenAction<</S/GoToR/F(//a.ma/b/c.pdf)/D[0/Fit]>>'],
    ['a program to start', '/OpenAction<</S/Launch/F(cmd.exe)>>'],
    ['a form that sends itself', '/OpenAction<</S/SubmitForm/F(https://a.ma)>>'],
    [
      'a file',
      '/X 4 0 R',
      '<</Type/Filespec/F(a.exe)/EF<</F 5 0 R>>>>',
      stream('', Buffer.from('MZ')),
    ],
    ['a dynamic form', '/AcroForm<</XFA 4 0 R>>', stream('', Buffer.from('<xdp/>'))],
    ['a packed script', '/OpenAction 9 0 R', stream(`/Type/ObjStm${objectStream}`, packedScript)],
    [
      'one behind a stream that seems to hold it',
      '/OpenAction 9 0 R',
      stream('', Buffer.from(' stream '), '5 0 R'),
      '8',
      stream(`/Type/ObjStm${objectStream}`, packedScript),
    ],
  ];
  it.each(active)(
    'is refused with %s',
    { tags: ['slow'] },
    async (_name, catalogue, ...objects) => {
      expect(await faultOfPdf(pdfWith(catalogue, ...objects))).toBe('PDF_ACTIVE');
    },
  );

  it('is refused with a script or a file in packed objects, and with the text it was made from', async () => {
    expect(await faultOfPdf(await packed((one) => one.addJavaScript('a', 'app.alert(1)')))).toBe(
      'PDF_ACTIVE',
    );
    const carrying = await packed(async (one) => one.attach(Buffer.from('MZ'), 'a.exe', {}));
    expect(await faultOfPdf(carrying)).toBe('PDF_ACTIVE');
    expect(await faultOfSample('with-its-original')).toBe('PDF_ACTIVE');
  });

  it('is refused with a script in its trailer, behind a comment', async () => {
    const file = pdfWith('').toString('latin1');
    const root = `/Root<</Type/Catalog/Pages 2 0 R/OpenAction<</S %\n/JavaScript/JS(app.alert(1))>>>>`;
    const changed = file.replace('/Root 1 0 R', root);
    expect(changed).not.toBe(file);
    expect(await faultOfPdf(Buffer.from(changed, 'latin1'))).toBe('PDF_ACTIVE');
  });

  it('is refused with a script that a later version of the object replaces', async () => {
    const file = pdfWith('/OpenAction 4 0 R', script).toString('latin1');
    const later = file.replace('xref\n', '4 0 obj\nnull\nendobj\nxref\n');
    expect(await faultOfPdf(Buffer.from(later, 'latin1'))).toBe('PDF_ACTIVE');
  });
});

describe('a PDF that takes for ever', { tags: ['slow'] }, () => {
  it('ends with its thread, and the next one is opened', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-pdf-'));
    const error = vi.fn();
    const ordinary = path.join(samples, 'libreoffice.pdf');
    const limits = { longestMs: 200_000, heapMb: 384, idleMs: 60_000 };
    // The limit is five times the time that a new thread needs for an ordinary file on this machine today.
    const began = performance.now();
    const patient = openPdfCheck({ error }, limits);
    await patient.require(ordinary);
    await patient.close();
    const longestMs = Math.ceil(Math.max(3000, 5 * (performance.now() - began)));
    const check = openPdfCheck({ error }, { ...limits, longestMs });
    try {
      const slow = path.join(folder, 'slow.pdf');
      const spaces = `x 1${' '.repeat(5_000_000)}\nxref`;
      await writeFile(slow, samplePdf.toString('latin1').replace('xref', spaces), 'latin1');
      await expect(check.require(slow)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(error).toHaveBeenCalledWith(expect.objectContaining({ event: 'thread.exited' }));
      await vi.waitFor(
        async () => {
          await check.require(ordinary);
        },
        { timeout: 200_000 },
      );
    } finally {
      await check.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('a document of a request', () => {
  const app = useTestApp();

  it('is refused with an instruction in the reader’s language, and nothing of it is stored', async () => {
    const user = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: user.id });
    const client = await app.as(user);
    const send = (file: Buffer, lang: string) =>
      client
        .post(`/requests/${String(request.id)}/document?lang=${lang}`)
        .field('name', 'BUSINESS_PLAN')
        .attach('file', file, 'plan.pdf');
    const before = await app.db.storedFile.count();
    const refused = await send(pdfWith(`/OpenAction${script}`), 'fr').expect(422);
    expect(refused.body).toMatchObject({
      code: 'PDF_ACTIVE',
      message: expect.stringContaining('Enregistrer au format PDF'),
    });
    const cut = await send(samplePdf.subarray(0, -30), 'es').expect(422);
    expect(cut.body).toMatchObject({
      code: 'PDF_DAMAGED',
      message: expect.stringContaining('no se abre'),
    });
    await send(await sample('password'), 'fr').expect(422);
    expect(await app.db.storedFile.count()).toBe(before);
    expect(await readdir(path.join(app.deps.settings.dataDir, 'uploads'))).toEqual([]);
    await send(samplePdf, 'fr').expect(201);
  });
});
