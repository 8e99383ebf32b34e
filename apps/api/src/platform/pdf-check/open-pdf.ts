import {
  DecodeStream,
  LocalPdfManager,
  PasswordException,
  setVerbosityLevel,
  XRefParseException,
  type PDFDocument,
} from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** Limit of what one check unpacks. Decoded bytes are outside the thread's heap limit. */
const mostUnpackedBytes = 96 * 1024 * 1024;
let unpackedBytes = 0;

// The thread's stdout contains one JSON object a line, and the reader writes its warnings there.
setVerbosityLevel(0);

const { ensureBuffer } = DecodeStream.prototype;
DecodeStream.prototype.ensureBuffer = function (requested) {
  const before = this.buffer.length;
  // The reader doubles its buffers.
  if (requested > before) unpackedBytes += 2 * requested - before;
  if (isUnpackedTooMuch()) throw new Error('The document unpacks to too much');
  return ensureBuffer.call(this, requested);
};

/** Starts the count of unpacked bytes, at the beginning of a check. */
export function countUnpacked(): void {
  unpackedBytes = 0;
}

/** The reader skips an object that it cannot unpack, so a check asks at its end. */
export function isUnpackedTooMuch(): boolean {
  return unpackedBytes > mostUnpackedBytes;
}

/**
 * Opens a document as the preview does and reads its first page.
 * @param source bytes that have their memory for themselves, as the reader assumes
 * @param isRecovering whether to ignore the cross-reference and to search the file for its objects
 * @throws XRefParseException where only a search helps
 */
async function load(source: Uint8Array, isRecovering: boolean): Promise<PDFDocument | 'LOCKED'> {
  const evaluatorOptions = { ignoreErrors: true };
  const options = { source, docId: 'check', password: '', enableXfa: false, evaluatorOptions };
  const { pdfDocument: document } = new LocalPdfManager(options);
  try {
    document.checkHeader();
    document.parseStartXRef();
    document.parse(isRecovering);
    await document.checkFirstPage(isRecovering);
    await document.checkLastPage(isRecovering);
    if (document.numPages < 1) throw new Error('The document has no page');
    await document.getPage(0);
    return document;
  } catch (error) {
    // Also where the encryption is unknown.
    const isLocked = document.xref.trailer?.has('Encrypt') && document.xref.encrypt === undefined;
    await document.cleanup();
    if (error instanceof PasswordException || isLocked) return 'LOCKED';
    throw error;
  }
}

/** @returns the open document; LOCKED for a password or an unknown encryption, DAMAGED where it has no page to show */
export async function openPdf(
  source: Uint8Array,
  isRecovering: boolean,
): Promise<PDFDocument | 'LOCKED' | 'DAMAGED'> {
  try {
    return await load(source, isRecovering).catch((error: unknown) => {
      if (isRecovering || !(error instanceof XRefParseException)) throw error;
      return load(source, true);
    });
  } catch {
    return 'DAMAGED';
  }
}
