import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of the archive; its content is read once, when its turn comes. */
interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

// Sizes stand after the content (bit 3), names are UTF-8 (bit 11).
const flags = 0x0808;
const deflated = 8;
const version = 20;
/** 1 January 1980: an archive of the same rows is the same bytes. */
const date = 0x21;

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt16LE(date, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function directoryEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(version, 4);
  entry.writeUInt16LE(version, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt16LE(date, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function directoryEnd(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/**
 * A zip archive written as it is read: nothing of it is kept, and what is behind waits for the reader.
 * Entries and the whole stay under 4 GB (there is no ZIP64 here).
 */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const bytes = Buffer.from(name);
    const start = offset;
    const header = localHeader(bytes);
    offset += header.length;
    yield header;
    let crc = 0;
    let size = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const text of content) {
        const chunk = Buffer.from(text);
        crc = crc32(chunk, crc);
        size += chunk.length;
        yield chunk;
      }
    };
    const source = Readable.from(counted());
    const deflate = createDeflateRaw();
    source.on('error', (error) => deflate.destroy(error));
    let packed = 0;
    try {
      for await (const chunk of source.pipe(deflate)) {
        packed += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    } finally {
      // A reader who left ends what is read for them.
      source.destroy();
    }
    offset += packed;
    const entry = { name: bytes, crc, packed, size, offset: start };
    written.push(entry);
    const end = descriptor(entry);
    offset += end.length;
    yield end;
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield Buffer.concat([directory, directoryEnd(written.length, directory.length, offset)]);
}
