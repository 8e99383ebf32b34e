import type { RowBatch } from './row-batch.ts';
import {
  SpreadsheetFault,
  spreadsheetFaults,
  type SpreadsheetFaultKey,
} from './spreadsheet-fault.ts';
import { startThread } from './worker-thread.ts';
import type { XlsxRow } from './xlsx-cells.ts';
import type { ReadMessage } from './xlsx-read.worker.ts';

/** Memory of the reading thread. A workbook that needs more is refused, without effect on the server. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
/** Maximum ms between two batches before a workbook counts as unreadable. */
const maxSilenceMs = 30_000;

function faultOf(message: Extract<ReadMessage, { kind: 'fault' }>): SpreadsheetFault {
  const key = spreadsheetFaults.find(
    (known): known is SpreadsheetFaultKey => known === message.key,
  );
  return new SpreadsheetFault(key ?? 'unreadable', message.line, message.values);
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/**
 * Reads the first sheet of a workbook in another thread, so that the server stays responsive. Empty rows are skipped;
 * `line` is the row's number in the sheet.
 * @yields up to 200 rows at a time, with backpressure
 * @throws SpreadsheetFault
 */
export async function* readXlsx(path: string): AsyncGenerator<RowBatch<XlsxRow>> {
  const worker = startThread('xlsx-read', {
    workerData: { path },
    resourceLimits,
    stdout: true,
    stderr: true,
  });
  const queue: (ReadMessage | Error)[] = [];
  let wake: () => void = () => undefined;
  const push = (item: ReadMessage | Error): void => {
    queue.push(item);
    wake();
  };
  worker.on('message', push);
  worker.on('error', push);
  worker.on('exit', () => push(new Error('The reading thread ended')));

  const next = async (): Promise<ReadMessage | Error> => {
    const waiting = queue.shift();
    if (waiting) return waiting;
    return await new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve(new Error('The reading thread is silent'));
      }, maxSilenceMs);
      wake = () => {
        clearTimeout(timer);
        const item = queue.shift();
        if (item) resolve(item);
      };
    });
  };

  try {
    for (;;) {
      const message = await next();
      // A workbook that exceeds the thread's memory is reported as too big.
      if (message instanceof Error)
        throw isOutOfMemory(message) ? new SpreadsheetFault('tooBig') : message;
      if (message.kind === 'end') return;
      if (message.kind === 'fault') throw faultOf(message);
      yield message;
      worker.postMessage('next');
    }
  } finally {
    await worker.terminate();
  }
}
