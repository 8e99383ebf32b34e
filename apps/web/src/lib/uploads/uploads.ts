import type { OwnRefusal } from '../../i18n/own-refusals.ts';
import type { ApiResponse } from '../http/http.ts';

/** Size limit of a file in bytes: 10 MB (docs/specification.md, portal §9). */
export const maxUploadBytes = 10 * 1024 * 1024;

interface UploadKind {
  readonly accept: string;
  readonly extensions?: readonly string[];
  /** Extensions that are refused; without {@link extensions}, all others are accepted. */
  readonly notExtensions?: readonly string[];
  readonly error: OwnRefusal;
  readonly limit?: { readonly bytes: number; readonly error: OwnRefusal };
}

/** Names that no picture has. Its content decides otherwise, which the server checks. */
const noPictures =
  'pdf svg bmp tif tiff doc docx odt xls xlsx ods csv txt zip mp4 avi mov mkv wmv'.split(' ');

/** Accepted kinds of files. The server checks the content; this check only avoids a useless upload. */
export const uploadKinds = {
  pdf: { accept: 'application/pdf,.pdf', extensions: ['pdf'], error: 'FILE_NOT_PDF' },
  image: {
    accept: 'image/png,image/gif,image/jpeg',
    notExtensions: noPictures,
    error: 'FILE_NOT_IMAGE',
  },
  logo: {
    accept: 'image/png,image/jpeg,image/gif,image/webp',
    notExtensions: noPictures,
    error: 'LOGO_NOT_IMAGE',
    limit: { bytes: 1024 * 1024, error: 'LOGO_TOO_LARGE' },
  },
  video: {
    accept: '.mp4,.avi,.mov,.mkv,.wmv',
    extensions: ['mp4', 'avi', 'mov', 'mkv', 'wmv'],
    error: 'FILE_NOT_VIDEO',
  },
  csv: { accept: '.csv,text/csv', extensions: ['csv'], error: 'FILE_NOT_CSV' },
  xlsx: { accept: '.xlsx', extensions: ['xlsx'], error: 'FILE_NOT_XLSX' },
} as const satisfies Record<string, UploadKind>;

/** Workbooks that are not imported, by extension. The server names those without a refusal here. */
const otherWorkbooks: Readonly<Record<string, OwnRefusal | null>> = {
  xls: 'WORKBOOK_XLS',
  ods: 'WORKBOOK_ODS',
  xlsb: null,
  xlsm: null,
  numbers: null,
};

export type UploadKindName = keyof typeof uploadKinds;

export function maxBytesOf(kind: UploadKindName): number {
  return limitOf(kind)?.bytes ?? maxUploadBytes;
}

function limitOf(kind: UploadKindName): UploadKind['limit'] {
  const known: UploadKind = uploadKinds[kind];
  return known.limit;
}

/** Checks a file before the upload. @returns an error code with a text in the catalogue; null when valid */
export function checkFile(file: File, kind: UploadKindName): OwnRefusal | null {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const { extensions, notExtensions }: UploadKind = uploadKinds[kind];
  const isKnown = extensions?.includes(extension) ?? notExtensions?.includes(extension) !== true;
  const other = kind === 'csv' || kind === 'xlsx' ? otherWorkbooks[extension] : undefined;
  if (!isKnown && other !== null) return other ?? uploadKinds[kind].error;
  if (file.size <= maxBytesOf(kind)) return null;
  return limitOf(kind)?.error ?? 'FILE_TOO_LARGE';
}

export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Downloads the answer of a call. @param name used when the server gives no name */
export function saveResponse({ data, filename }: ApiResponse<Blob>, name: string): void {
  saveFile(data, filename ?? name);
}
