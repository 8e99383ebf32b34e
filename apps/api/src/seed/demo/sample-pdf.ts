import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { Storage } from '../../platform/storage/storage.ts';

/** A one-page document that is marked as a sample. */
async function samplePdf(title: string, author: string): Promise<Buffer> {
  // Loaded on demand: every start runs the seed, and most runs write nothing.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: { Title: title, Author: author },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.once('end', resolve));
  document.rect(0, 0, document.page.width, 12).fill('#0B6E6E');
  document.fillColor('#1F2A2E').font('Helvetica-Bold').fontSize(22).text(title, 56, 80);
  document.moveDown().font('Helvetica').fontSize(12).text(author);
  document
    .moveDown(2)
    .text(
      'Ce fichier fait partie du jeu de démonstration. Les personnes, les montants et les projets sont imaginaires.',
    );
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

export interface StoredSample {
  readonly key: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
}

/** Stores a sample PDF and returns the columns of its row. Without a row it is swept a day later. */
export async function storeSamplePdf(
  storage: Storage,
  title: string,
  author: string,
): Promise<StoredSample> {
  const content = await samplePdf(title, author);
  const temporary = path.join(os.tmpdir(), `wasl-demo-${randomUUID()}.pdf`);
  const sha256 = createHash('sha256').update(content).digest('hex');
  await writeFile(temporary, content, { mode: 0o600 });
  try {
    return {
      key: await storage.put(temporary, content.length, sha256),
      mimeType: 'application/pdf',
      size: content.length,
      sha256,
    };
  } finally {
    await rm(temporary, { force: true });
  }
}
