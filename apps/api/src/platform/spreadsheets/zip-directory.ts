import type { FileHandle } from 'node:fs/promises';

import { SpreadsheetFault } from './spreadsheet-fault.ts';

/** An entry of the archive, as its directory describes it. */
export interface ZipEntry {
  readonly name: string;
  /** Bytes in the file. */
  readonly packed: number;
  /** Bytes once inflated, as declared. */
  readonly size: number;
  readonly isDeflated: boolean;
  readonly crc32: number;
  /** Where the entry's own header stands. */
  readonly offset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const maxCommentBytes = 65_535;
const maxEntries = 1000;

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new SpreadsheetFault('unreadable');
  return buffer;
}

function findEnd(tail: Buffer): Buffer {
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === endSignature) return tail.subarray(at);
  }
  throw new SpreadsheetFault('notWorkbook');
}

/**
 * Reads the directory of a zip archive, and nothing that is packed in it.
 * @throws SpreadsheetFault for what is no archive, for encrypted ones, and for more entries than a workbook has
 */
export async function readZipDirectory(file: FileHandle): Promise<ReadonlyMap<string, ZipEntry>> {
  const { size: fileSize } = await file.stat();
  const tailSize = Math.min(fileSize, endBytes + maxCommentBytes);
  if (tailSize < endBytes) throw new SpreadsheetFault('notWorkbook');
  const end = findEnd(await readAt(file, fileSize - tailSize, tailSize));
  const count = end.readUInt16LE(10);
  const length = end.readUInt32LE(12);
  const start = end.readUInt32LE(16);
  if (count > maxEntries) throw new SpreadsheetFault('tooManyParts');
  if (start + length > fileSize) throw new SpreadsheetFault('unreadable');
  const directory = await readAt(file, start, length);

  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature) {
      throw new SpreadsheetFault('unreadable');
    }
    const flags = directory.readUInt16LE(at + 8);
    const method = directory.readUInt16LE(at + 10);
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength).replace(/^\//, '');
    if ((flags & 1) !== 0) throw new SpreadsheetFault('encrypted');
    // One name twice is a way to show one content to a checker and another to a reader.
    if ((method !== 0 && method !== 8) || entries.has(name))
      throw new SpreadsheetFault('unreadable');
    entries.set(name, {
      name,
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      isDeflated: method === 8,
      crc32: directory.readUInt32LE(at + 16),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** First and last byte of the entry's packed content. */
export async function packedRange(
  file: FileHandle,
  entry: ZipEntry,
): Promise<{ start: number; end: number }> {
  const header = await readAt(file, entry.offset, 30);
  if (header.readUInt32LE(0) !== localSignature) throw new SpreadsheetFault('unreadable');
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  return { start, end: start + entry.packed - 1 };
}
