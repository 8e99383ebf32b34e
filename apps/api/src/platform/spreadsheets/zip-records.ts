import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** What an archive says of an entry, before its content and again in the directory at its end. */
export interface ZipRecord {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  /** Bytes in the archive. */
  readonly packed: number;
  /** Bytes when unpacked. */
  readonly size: number;
  /** Where its header begins in the archive. */
  readonly offset: number;
}

export const utf8Names = 0x0800;
/** Checksum and sizes stand behind the content. */
export const factsBehind = 0x0008;
export const deflated = 8;

const version = 20;
/** 1 January 1980: an archive of the same content is the same bytes. */
const date = 0x0021;

/** The 26 bytes that an entry's own header and its line of the directory share. */
function sharedPart({ name, flags, method, crc, packed, size }: ZipRecord): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(version, 0);
  bytes.writeUInt16LE(flags, 2);
  bytes.writeUInt16LE(method, 4);
  bytes.writeUInt16LE(date, 8);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packed, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

/** What stands before an entry's content. */
export function localHeader(record: ZipRecord): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), sharedPart(record), record.name]);
}

/** What stands behind the content of an entry with `factsBehind`. */
export function descriptor({ crc, packed, size }: ZipRecord): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write('PK\x07\x08', 0, 'latin1');
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

/**
 * The directory at the end of an archive.
 * @param offset where it begins
 */
export function directory(records: readonly ZipRecord[], offset: number): Buffer {
  const lines = records.map((record) => {
    const start = Buffer.alloc(6);
    start.write('PK\x01\x02', 0, 'latin1');
    start.writeUInt16LE(version, 4);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(record.offset, 10);
    return Buffer.concat([start, sharedPart(record), rest, record.name]);
  });
  const size = lines.reduce((sum, line) => sum + line.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(records.length, 8);
  end.writeUInt16LE(records.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...lines, end]);
}

type Facts = Pick<ZipRecord, 'crc' | 'packed' | 'size'>;

/**
 * Packs content as it is read; a reader who leaves ends it.
 * @param whenDone told checksum and sizes once all of it has been read
 */
export async function* pack(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  whenDone: (facts: Facts) => void,
): AsyncGenerator<Buffer> {
  let [crc, packed, size] = [0, 0, 0];
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield chunk;
    }
  };
  const source = Readable.from(counted(), { objectMode: false });
  const deflate = createDeflateRaw();
  // `pipe` does not pass failures on.
  source.on('error', (error) => deflate.destroy(error));
  try {
    for await (const chunk of source.pipe(deflate)) {
      packed += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  } finally {
    source.destroy();
  }
  whenDone({ crc, packed, size });
}
