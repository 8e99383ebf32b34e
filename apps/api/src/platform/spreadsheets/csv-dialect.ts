import { open } from 'node:fs/promises';

import type { LineEnd } from './cell-text.ts';

/** Bytes of one line; an endless line, or a quote that is never closed, stops here. */
export const maxLineBytes = 128 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** How a CSV file is written, as its beginning shows. */
export interface CsvDialect {
  readonly delimiter: ';' | ',';
  readonly hasMark: boolean;
  /** A first line that names the delimiter, `sep=;`, as it stands there. */
  readonly said: string | null;
  readonly lineEnd: LineEnd;
  /** Where the lines begin, after the mark and the line that names the delimiter. */
  readonly contentStart: number;
}

/** `;` or `,`: whichever the first line has more of outside quotes. */
function delimiterOf(firstLine: string): ';' | ',' {
  const bare = firstLine.replace(/"[^"]*"?/g, '');
  const count = (sign: string): number => bare.split(sign).length;
  return count(';') >= count(',') ? ';' : ',';
}

function lineEndOf(block: Buffer, feed: number, end: number): LineEnd {
  if (feed === -1) return end === -1 ? '\r\n' : '\r';
  return block[feed - 1] === carriageReturn ? '\r\n' : '\n';
}

/** @param block the beginning of a file, its first lines whole */
export function dialectOf(block: Buffer): CsvDialect {
  const hasMark = block.subarray(0, 3).equals(byteOrderMark);
  const start = hasMark ? 3 : 0;
  const feed = block.indexOf(newline, start);
  const end = feed === -1 ? block.indexOf(carriageReturn, start) : feed;
  const first = block.toString('latin1', start, end === -1 ? block.length : end).trim();
  const named = /^"?sep=([;,])"?$/i.exec(first)?.[1];
  const isNamed = named === ';' || named === ',';
  return {
    hasMark,
    delimiter: isNamed ? named : delimiterOf(first),
    said: isNamed ? first : null,
    lineEnd: lineEndOf(block, feed, end),
    contentStart: isNamed ? (end === -1 ? block.length : end + 1) : start,
  };
}

/** The dialect of a file. */
export async function readCsvDialect(path: string): Promise<CsvDialect> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxLineBytes), 0, maxLineBytes, 0);
    return dialectOf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
