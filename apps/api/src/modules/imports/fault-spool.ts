import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';

import type { LineNote } from '../../platform/spreadsheets/annotation.ts';
import type { FaultSink } from './fault-report.ts';

/** Characters of one line's faults: a cell of a spreadsheet takes 32,767. */
const maxNote = 4000;
const separator = ' / ';

/** Every fault of a file, however many: they wait on the disk, not in memory. */
export interface FaultSpool extends FaultSink {
  /** Puts the faults found since the last time on the disk. Lines of a later call stand after those of this one. */
  readonly flush: () => Promise<void>;
  /** The faults by line, in order. */
  readonly notes: () => AsyncIterable<LineNote>;
  /** Removes the file; call it whatever happened. */
  readonly discard: () => Promise<void>;
}

export async function createFaultSpool(path: string): Promise<FaultSpool> {
  const file = await open(path, 'wx', 0o600);
  let byLine = new Map<number, string>();
  let total = 0;
  return {
    add(line, message) {
      total += 1;
      const earlier = byLine.get(line);
      const text = earlier === undefined ? message : `${earlier}${separator}${message}`;
      byLine.set(line, text.slice(0, maxNote));
    },
    get total() {
      return total;
    },
    async flush() {
      if (byLine.size === 0) return;
      const notes = [...byLine].sort(([a], [b]) => a - b);
      byLine = new Map();
      await file.appendFile(notes.map((note) => `${JSON.stringify(note)}\n`).join(''));
    },
    async *notes() {
      const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
      for await (const entry of lines) {
        // Written by `flush`.
        const [line, text] = JSON.parse(entry) as [number, string];
        yield { line, text };
      }
    },
    async discard() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}
