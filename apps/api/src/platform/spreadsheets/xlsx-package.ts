import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';

import { SpreadsheetFault } from './spreadsheet-fault.ts';
import { packedRange, readZipDirectory, type ZipEntry } from './zip-directory.ts';

const mega = 1024 * 1024;
/** Bytes once inflated: the whole archive, and each part that is read. */
const maxTotalBytes = 256 * mega;
const maxBytes = { small: 2 * mega, styles: 8 * mega, sharedStrings: 32 * mega, sheet: 128 * mega };
/** Deflate reaches 1,000 to 1 on nothing but repetition; real sheets stay below 100. */
const maxRatio = 200;
const maxSheets = 50;

/** The parts of a workbook that are read: the first sheet and what its cells refer to. */
export interface XlsxPackage {
  readonly workbook: () => AsyncIterable<Buffer>;
  readonly rels: () => AsyncIterable<Buffer>;
  readonly styles: (() => AsyncIterable<Buffer>) | null;
  readonly sharedStrings: (() => AsyncIterable<Buffer>) | null;
  readonly sheet: () => AsyncIterable<Buffer>;
  readonly sheetName: string;
  /** Any part that is small; null where there is none. */
  readonly smallPart: (name: string) => (() => AsyncIterable<Buffer>) | null;
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly file: FileHandle;
  readonly close: () => Promise<void>;
}

function checkDirectory(entries: ReadonlyMap<string, ZipEntry>): void {
  let total = 0;
  for (const { name, size, packed } of entries.values()) {
    total += size;
    if (total > maxTotalBytes || (size > mega && size > packed * maxRatio))
      throw new SpreadsheetFault('tooBig');
    if (name.startsWith('xl/externalLinks/')) throw new SpreadsheetFault('externalLinks');
    if (/vbaProject\.bin$/i.test(name)) throw new SpreadsheetFault('macros');
  }
}

// The stream is read to its real end whatever the directory declares, and never beyond the limit.
async function* inflate(
  file: FileHandle,
  path: string,
  entry: ZipEntry,
  limit: number,
): AsyncGenerator<Buffer> {
  if (entry.size > limit) throw new SpreadsheetFault('tooBig');
  if (entry.packed === 0) return;
  const packed = createReadStream(path, await packedRange(file, entry));
  const content = entry.isDeflated
    ? packed.pipe(createInflateRaw({ chunkSize: 64 * 1024 }))
    : packed;
  // `pipe` does not pass failures on.
  packed.on('error', (error) => content.destroy(error));
  let size = 0;
  try {
    for await (const chunk of content) {
      size += (chunk as Buffer).length;
      if (size > limit || size > entry.size) throw new SpreadsheetFault('tooBig');
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof SpreadsheetFault ? error : new SpreadsheetFault('unreadable');
  } finally {
    packed.destroy();
    content.destroy();
  }
  if (size !== entry.size) throw new SpreadsheetFault('unreadable');
}

/** A small part as text. @throws SpreadsheetFault for entity definitions */
export async function textOf(parts: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of parts) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new SpreadsheetFault('entities');
  return text;
}

function attribute(tag: string, name: string): string | undefined {
  const quoted = new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*')`).exec(tag)?.[1];
  return quoted?.slice(1, -1);
}

/**
 * The part that holds the first sheet of the workbook, by the order of its tabs. No tag holds another `<`: the search
 * for its end stops there, however many beginnings of tags the text has.
 */
function firstSheetName(workbook: string, rels: string): string {
  const sheets = workbook.match(/<(?:\w+:)?sheet\s[^<>]*>/g) ?? [];
  if (sheets.length > maxSheets) throw new SpreadsheetFault('tooManySheets');
  const relId = attribute(sheets[0] ?? '', '\\w+:id');
  const rel = (rels.match(/<(?:\w+:)?Relationship\s[^<>]*>/g) ?? []).find(
    (tag) => attribute(tag, 'Id') === relId,
  );
  const target = attribute(rel ?? '', 'Target');
  if (relId === undefined || target === undefined) throw new SpreadsheetFault('unreadable');
  return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
}

/**
 * Opens a workbook without reading its cells: only the directory, the list of sheets and where the first one is.
 * @throws SpreadsheetFault for anything that is no plain workbook of a reasonable size
 */
export async function openXlsxPackage(path: string): Promise<XlsxPackage> {
  const file = await open(path, 'r');
  try {
    const entries = await readZipDirectory(file);
    checkDirectory(entries);
    const part = (name: string, limit: number): (() => AsyncIterable<Buffer>) | null => {
      const entry = entries.get(name);
      return entry ? () => inflate(file, path, entry, limit) : null;
    };
    const workbook = part('xl/workbook.xml', maxBytes.small);
    const rels = part('xl/_rels/workbook.xml.rels', maxBytes.small);
    if (!workbook || !rels) throw new SpreadsheetFault('notWorkbook');
    const sheetName = firstSheetName(await textOf(workbook()), await textOf(rels()));
    const sheet = part(sheetName, maxBytes.sheet);
    if (!sheet) throw new SpreadsheetFault('unreadable');
    return {
      workbook,
      rels,
      styles: part('xl/styles.xml', maxBytes.styles),
      sharedStrings: part('xl/sharedStrings.xml', maxBytes.sharedStrings),
      sheet,
      sheetName,
      smallPart: (name) => part(name, maxBytes.small),
      entries,
      file,
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
