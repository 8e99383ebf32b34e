import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';

import type { RowBatch } from './row-batch.ts';
import { SpreadsheetFault } from './spreadsheet-fault.ts';
import type { XlsxRow } from './xlsx-cells.ts';
import { openXlsxPackage } from './xlsx-package.ts';
import { readSheet } from './xlsx-sheet.ts';

export type ReadMessage =
  | ({ readonly kind: 'rows' } & RowBatch<XlsxRow>)
  | {
      readonly kind: 'fault';
      readonly key: string;
      readonly line: number;
      readonly values: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'end' };

const batchRows = 200;
if (!parentPort) throw new Error('This program reads workbooks for another thread');
const port = parentPort;
const send = (message: ReadMessage): void => port.postMessage(message);

/** One batch at a time: the thread waits until the last one was taken. */
async function handOver({ rows, ...rest }: RowBatch<XlsxRow>): Promise<void> {
  const taken = once(port, 'message');
  send({ kind: 'rows', rows, ...rest });
  await taken;
}

async function read(path: string): Promise<void> {
  const parts = await openXlsxPackage(path);
  try {
    const waiting: XlsxRow[] = [];
    let about: Pick<RowBatch<XlsxRow>, 'otherSheets' | 'hiddenColumns' | 'faults'> = {};
    try {
      for await (const { rows, share, ...rest } of readSheet(parts)) {
        about = rest;
        waiting.push(...rows);
        while (waiting.length >= batchRows)
          await handOver({ rows: waiting.splice(0, batchRows), share, ...about });
      }
    } finally {
      // The rows before a fault that ends the reading are checked, too.
      if (
        waiting.length > 0 ||
        [about.otherSheets, about.faults].some((list = []) => list.length > 0)
      )
        await handOver({ rows: waiting, share: 1, ...about });
    }
    send({ kind: 'end' });
  } finally {
    parts.close();
  }
}

try {
  await read((workerData as { path: string }).path);
} catch (error) {
  const fault = error instanceof SpreadsheetFault ? error : new SpreadsheetFault('unreadable');
  send({ kind: 'fault', key: fault.key, line: fault.line, values: fault.values });
}
port.close();
