import { DecodeStream, PDFImage, type BaseStream } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** Bytes of one unpacked stream. A page that was scanned in colour at 600 dpi has 104 MB. */
const mostStreamBytes = 256 * 1024 * 1024;
/** Declared pixels of a picture. A page of A3 at 600 dpi has 70 million. */
const mostPixels = 100_000_000;

/** Ends the preview. The reader skips what it cannot draw, which would leave the page white. */
function refuse(message: string): never {
  postMessage('TOO_LARGE');
  throw new Error(message);
}

const { ensureBuffer } = DecodeStream.prototype;
DecodeStream.prototype.ensureBuffer = function (requested) {
  if (requested > mostStreamBytes) refuse('A stream of the document unpacks to too much');
  return ensureBuffer.call(this, requested);
};

function requireSmall({ dict }: BaseStream): void {
  const side = (short: string, long: string): number =>
    Number(dict?.get(short) ?? dict?.get(long) ?? 0);
  if (side('W', 'Width') * side('H', 'Height') > mostPixels)
    refuse('A picture of the document has too many pixels');
}

const { buildImage, createMask } = PDFImage;
PDFImage.buildImage = async (given) => {
  requireSmall(given.image);
  return await buildImage(given);
};
PDFImage.createMask = async (given) => {
  requireSmall(given.image);
  return await createMask(given);
};

const { createImageData } = PDFImage.prototype;
PDFImage.prototype.createImageData = async function (...given) {
  try {
    return await createImageData.apply(this, given);
  } catch (error) {
    // No memory: the encoded picture is larger than its dictionary says.
    if (error instanceof RangeError) refuse('A picture of the document has too many pixels');
    throw error;
  }
};
