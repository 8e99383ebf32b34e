import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { RequestView } from '@wasl/contracts';
import { describe, expect, it, vi } from 'vitest';

import { pdfWith, samplePdf, useTestApp } from '../../testing/index.ts';
import {
  openedPdfs,
  pdfSample,
  pdfScript,
  refusedPdfs,
  unreadablePdfs,
  warnedPdfs,
  type PdfKind,
} from '../../testing/pdf-kinds.ts';
import { openPdfCheck } from './pdf-check.ts';
import { verdictOfPdf } from './verdict-of-pdf.ts';

const samples = path.join(import.meta.dirname, 'samples');

async function expectAnswer(...[, file, answer]: PdfKind): Promise<void> {
  expect(await verdictOfPdf(typeof file === 'function' ? await file() : file)).toBe(answer);
}

describe('a PDF', () => {
  it.each(openedPdfs)('is accepted %s', expectAnswer);
  it.each(warnedPdfs)('is accepted with a warning %s', expectAnswer);
  it.each(refusedPdfs)('is refused %s', expectAnswer);
  it.each(unreadablePdfs)('is refused as unreadable %s', { tags: ['slow'] }, expectAnswer);
});

/** Each of its references leads to the same eight million spaces, which the reader skips. */
function slowPdf(): Buffer {
  const numbers = Array.from({ length: 4000 }, (_, index) => index + 5);
  const file = pdfWith(
    `/X[${numbers.map((number) => `${String(number)} 0 R`).join(' ')}]`,
    `${' '.repeat(8_000_000)}null`,
    ...numbers.map(() => 'null'),
  ).toString('latin1');
  const offset = String(file.indexOf('   ')).padStart(10, '0');
  const at = file.indexOf('xref\n');
  // Two lines of the table's head, and the entries of the objects before number 5.
  const table = file
    .slice(at)
    .split('\n')
    .map((line, index) => (index > 6 && line.endsWith(' n ') ? `${offset} 00000 n ` : line));
  return Buffer.from(file.slice(0, at) + table.join('\n'), 'latin1');
}

describe('a PDF that never finishes parsing', { tags: ['slow'] }, () => {
  it('is terminated with its thread, and the next PDF is opened', async () => {
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
      await writeFile(slow, slowPdf());
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

  it('is refused with an instruction in the reader’s language, and is not stored', async () => {
    const user = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: user.id });
    const client = await app.as(user);
    const send = (file: Buffer, lang: string) =>
      client
        .post(`/requests/${String(request.id)}/document?lang=${lang}`)
        .field('name', 'BUSINESS_PLAN')
        .attach('file', file, 'plan.pdf');
    const before = await app.db.storedFile.count();
    const refused = await send(pdfWith(`/OpenAction${pdfScript}`), 'fr').expect(422);
    expect(refused.body).toMatchObject({
      code: 'PDF_ACTIVE',
      message: expect.stringContaining('Enregistrer au format PDF'),
    });
    const cut = await send(samplePdf.subarray(0, -30), 'es').expect(422);
    expect(cut.body).toMatchObject({
      code: 'PDF_DAMAGED',
      message: expect.stringContaining('no se abre'),
    });
    await send(pdfSample('password'), 'fr').expect(422);
    expect(await app.db.storedFile.count()).toBe(before);
    expect(await readdir(path.join(app.deps.settings.dataDir, 'uploads'))).toEqual([]);
    await send(samplePdf, 'fr').expect(201);
  });

  it('shows a warning to its readers when it has scripts', async () => {
    const user = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: user.id });
    const client = await app.as(user);
    const address = `/requests/${String(request.id)}`;
    const send = (file: Buffer) =>
      client
        .post(`${address}/document`)
        .field('name', 'BUSINESS_PLAN')
        .attach('file', file, 'plan.pdf')
        .expect(201);
    const state = async () => {
      const { body } = await client.get(address).expect(200);
      return (body as RequestView).documents.map((document) => document.state);
    };
    await send(pdfWith('/X 4 0 R', pdfScript));
    expect(await state()).toEqual(['CAUTION']);
    await send(samplePdf);
    expect(await state()).toEqual(['CLEAN']);
  });
});
