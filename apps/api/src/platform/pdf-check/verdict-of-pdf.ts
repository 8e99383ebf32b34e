import { countUnpacked, isUnpackedTooMuch, openPdf } from './open-pdf.ts';
import { contentOf } from './pdf-content.ts';
import { isArchiveToo } from './programs.ts';

export type PdfFault = 'PDF_DAMAGED' | 'PDF_LOCKED' | 'PDF_ACTIVE';
/** `CAUTION`: accepted, and its readers see a warning. */
export type PdfVerdict = PdfFault | 'CAUTION' | 'CLEAN';

/** Depth of documents that are attached to attached documents. */
const mostAttached = 3;

/**
 * Opens a PDF with the preview's reader and decides by what it does and carries (docs/decisions/0022-pdf-judged-by-the-preview.md).
 * @returns the fault of a refused file; CAUTION where scripts or attachments need an action of the reader
 */
export async function verdictOfPdf(bytes: Buffer): Promise<PdfVerdict> {
  countUnpacked();
  const verdict = isArchiveToo(bytes) ? 'PDF_ACTIVE' : await verdictOf(bytes, false, mostAttached);
  return isUnpackedTooMuch() ? 'PDF_DAMAGED' : verdict;
}

async function verdictOf(
  bytes: Uint8Array,
  isRecovering: boolean,
  depth: number,
): Promise<PdfVerdict> {
  if (depth === 0) return 'PDF_ACTIVE';
  // A Buffer may share its memory with others.
  const document = await openPdf(new Uint8Array(bytes), isRecovering);
  if (document === 'LOCKED') return 'PDF_LOCKED';
  if (document === 'DAMAGED') return 'PDF_DAMAGED';
  try {
    const { isDangerous, isActive, isMisplaced, attached } = contentOf(document.xref);
    if (isDangerous) return 'PDF_ACTIVE';
    const others = await Promise.all([
      ...attached.map((inner) => verdictOf(inner, false, depth - 1)),
      ...(isMisplaced && !isRecovering ? [verdictOf(bytes, true, depth)] : []),
    ]);
    if (others.includes('PDF_ACTIVE')) return 'PDF_ACTIVE';
    return isActive || others.includes('CAUTION') ? 'CAUTION' : 'CLEAN';
  } catch (error) {
    // Nested too deep.
    if (error instanceof RangeError) return 'PDF_DAMAGED';
    throw error;
  } finally {
    await document.cleanup();
  }
}
