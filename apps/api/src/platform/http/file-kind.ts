import { open, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { ErrorCode, FileField } from '@wasl/contracts';
import { fileTypeFromFile } from 'file-type';

import { ApiError } from './api-error.ts';
import type { FileKind, Upload } from './upload.ts';

interface KnownType {
  readonly kind: FileKind;
  /** The usual one first. */
  readonly extensions: readonly [string, ...string[]];
}

const byMime: Readonly<Record<string, KnownType>> = {
  'application/pdf': { kind: 'pdf', extensions: ['pdf'] },
  'image/png': { kind: 'image', extensions: ['png'] },
  'image/gif': { kind: 'image', extensions: ['gif'] },
  'image/webp': { kind: 'webp', extensions: ['webp'] },
  'image/jpeg': { kind: 'image', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'video/mp4': { kind: 'video', extensions: ['mp4', 'm4v', 'mov'] },
  'video/quicktime': { kind: 'video', extensions: ['mov', 'mp4'] },
  'video/vnd.avi': { kind: 'video', extensions: ['avi'] },
  'video/matroska': { kind: 'video', extensions: ['mkv'] },
  'video/x-ms-asf': { kind: 'video', extensions: ['wmv'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    kind: 'xlsx',
    extensions: ['xlsx'],
  },
  'text/csv': { kind: 'csv', extensions: ['csv'] },
};

const refusals: Readonly<Record<FileKind, ErrorCode>> = {
  pdf: 'FILE_NOT_PDF',
  image: 'FILE_NOT_IMAGE',
  webp: 'FILE_NOT_IMAGE',
  video: 'FILE_NOT_VIDEO',
  csv: 'FILE_NOT_CSV',
  xlsx: 'FILE_NOT_XLSX',
};

const maxPixels = 50_000_000;

async function readHead(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Reads the size from a WebP header: its canvas (VP8X), or its only frame (VP8L, VP8). */
function sizeOfWebp(head: Buffer): PictureSize | undefined {
  if (head.length < 30) return undefined;
  const chunk = head.toString('latin1', 12, 16);
  if (chunk === 'VP8X')
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L' && head[20] === 0x2f) {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk === 'VP8 ' && head.readUIntBE(23, 3) === 0x9d012a)
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  return undefined;
}

/** Reads width and height from the header of a PNG, GIF, JPEG or WebP; undefined when not found. */
function sizeOfPicture(head: Buffer): PictureSize | undefined {
  if (head.length >= 24 && head.readUInt32BE(0) === 0x89504e47)
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (head.length >= 10 && head.toString('latin1', 0, 3) === 'GIF')
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (head.length >= 12 && head.toString('latin1', 8, 12) === 'WEBP') return sizeOfWebp(head);
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < head.length;) {
    if (head[at] !== 0xff) return undefined;
    const marker = head[at + 1] ?? 0;
    // Start-of-frame markers contain the size; C4, C8 and CC in that range are other tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    }
    at += 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Size of a picture in pixels, read from the first `bytes` of the file; undefined when not found there. */
export async function pictureSize(file: string, bytes: number): Promise<PictureSize | undefined> {
  return sizeOfPicture(await readHead(file, bytes));
}

async function sniff(file: string, head: Buffer): Promise<string | undefined> {
  // Every reader finds a PDF's marker behind white space. file-type also accepts other prefixes that Adobe's readers tolerate.
  if (/^(?:\xef\xbb\xbf)?\s{0,1000}%PDF-/.test(head.toString('latin1', 0, 1024)))
    return 'application/pdf';
  // The byte order mark of Excel's “Unicode text” also begins an MPEG audio frame, so it is checked first.
  if (head.length > 2 && [0xfffe, 0xfeff].includes(head.readUInt16BE(0))) return 'text/csv';
  const detected = await fileTypeFromFile(file);
  if (detected && Object.hasOwn(byMime, detected.mime) && detected.mime !== 'application/pdf')
    return detected.mime;
  if (detected) return undefined;
  const isText =
    head.length > 0 &&
    !head.includes(0) &&
    !/^\s*<(!doctype|html|script|svg|\?xml)/i.test(head.toString('latin1', 0, 200));
  return isText ? 'text/csv' : undefined;
}

const knownExtensions = new Set(Object.values(byMime).flatMap(({ extensions }) => extensions));

/** Gives a picture's name the extension of its content, so that programs open it as what it is. */
function pictureName(name: string, extension: string): string {
  const { name: base, ext } = path.parse(name);
  return `${knownExtensions.has(ext.slice(1).toLowerCase()) ? base : name}.${extension}`;
}

/**
 * Detects the kind by content; the extension must not contradict it. Otherwise the kind is null and the type
 * `application/octet-stream`. The name of a picture follows its content.
 */
export async function detectKind(
  file: string,
  originalName: string,
): Promise<Pick<Upload, 'kind' | 'mimeType' | 'originalName'>> {
  const unknown = { kind: null, mimeType: 'application/octet-stream', originalName };
  const head = await readHead(file, 64 * 1024);
  const mimeType = await sniff(file, head);
  const known = mimeType === undefined ? undefined : byMime[mimeType];
  if (mimeType === undefined || known === undefined) return unknown;
  const { kind, extensions } = known;
  const isNamed = extensions.includes(path.extname(originalName).slice(1).toLowerCase());
  const isPicture = kind === 'image' || kind === 'webp';
  if (!isNamed && !isPicture) return unknown;
  const size = kind === 'image' ? sizeOfPicture(head) : undefined;
  if (size && size.width * size.height > maxPixels) return unknown;
  const name = isNamed ? originalName : pictureName(originalName, extensions[0]);
  return { kind, mimeType, originalName: name };
}

/**
 * Refuses an upload of another kind.
 * @throws ApiError FILE_NOT_… with the specification's words.
 */
export function requireKind(upload: Upload, kind: FileKind): void {
  if (upload.kind !== kind) throw new ApiError(refusals[kind]);
}

/** Names a workbook of a format that is not imported; null for any other file. */
async function refusalOfWorkbook({ path: file, originalName }: Upload): Promise<ErrorCode | null> {
  const type = await fileTypeFromFile(file);
  if (type?.ext === 'cfb') {
    // Names of a compound file's streams are UTF-16. A password puts the whole workbook into one stream.
    const bytes = await readFile(file);
    const has = (stream: string): boolean => bytes.includes(stream, 0, 'utf16le');
    if (has('EncryptedPackage')) return 'WORKBOOK_LOCKED';
    if (has('Workbook') || has('Book')) return 'WORKBOOK_XLS';
  }
  if (type?.ext === 'ods') return 'WORKBOOK_ODS';
  if (type?.ext === 'xlsm') return 'WORKBOOK_XLSM';
  if (type?.ext === 'zip') {
    if ((await readFile(file)).includes('xl/workbook.bin')) return 'WORKBOOK_XLSB';
    if (/\.numbers$/i.test(originalName)) return 'WORKBOOK_NUMBERS';
  }
  // Web pages are also exported under this name, and spreadsheet programs save them as well.
  return /\.xls$/i.test(originalName) && type === undefined ? 'WORKBOOK_XLS' : null;
}

/**
 * Checks an upload against its contract field. The service checks a `request-document`, because the document code
 * decides on the kind.
 */
export async function checkFieldKind(field: FileField, upload: Upload): Promise<void> {
  if (field.kind === 'request-document') return;
  if ((field.kind === 'csv' || field.kind === 'xlsx') && upload.kind !== field.kind) {
    const refusal = await refusalOfWorkbook(upload);
    if (refusal !== null) throw new ApiError(refusal);
  }
  if (field.kind !== 'logo') requireKind(upload, field.kind);
  else if (upload.kind !== 'image' && upload.kind !== 'webp') throw new ApiError('LOGO_NOT_IMAGE');
}
