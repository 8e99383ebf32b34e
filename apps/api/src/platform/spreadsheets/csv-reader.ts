import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTick } from 'node:timers/promises';
import { TextDecoder } from 'node:util';

import { CsvError, parse, type Parser } from 'csv-parse';

import { dialectOf, maxLineBytes } from './csv-dialect.ts';
import { csvEncodingOf, fromWindows1252, type CsvEncoding } from './csv-encoding.ts';
import type { RowBatch } from './row-batch.ts';
import type { SpreadsheetFaultKey } from './spreadsheet-fault.ts';

/** One line of a file: its cells, and its number as a spreadsheet shows it (a quoted line break does not count). */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Why the line cannot be read. The cells are then its parts between the delimiters. */
  readonly fault?: SpreadsheetFaultKey;
  /** Index of the cell with the fault, where it is known. */
  readonly faultAt?: number;
}

interface CsvFault {
  readonly key: SpreadsheetFaultKey;
  readonly at?: number;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

const faultByCode = {
  CSV_QUOTE_NOT_CLOSED: 'quoteNotClosed',
  CSV_MAX_RECORD_SIZE: 'lineTooLong',
  CSV_INVALID_CLOSING_QUOTE: 'quoteMisplaced',
  INVALID_OPENING_QUOTE: 'quoteMisplaced',
} as const;

function isKnown(code: string): code is keyof typeof faultByCode {
  return Object.hasOwn(faultByCode, code);
}

const parsedAtOnce = 8 * 1024;
/** Maximum rows of a batch: more than a block of usual lines. */
const maxBatchRows = 2000;

/** Broken lines that the parser starts again after. In a file with more of them, quotes count as letters. */
const maxRestarts = 500;

/** Length of the first line of a text with its line end; the whole length without one. */
function lineLength(bytes: Buffer): number {
  const feed = bytes.indexOf(newline);
  const end = feed === -1 ? bytes.indexOf(carriageReturn) : feed;
  return end === -1 ? bytes.length : end + 1;
}

/** The cells of a broken line. Complete quotes are removed. */
function cellsOf(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let start = 0;
  while (start <= text.length) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(text.slice(start));
    const after = start + (quoted?.[0].length ?? 0);
    const isComplete = quoted !== null && (after === text.length || text[after] === delimiter);
    const next = text.indexOf(delimiter, isComplete ? after : start);
    const end = next === -1 ? text.length : next;
    cells.push(isComplete ? (quoted[1] ?? '').replaceAll('""', '"') : text.slice(start, end));
    start = end + 1;
  }
  return cells;
}

function endsLine(bytes: Buffer): boolean {
  return [newline, carriageReturn].includes(bytes.at(-1) ?? 0);
}

/**
 * csv-parse through its write API, without a pipe: a broken pipe loses the rows before the error. After an error, the
 * broken line becomes a row with its fault, and a new parser continues with the next line.
 */
class Feed {
  rows: CsvRow[] = [];
  line: number;
  #parser: Parser;
  /** Bytes after the last complete record, and their offset in the parser's input. */
  #open: Buffer = Buffer.alloc(0);
  #openAt = 0;
  #recordEnd = 0;
  #restarts = 0;
  /** The line that is being read is already reported as broken. */
  #isSkipping = false;
  readonly #delimiter: string;
  readonly #look: (cells: readonly string[]) => void;

  constructor(delimiter: string, firstLine: number, look: (cells: readonly string[]) => void) {
    this.line = firstLine - 1;
    this.#delimiter = delimiter;
    this.#look = look;
    this.#parser = this.#start();
  }

  /** A block may have tens of thousands of short lines, so it yields to the event loop between parts. */
  async write(block: Buffer): Promise<void> {
    let rest = this.#isSkipping ? this.#afterLine(block) : block;
    while (rest.length > 0) {
      const part = rest.subarray(0, parsedAtOnce);
      rest = rest.subarray(part.length);
      this.#open = Buffer.concat([this.#open, part]);
      const fault = await this.#step((done) => {
        this.#parser.write(part, done);
      });
      this.#close();
      if (fault !== null) {
        const again = this.#restart(fault);
        rest = this.#isSkipping ? this.#afterLine(rest) : Buffer.concat([again, rest]);
      }
      await nextTick();
    }
  }

  async end(): Promise<void> {
    for (;;) {
      const fault = await this.#step((done) => {
        this.#parser.end(done);
        this.#parser.resume();
      });
      this.#close();
      if (fault === null) return;
      await this.write(this.#restart(fault));
    }
  }

  /** Reports the lines that the parser has not completed as too long. */
  async breakOpenLines(): Promise<void> {
    while (this.#open.length > 0) await this.write(this.#restart({ key: 'lineTooLong' }));
  }

  take(): CsvRow[] {
    const taken = this.rows;
    this.rows = [];
    return taken;
  }

  destroy(): void {
    this.#parser.destroy();
  }

  #start(): Parser {
    const isPlain = this.#restarts > maxRestarts;
    const parser = parse({
      delimiter: this.#delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: maxLineBytes,
      quote: isPlain ? null : '"',
      on_record: (cells: string[], { bytes }) => {
        this.#recordEnd = bytes;
        const at = isPlain ? cells.findIndex((cell) => cell.includes('"')) : -1;
        this.#look(cells);
        this.#add(cells, at === -1 ? null : { key: 'quoteMisplaced', at });
        return null;
      },
    });
    // The callback of each write receives its error. An unhandled error event would end the process.
    parser.on('error', () => undefined);
    return parser;
  }

  #add(cells: readonly string[], fault: CsvFault | null): void {
    this.line += 1;
    if (!cells.some((cell) => cell.trim() !== '')) return;
    const { key, at = cells.length } = fault ?? {};
    this.rows.push({
      line: this.line,
      cells,
      ...(key === undefined ? {} : { fault: key }),
      ...(at < cells.length ? { faultAt: at } : {}),
    });
  }

  /** The bytes after the end of the line. */
  #afterLine(bytes: Buffer): Buffer {
    const length = lineLength(bytes);
    this.#isSkipping = !endsLine(bytes.subarray(0, length));
    return bytes.subarray(length);
  }

  /** Forgets the bytes of complete records. */
  #close(): void {
    this.#open = this.#open.subarray(this.#recordEnd - this.#openAt);
    this.#openAt = this.#recordEnd;
  }

  /** Reports the first open line as broken. Returns the bytes after it, for a new parser. */
  #restart(fault: CsvFault): Buffer {
    const length = lineLength(this.#open);
    const text = this.#open.toString('utf8', 0, Math.min(length, maxLineBytes));
    this.#add(cellsOf(text.replace(/[\r\n]+$/, ''), this.#delimiter), fault);
    const rest = this.#open.subarray(length);
    this.#isSkipping = !endsLine(this.#open.subarray(0, length));
    this.#restarts += 1;
    this.#parser.destroy();
    this.#parser = this.#start();
    this.#open = Buffer.alloc(0);
    this.#openAt = 0;
    this.#recordEnd = 0;
    return rest;
  }

  async #step(run: (done: (error?: Error | null) => void) => void): Promise<CsvFault | null> {
    try {
      await new Promise<void>((resolve, reject) => {
        run((error) => {
          if (error) reject(error);
          else resolve();
        });
      });
      return null;
    } catch (error) {
      if (!(error instanceof CsvError) || !isKnown(error.code)) throw error;
      const { column } = error as { column?: unknown };
      const key = faultByCode[error.code];
      return typeof column === 'number' ? { key, at: column } : { key };
    }
  }
}

/** Splits a block after its last complete line. A file without line feeds is split at carriage returns. */
function splitAtLineEnd(block: Buffer): [Buffer, Buffer] {
  const feed = block.lastIndexOf(newline);
  // A carriage return at the end may be the first half of a CRLF.
  const end = feed === -1 ? block.lastIndexOf(carriageReturn, -2) : feed;
  return [block.subarray(0, end + 1), block.subarray(end + 1)];
}

/** Bytes of one read. Each statement of an import costs the same for few lines and for hundreds. */
export const csvBlockBytes = 64 * 1024;

/** The file in UTF-8 blocks, with the bytes read so far. */
async function* utf8Blocks(
  path: string,
  encoding: CsvEncoding,
): AsyncGenerator<{ block: Buffer; read: number }> {
  let read = 0;
  // The decoder writes U+FFFD for bytes that are no UTF-8, and passes a byte order mark on.
  const decoder =
    encoding === 'utf-8' || encoding === 'windows-1252'
      ? null
      : new TextDecoder(encoding === 'broken' ? 'utf-8' : encoding, { ignoreBOM: true });
  const utf8Of = (bytes: Buffer): Buffer => {
    if (decoder !== null) return Buffer.from(decoder.decode(bytes, { stream: true }));
    return encoding === 'utf-8' ? bytes : Buffer.from(fromWindows1252(bytes));
  };
  for await (const chunk of createReadStream(path, { highWaterMark: csvBlockBytes })) {
    const bytes = chunk as Buffer;
    read += bytes.length;
    yield { block: utf8Of(bytes), read };
  }
  const last = decoder?.decode() ?? '';
  if (last !== '') yield { block: Buffer.from(last), read };
}

const maxFrenchWords = 3;
const word = /[^\s;,|"()«»]+/gu;
const accent = /[^\0-\x7F]/;

/**
 * Streams a CSV file: UTF-8 with or without a mark, UTF-16, or French text in Windows-1252. It detects `;`, `,`, `|` or tab
 * (a first line `sep=;` decides), and LF, CRLF or CR. Empty lines count but are not returned. A line that cannot be
 * read is a row with its fault; reading continues after it. A letter of another encoding is U+FFFD in its cell.
 * @yields the rows of about 64 kB at a time, at most 2,000
 */
export async function* readCsv(path: string): AsyncGenerator<RowBatch<CsvRow>> {
  let feed: Feed | undefined;
  let rest: Buffer = Buffer.alloc(0);
  const { size } = await stat(path);
  const encoding = await csvEncodingOf(path);
  const frenchWords = new Set<string>();
  let soFar = 0;
  const taken = function* (): Generator<RowBatch<CsvRow>> {
    const rows = feed?.take() ?? [];
    for (let start = 0; start === 0 || start < rows.length; start += maxBatchRows) {
      const batch = { rows: rows.slice(start, start + maxBatchRows), share: soFar / size };
      yield frenchWords.size === 0 ? batch : { ...batch, frenchWords: [...frenchWords] };
    }
  };
  const noteFrenchWords = (cells: readonly string[]): void => {
    if (encoding !== 'windows-1252' || frenchWords.size >= maxFrenchWords) return;
    for (const [text] of cells.join(' ').matchAll(word))
      if (frenchWords.size < maxFrenchWords && accent.test(text)) frenchWords.add(text);
  };
  const pass = async (lines: Buffer): Promise<void> => {
    let block = lines;
    if (!feed) {
      const { delimiter, stated, contentStart } = dialectOf(block);
      feed = new Feed(delimiter, stated === null ? 1 : 2, noteFrenchWords);
      block = block.subarray(contentStart);
    }
    await feed.write(block);
  };

  try {
    for await (const { block, read } of utf8Blocks(path, encoding)) {
      soFar = read;
      const [lines, left] = splitAtLineEnd(
        rest.length === 0 ? block : Buffer.concat([rest, block]),
      );
      if (lines.length > 0) {
        await pass(lines);
      }
      rest = left;
      // Only the beginning of an endless line is read.
      if (rest.length > maxLineBytes) {
        await pass(rest);
        await feed?.breakOpenLines();
        rest = Buffer.alloc(0);
      }
      yield* taken();
    }
    if (rest.length > 0) await pass(rest);
    await feed?.end();
    yield* taken();
  } finally {
    feed?.destroy();
  }
}
