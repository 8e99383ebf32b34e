import { readFile } from 'node:fs/promises';

import { done, type Done } from '../threads/done.ts';
import { verdictOfPdf } from './verdict-of-pdf.ts';

/** Opens the PDF at a path. The result is its verdict. */
export default function checkPdf(path: string): Promise<Done> {
  return done(async () => Buffer.from(await verdictOfPdf(await readFile(path))));
}
