import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

import { packedRange, type ZipEntry } from './zip-directory.ts';

/** What becomes of an entry: other content instead of its own, or `null` when it is left out. */
export type Replacements = ReadonlyMap<string, (() => AsyncIterable<Buffer>) | null>;

const utf8Names = 0x0800;
/** 1 January 1980, the archive's zero. */
const noDate = 0x0021;

interface Written {
  readonly name: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** The 26 bytes that an entry's own header and its line of the directory share. */
function commonHeader({ name, method, crc, packed, size }: Written): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(utf8Names, 2);
  bytes.writeUInt16LE(method, 4);
  bytes.writeUInt16LE(noDate, 8);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packed, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

const localMark = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const centralMark = Buffer.from([0x50, 0x4b, 0x01, 0x02, 20, 0]);

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

  const pack = async (content: AsyncIterable<Buffer>): Promise<Pick<Written, 'crc' | 'size'>> => {
    let crc = 0;
    let size = 0;
    const measured = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        yield chunk;
      }
    };
    const plain = Readable.from(measured(), { objectMode: false });
    const deflated = plain.pipe(createDeflateRaw({ level: 6 }));
    // `pipe` does not pass failures on.
    plain.on('error', (error) => deflated.destroy(error));
    for await (const chunk of deflated) await write(chunk as Buffer);
    return { crc, size };
  };

  try {
    const written: Written[] = [];
    for (const entry of entries.values()) {
      const replacement = replacements.get(entry.name);
      if (replacement === null) continue;
      const name = Buffer.from(entry.name);
      const offset = position;
      const header = Buffer.alloc(30 + name.length);
      await write(header);
      const contentStart = position;
      const facts = replacement
        ? { ...(await pack(replacement())), method: 8 }
        : { crc: entry.crc32, size: entry.size, method: entry.isDeflated ? 8 : 0 };
      if (!replacement) await copy(entry);
      const row = { name, offset, packed: position - contentStart, ...facts };
      Buffer.concat([localMark, commonHeader(row), name]).copy(header);
      await write(header, offset);
      written.push(row);
    }
    const start = position;
    for (const row of written) {
      const rest = Buffer.alloc(14);
      rest.writeUInt32LE(row.offset, 10);
      await write(Buffer.concat([centralMark, commonHeader(row), rest, row.name]));
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(written.length, 8);
    end.writeUInt16LE(written.length, 10);
    end.writeUInt32LE(position - start, 12);
    end.writeUInt32LE(start, 16);
    await write(end);
  } finally {
    await out.close();
  }
}
