import type { Readable } from 'node:stream';

import { openPromise, type Entry, type ZipFile } from 'yauzl';

import type { WorkbookFault } from './row-batch.ts';
import { SpreadsheetFault } from './spreadsheet-fault.ts';

const mega = 1024 * 1024;
/** Limits in bytes after decompression: the whole archive, and each part by kind. */
const maxTotalBytes = 256 * mega;
const maxBytes = { small: 2 * mega, styles: 8 * mega, sharedStrings: 32 * mega, sheet: 128 * mega };
/** Deflate reaches 1,000 to 1 only on pure repetition; real sheets stay below 100. */
const maxRatio = 200;
const maxEntries = 1000;

/** One file of the archive. yauzl fails it when its length differs from the directory. */
export interface XlsxPart {
  /** After decompression. */
  readonly bytes: number;
  readonly open: () => Promise<Readable>;
}

/** Archive of a workbook. Its directory is checked; no part is decompressed yet. */
export interface XlsxPackage {
  /** @throws SpreadsheetFault where the part is larger than its kind may be */
  readonly part: (name: string, kind: keyof typeof maxBytes) => XlsxPart | null;
  /** Parts that are not accepted, and not read. */
  readonly faults: readonly WorkbookFault[];
  readonly close: () => void;
}

// Names are never used as paths, so yauzl need not refuse a leading slash, which some programs write.
const nameOf = (entry: Entry): string => entry.fileNameRaw.toString('utf8').replace(/^\//, '');

const refusedParts = {
  externalLinks: /^xl\/externalLinks\//,
  macros: /vbaProject\.bin$/i,
} as const;

function refusedPartsOf(names: readonly string[]): WorkbookFault[] {
  return (['macros', 'externalLinks'] as const)
    .filter((key) => names.some((name) => refusedParts[key].test(name)))
    .map((key) => ({ key }));
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw new SpreadsheetFault('tooManyParts');
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    const { uncompressedSize: size, compressedSize: packed } = entry;
    total += size;
    if (entry.isEncrypted()) throw new SpreadsheetFault('encrypted');
    if (total > maxTotalBytes || (size > mega && size > packed * maxRatio))
      throw new SpreadsheetFault('tooBig');
    // Duplicate names can show one content to a checker and another to a reader.
    if (!entry.canDecodeFileData() || entries.has(name)) throw new SpreadsheetFault('unreadable');
    entries.set(name, entry);
  }
  return entries;
}

/**
 * Opens a workbook and reads its directory.
 * @throws SpreadsheetFault for a file that is no archive, an encrypted one, or a decompression bomb
 */
export async function openXlsxPackage(path: string): Promise<XlsxPackage> {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(() => {
    throw new SpreadsheetFault('notWorkbook');
  });
  try {
    const entries = await readDirectory(zip);
    return {
      part: (name, kind) => {
        const entry = entries.get(name);
        if (!entry) return null;
        if (entry.uncompressedSize > maxBytes[kind]) throw new SpreadsheetFault('tooBig');
        return {
          bytes: entry.uncompressedSize,
          open: async () => await zip.openReadStreamPromise(entry),
        };
      },
      faults: refusedPartsOf([...entries.keys()]),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
