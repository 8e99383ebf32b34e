import {
  deflated,
  descriptor,
  directory,
  factsBehind,
  localHeader,
  pack,
  utf8Names,
  type ZipRecord,
} from './zip-records.ts';

/** A file of the archive; its content is read once, when its turn comes. */
interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

async function* bytesOf(texts: ZipEntry['content']): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

/**
 * A zip archive written as it is read: nothing of it is kept, and what is behind waits for the reader.
 * Entries and the whole stay under 4 GB (there is no ZIP64 here).
 */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const records: ZipRecord[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    let record: ZipRecord = {
      name: Buffer.from(name),
      flags: utf8Names | factsBehind,
      method: deflated,
      crc: 0,
      packed: 0,
      size: 0,
      offset,
    };
    const header = localHeader(record);
    yield header;
    yield* pack(bytesOf(content), (facts) => {
      record = { ...record, ...facts };
    });
    const end = descriptor(record);
    yield end;
    offset += header.length + record.packed + end.length;
    records.push(record);
  }
  yield directory(records, offset);
}
