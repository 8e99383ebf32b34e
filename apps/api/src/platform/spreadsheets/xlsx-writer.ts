import { once } from 'node:events';

import { startThread } from './worker-thread.ts';
import type { SheetDraft } from './xlsx-sheets.ts';

/** Writes a small workbook in another thread: building and packing one takes time that other calls need. */
export async function writeXlsx(sheets: readonly SheetDraft[]): Promise<Buffer> {
  const worker = startThread('xlsx-write', { workerData: { sheets }, stdout: true, stderr: true });
  try {
    const [bytes] = (await once(worker, 'message')) as [Uint8Array];
    return Buffer.from(bytes);
  } finally {
    await worker.terminate();
  }
}
