import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** Stores checked lines on disk until the whole file is known to be valid. */
export interface Spool<T> {
  readonly add: (batch: readonly T[]) => Promise<void>;
  readonly count: number;
  /** The batches, as they were added. */
  readonly batches: () => AsyncIterable<T[]>;
  /** Deletes the file. Always call it. */
  readonly discard: () => Promise<void>;
}

export async function createSpool<T>(path: string): Promise<Spool<T>> {
  const file = await open(path, 'wx', 0o600);
  let count = 0;
  return {
    get count() {
      return count;
    },
    async add(batch) {
      count += batch.length;
      if (batch.length > 0) await file.appendFile(`${JSON.stringify(batch)}\n`);
    },
    async *batches() {
      const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
      // JSON contains no raw line break, so each line is a batch that `add` wrote.
      for await (const line of lines) yield JSON.parse(line) as T[];
    },
    async discard() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}
