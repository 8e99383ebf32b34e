import { DecodeStream } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** Bytes of one unpacked stream. A page that was scanned in colour at 600 dpi has 104 MB. */
const mostStreamBytes = 256 * 1024 * 1024;

const { ensureBuffer } = DecodeStream.prototype;
DecodeStream.prototype.ensureBuffer = function (requested) {
  if (requested > mostStreamBytes) {
    // The reader skips what it cannot unpack, which would leave the page white.
    postMessage('TOO_LARGE');
    throw new Error('A stream of the document unpacks to too much');
  }
  return ensureBuffer.call(this, requested);
};
