import { readFile } from 'node:fs/promises';

import { done, type Done } from '../threads/done.ts';
import { faultOfPdf } from './fault-of-pdf.ts';

// The parser's warnings would go to the process's stdout, which contains one JSON object a line.
console.warn = () => undefined;

/** Opens the PDF at a path. The result is its fault, or empty. */
export default function checkPdf(path: string): Promise<Done> {
  return done(async () => Buffer.from((await faultOfPdf(await readFile(path))) ?? ''));
}
