import { open, type FileHandle } from 'node:fs/promises';

import { packedRange, type ZipEntry } from './zip-directory.ts';
import {
  deflated,
  directory,
  localHeader,
  pack,
  utf8Names,
  type ZipRecord,
} from './zip-records.ts';

/** What becomes of an entry: other content instead of its own, or `null` when it is left out. */
export type Replacements = ReadonlyMap<string, (() => AsyncIterable<Buffer>) | null>;

/**
 * Writes an archive again: entries are copied as they are packed, but for those that are replaced or left out.
 * @param target a new file
 */
export async function rewriteZip(
  source: FileHandle,
  entries: ReadonlyMap<string, ZipEntry>,
  replacements: Replacements,
  target: string,
): Promise<void> {
  const out = await open(target, 'wx', 0o600);
  let position = 0;
  const write = async (bytes: Buffer, at = position): Promise<void> => {
    await out.write(bytes, 0, bytes.length, at);
    if (at === position) position += bytes.length;
  };

  const copy = async (entry: ZipEntry): Promise<void> => {
    if (entry.packed === 0) return;
    const { start, end } = await packedRange(source, entry);
    const block = Buffer.alloc(Math.min(64 * 1024, end - start + 1));
    for (let at = start; at <= end; at += block.length) {
      const { bytesRead } = await source.read(block, 0, Math.min(block.length, end - at + 1), at);
      await write(block.subarray(0, bytesRead));
    }
  };

  try {
    const records: ZipRecord[] = [];
    for (const entry of entries.values()) {
      const replacement = replacements.get(entry.name);
      if (replacement === null) continue;
      let record: ZipRecord = {
        name: Buffer.from(entry.name),
        flags: utf8Names,
        method: entry.isDeflated ? deflated : 0,
        crc: entry.crc32,
        packed: entry.packed,
        size: entry.size,
        offset: position,
      };
      await write(localHeader(record));
      if (replacement) {
        const packed = pack(replacement(), (facts) => {
          record = { ...record, ...facts, method: deflated };
        });
        for await (const chunk of packed) await write(chunk);
        // The same length as before: checksum and sizes are known only now.
        await write(localHeader(record), record.offset);
      } else await copy(entry);
      records.push(record);
    }
    await write(directory(records, position));
  } finally {
    await out.close();
  }
}
