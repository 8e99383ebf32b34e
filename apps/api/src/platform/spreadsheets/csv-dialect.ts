import { open } from 'node:fs/promises';

import { fromWindows1252, utf16Of } from './csv-encoding.ts';

/** Maximum bytes of one line: limits an endless line or an unclosed quote. */
export const maxLineBytes = 128 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

export type LineEnd = '\r\n' | '\n' | '\r';

/** Form of a CSV file, detected from its beginning. */
export interface CsvDialect {
  /** Excel's “Unicode text” uses a tab. */
  readonly delimiter: string;
  readonly hasMark: boolean;
  /** First line `sep=;` that names the delimiter, verbatim. */
  readonly stated: string | null;
  readonly lineEnd: LineEnd;
  /** Offset of the first data line, after the byte order mark and the `sep=` line. */
  readonly contentStart: number;
}

/** The most frequent of `;`, `,`, tab and `|` in the first line, outside quotes. */
function delimiterOf(firstLine: string): string {
  const bare = firstLine.replace(/"[^"]*"?/g, '');
  const count = (sign: string): number => bare.split(sign).length;
  return [',', '\t', '|'].reduce((most, sign) => (count(sign) > count(most) ? sign : most), ';');
}

function lineEndOf(block: Buffer, feed: number, end: number): LineEnd {
  if (feed === -1) return end === -1 ? '\r\n' : '\r';
  return block[feed - 1] === carriageReturn ? '\r\n' : '\n';
}

/** @param block the beginning of a file, with complete first lines */
export function dialectOf(block: Buffer): CsvDialect {
  const hasMark = block.subarray(0, 3).equals(byteOrderMark);
  const start = hasMark ? 3 : 0;
  const feed = block.indexOf(newline, start);
  const end = feed === -1 ? block.indexOf(carriageReturn, start) : feed;
  const bytes = block.subarray(start, end === -1 ? block.length : end);
  const text = bytes.toString();
  const first = text.includes('\uFFFD') ? fromWindows1252(bytes) : text;
  const sepLine = first.replace(/\r$/, '');
  const named = /^"?sep=([^"\r\n\uD800-\uDFFF])\1*"? *$/i.exec(sepLine)?.[1];
  const isNamed = named !== undefined;
  return {
    hasMark,
    delimiter: isNamed ? named : delimiterOf(first),
    stated: isNamed ? sepLine : null,
    lineEnd: lineEndOf(block, feed, end),
    contentStart: isNamed ? (end === -1 ? block.length : end + 1) : start,
  };
}

/** Dialect of a file. The answer to another encoding is UTF-8 with a mark, which spreadsheets open as well. */
export async function readCsvDialect(path: string, isWindows1252: boolean): Promise<CsvDialect> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxLineBytes), 0, maxLineBytes, 0);
    const beginning = buffer.subarray(0, bytesRead);
    const encoding = utf16Of(beginning);
    if (encoding !== null)
      return {
        ...dialectOf(Buffer.from(new TextDecoder(encoding).decode(beginning))),
        hasMark: true,
      };
    const dialect = dialectOf(beginning);
    return isWindows1252 ? { ...dialect, hasMark: true } : dialect;
  } finally {
    await file.close();
  }
}
