import { isActive, isActiveText, mayBeActiveText } from './active-content.ts';
import { readPdf, type ReadPdf } from './read-pdf.ts';

export type PdfFault = 'PDF_DAMAGED' | 'PDF_LOCKED' | 'PDF_ACTIVE';

/** Bytes allowed after the end marker, as readers tolerate them. */
const mostBehind = 1024;

/** Offset of the last cross-reference; null where the file does not end as a PDF does. */
function lastReference(text: string): number | null {
  const end = text.lastIndexOf('%%EOF');
  const behind = text.slice(end + '%%EOF'.length);
  const isNothing = (line: string): boolean => line.startsWith('%') || /^[\s\0]*$/.test(line);
  if (end < 0 || (behind.length > mostBehind && !behind.split(/[\r\n]+/).every(isNothing)))
    return null;
  const reference = /startxref[\s\0]+(\d{1,10})[\s\0]+$/.exec(
    text.slice(Math.max(0, end - 200), end),
  );
  return reference === null ? null : Number(reference[1]);
}

const table = /^[\s\0]*(?:xref|\d+[\s\0]+\d+[\s\0]+obj)/;
const anyReference = /[\s\0]xref[\s\0]+\d|\/Type[\s\0]*\/XRef/;

/** Whether a cross-reference is near this offset. Readers find one that a transfer moved by changing line ends. */
function hasReference(text: string, at: number): boolean {
  if (at >= text.length) return false;
  return table.test(text.slice(at, at + 60)) || anyReference.test(text);
}

const gap = '[\\s\\0]*(?:%[^\\r\\n]*[\\r\\n][\\s\\0]*)*';
// Searches from the last word, `obj`, which is rare. Readers accept `9. 0.obj` as well.
const objectHeader = new RegExp(
  `obj(?<=[\\d.](?=[\\s\\0%])${gap}[-+]?[\\d.]+${gap}obj)(?![a-z])`,
  'g',
);
const trailer = /trailer(?=[\s\0]*(?:%|<<))/g;

/**
 * Whether an unreadable stream hides content. A cross-reference stream is never encrypted, but the parser treats it as
 * encrypted in an encrypted file.
 */
function isHiding(text: string): boolean {
  const at = text.indexOf('stream');
  if (at < 0) return false;
  const head = text.slice(0, at);
  return !/\/Type[\s\0]*\/XRef/.test(head) || /\/First|#/.test(head);
}

/**
 * Whether the parser has read every object of the file. An object within another object's bytes is visible to programs
 * that follow the cross-reference, but not to a sequential parser.
 */
function isWhollyRead(text: string, { heads, trailers }: ReadPdf): boolean {
  for (const { index } of text.matchAll(objectHeader))
    if (!heads.has(index + 'obj'.length)) return false;
  for (const { index } of text.matchAll(trailer)) if (!trailers.has(index)) return false;
  return true;
}

/**
 * Checks that a PDF has a header, a cross-reference, an end, and a catalogue with pages.
 * @returns the fault: damaged, password-protected, or with active content or embedded files, also in compressed or
 * encrypted parts; null for a good file
 */
export async function faultOfPdf(bytes: Buffer): Promise<PdfFault | null> {
  try {
    return await faultOfText(bytes, bytes.toString('latin1'));
  } catch (error) {
    // Millions of consecutive empty comments, which no real program writes.
    if (error instanceof RangeError) return 'PDF_DAMAGED';
    throw error;
  }
}

async function faultOfText(bytes: Buffer, text: string): Promise<PdfFault | null> {
  const at = text.startsWith('%PDF-') ? lastReference(text) : null;
  if (at === null || !hasReference(text, at)) return 'PDF_DAMAGED';
  if (isActiveText(text)) return 'PDF_ACTIVE';
  const read = await readPdf(bytes);
  if (read === 'LOCKED') return 'PDF_LOCKED';
  if (read === 'UNREADABLE') return 'PDF_DAMAGED';
  if (read.found.some((object) => isActive(object))) return 'PDF_ACTIVE';
  const unread = read.unread.map((object) => Buffer.from(object).toString('latin1'));
  if (unread.some(mayBeActiveText)) return 'PDF_ACTIVE';
  return read.hasPages && !unread.some(isHiding) && isWhollyRead(text, read) ? null : 'PDF_DAMAGED';
}
