import { createReadStream } from 'node:fs';

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;

/**
 * How many lines a CSV file has, as the reader numbers them (a line break within quotes is none), found by running over
 * its bytes: a fraction of the time that reading takes. A misplaced quote makes it wrong; use it to show how far one is.
 */
export async function countCsvLines(path: string): Promise<number> {
  let lines = 0;
  let isQuoted = false;
  let before = newline;
  for await (const chunk of createReadStream(path)) {
    for (const byte of chunk as Buffer) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (!isQuoted && byte === newline) lines += before === carriageReturn ? 0 : 1;
      else if (!isQuoted && byte === carriageReturn) lines += 1;
      before = byte;
    }
  }
  return before === newline || before === carriageReturn ? lines : lines + 1;
}
