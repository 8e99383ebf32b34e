import { open } from 'node:fs/promises';

/** Bytes of one line; an endless line, or a quote that is never closed, stops here. */
export const maxLineBytes = 128 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** What stands between two cells; a tab is what Excel's “Unicode text” has. */
export type CsvDelimiter = ';' | ',' | '\t';

export type LineEnd = '\r\n' | '\n' | '\r';

/** How a CSV file is written, as its beginning shows. */
export interface CsvDialect {
  readonly delimiter: CsvDelimiter;
  readonly hasMark: boolean;
  /** A first line that names the delimiter, `sep=;`, as it stands there. */
  readonly said: string | null;
  readonly lineEnd: LineEnd;
  /** Where the lines begin, after the mark and the line that names the delimiter. */
  readonly contentStart: number;
}

/** Which UTF-16 the mark at the beginning of a file says; null where it says none. */
export function utf16Of(beginning: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  return beginning[0] === 0xfe && beginning[1] === 0xff ? 'utf-16be' : null;
}

/** `;`, `,` or a tab: whichever the first line has most of outside quotes. */
function delimiterOf(firstLine: string): CsvDelimiter {
  const bare = firstLine.replace(/"[^"]*"?/g, '');
  const count = (sign: string): number => bare.split(sign).length;
  const most = count(';') >= count(',') ? ';' : ',';
  return count('\t') > count(most) ? '\t' : most;
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
  const first = block.toString('latin1', start, end === -1 ? block.length : end);
  const named = /^"?sep=([;,])"?$/i.exec(first.trim())?.[1];
  const isNamed = named === ';' || named === ',';
  return {
    hasMark,
    delimiter: isNamed ? named : delimiterOf(first),
    said: isNamed ? first.trim() : null,
    lineEnd: lineEndOf(block, feed, end),
    contentStart: isNamed ? (end === -1 ? block.length : end + 1) : start,
  };
}

/** The dialect of a file; one in UTF-16 is answered in UTF-8 with a mark, which spreadsheets open as well. */
export async function readCsvDialect(path: string): Promise<CsvDialect> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxLineBytes), 0, maxLineBytes, 0);
    const beginning = buffer.subarray(0, bytesRead);
    const encoding = utf16Of(beginning);
    if (encoding === null) return dialectOf(beginning);
    return {
      ...dialectOf(Buffer.from(new TextDecoder(encoding).decode(beginning))),
      hasMark: true,
    };
  } finally {
    await file.close();
  }
}
