import { readFile } from 'node:fs/promises';

import { done, type Done } from '../threads/done.ts';
import { faultOfPdf } from './fault-of-pdf.ts';

// The reader writes what it finds odd to the process's own output, which holds one JSON line each.
console.warn = () => undefined;

/** Opens the PDF at a path; the answer is its fault, or nothing. */
export default function checkPdf(path: string): Promise<Done> {
  return done(async () => Buffer.from((await faultOfPdf(await readFile(path))) ?? ''));
}
