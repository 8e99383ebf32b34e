import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';

import { CsvError, parse, type Parser } from 'csv-parse';

import { dialectOf, maxLineBytes, utf16Of, type CsvDelimiter } from './csv-dialect.ts';
import type { RowBatch } from './row-batch.ts';
import { SpreadsheetFault, type SpreadsheetFaultKey } from './spreadsheet-fault.ts';

/** One line of a file: its cells, and its number as a spreadsheet shows it (a quoted line break does not count). */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
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

/** csv-parse through its write API, without a pipe: a broken pipe loses the rows before the error. */
class Feed {
  rows: CsvRow[] = [];
  line: number;
  readonly #parser: Parser;

  constructor(delimiter: CsvDelimiter, firstLine: number) {
    this.line = firstLine - 1;
    this.#parser = parse({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: maxLineBytes,
      on_record: (cells: string[]) => {
        this.line += 1;
        if (cells.some((cell) => cell.trim() !== '')) this.rows.push({ line: this.line, cells });
        return null;
      },
    });
    // The callback of each write receives its error. An unhandled error event would end the process.
    this.#parser.on('error', () => undefined);
  }

  /** A block may have tens of thousands of short lines, so it yields to the event loop between parts. */
  async write(block: Buffer): Promise<void> {
    for (let start = 0; start < block.length; start += parsedAtOnce) {
      await this.#step((done) => {
        this.#parser.write(block.subarray(start, start + parsedAtOnce), done);
      });
      await nextTurn();
    }
  }

  async end(): Promise<void> {
    await this.#step((done) => {
      this.#parser.end(done);
      this.#parser.resume();
    });
  }

  /** The fault in the line after the last complete one. The parser buffers that line until it sees the next. */
  async stop(key: SpreadsheetFaultKey): Promise<SpreadsheetFault> {
    await this.end().catch(() => undefined);
    return new SpreadsheetFault(key, this.line + 1);
  }

  take(): CsvRow[] {
    const taken = this.rows;
    this.rows = [];
    return taken;
  }

  destroy(): void {
    this.#parser.destroy();
  }

  async #step(run: (done: (error?: Error | null) => void) => void): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        run((error) => {
          if (error) reject(error);
          else resolve();
        });
      });
    } catch (error) {
      if (error instanceof CsvError && isKnown(error.code)) {
        throw new SpreadsheetFault(faultByCode[error.code], this.line + 1);
      }
      throw error;
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

/** The lines before the first invalid UTF-8. */
function validPart(block: Buffer): Buffer {
  let end = 0;
  for (;;) {
    const next = block.indexOf(newline, end);
    if (next === -1 || !isUtf8(block.subarray(end, next + 1))) return block.subarray(0, end);
    end = next + 1;
  }
}

/** Bytes of one read. Each statement of an import costs the same for few lines and for hundreds. */
export const csvBlockBytes = 64 * 1024;

/** The file in UTF-8 blocks with the bytes read so far; converts UTF-16 with a byte order mark. */
async function* utf8Blocks(path: string): AsyncGenerator<{ block: Buffer; read: number }> {
  let read = 0;
  let decoder: TextDecoder | null = null;
  for await (const chunk of createReadStream(path, { highWaterMark: csvBlockBytes })) {
    const bytes = chunk as Buffer;
    const encoding = read === 0 ? utf16Of(bytes) : null;
    if (encoding !== null) decoder = new TextDecoder(encoding);
    read += bytes.length;
    const block = decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
    yield { block, read };
  }
}

/**
 * Streams a CSV file: UTF-8 with or without a mark, or UTF-16. It detects `;`, `,` or tab (a first line `sep=;`
 * decides), and LF, CRLF or CR. Empty lines count but are not returned.
 * @yields the rows of about 64 kB at a time, at most 2,000
 * @throws SpreadsheetFault with the line where reading stops; the rows before it were yielded
 */
export async function* readCsv(path: string): AsyncGenerator<RowBatch<CsvRow>> {
  let feed: Feed | undefined;
  let rest: Buffer = Buffer.alloc(0);
  const { size } = await stat(path);
  let soFar = 0;
  const taken = function* (): Generator<RowBatch<CsvRow>> {
    const rows = feed?.take() ?? [];
    for (let start = 0; start === 0 || start < rows.length; start += maxBatchRows)
      yield { rows: rows.slice(start, start + maxBatchRows), share: soFar / size };
  };

  const pass = async (lines: Buffer): Promise<void> => {
    let block = lines;
    if (!feed) {
      const { delimiter, said, contentStart } = dialectOf(block);
      feed = new Feed(delimiter, said === null ? 1 : 2);
      block = block.subarray(contentStart);
    }
    const isValid = isUtf8(block);
    await feed.write(isValid ? block : validPart(block));
    if (!isValid) throw await feed.stop('encoding');
  };

  try {
    for await (const { block, read } of utf8Blocks(path)) {
      soFar = read;
      const [lines, left] = splitAtLineEnd(
        rest.length === 0 ? block : Buffer.concat([rest, block]),
      );
      rest = left;
      try {
        if (lines.length > 0) await pass(lines);
        if (rest.length > maxLineBytes)
          throw (await feed?.stop('lineTooLong')) ?? new SpreadsheetFault('lineTooLong');
      } catch (error) {
        yield* taken();
        throw error;
      }
      yield* taken();
    }
    try {
      if (rest.length > 0) await pass(rest);
      await feed?.end();
    } catch (error) {
      yield* taken();
      throw error;
    }
    yield* taken();
  } finally {
    feed?.destroy();
  }
}
