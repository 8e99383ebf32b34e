import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFObjectParser,
  PDFParser,
  PDFRawStream,
  type PDFObject,
  type PDFRef,
} from '@cantoo/pdf-lib';

/** What reading a PDF from the beginning to the end has met. */
export interface ReadPdf {
  /** Every object, also those that a later one of the same number replaces, and those of compressed streams of objects. */
  readonly found: readonly PDFObject[];
  /** Where in the file the head of each object that was read ends, behind its word `obj`, and where each trailer begins. */
  readonly heads: ReadonlySet<number>;
  readonly trailers: ReadonlySet<number>;
  /** The bytes of those that are none. */
  readonly unread: readonly Uint8Array[];
  /** Whether its catalogue leads to pages. */
  readonly hasPages: boolean;
}

/** What streams of objects may unpack to in one file. A large document of our own has some megabytes of them. */
const mostUnpackedBytes = 96 * 1024 * 1024;

interface Reading {
  readonly bytes: Buffer;
  readonly found: Map<PDFContext, PDFObject[]>;
  readonly heads: Set<number>;
  readonly trailers: Set<number>;
  last: PDFContext | undefined;
  unpackedBytes: number;
}
/** One file at a time: the reader is synchronous. */
let reading: Reading | undefined;

const nameOf = {
  type: PDFName.of('Type'),
  objectStream: PDFName.of('ObjStm'),
  count: PDFName.of('N'),
  first: PDFName.of('First'),
  filter: PDFName.of('Filter'),
  parameters: PDFName.of('DecodeParms'),
  predictor: PDFName.of('Predictor'),
  pages: PDFName.of('Pages'),
};

/** What is elsewhere than in the stream, or called otherwise; the library does not know it, and programs that show files do. */
const elsewhere = ['F', 'FFilter', 'FDecodeParms', 'DP'].map((name) => PDFName.of(name));

interface Parser {
  readonly bytes: { offset(): number; moveTo(offset: number): void };
}
interface FileParser extends Parser {
  readonly context: PDFContext;
  skipWhitespaceAndComments(): void;
  parseIndirectObjectHeader: (this: FileParser) => PDFRef;
  parseIndirectObject: (this: FileParser) => Promise<PDFRef>;
  tryToParseInvalidIndirectObject: (this: FileParser) => PDFRef | undefined;
  maybeParseTrailerDict: (this: FileParser) => void;
}
interface Unpacker {
  readonly buffer: Uint8Array;
  ensureBuffer: (this: Unpacker, requested: number) => Uint8Array;
}

/** Notes where the objects and the trailers stand that are read. */
function watchPlaces(): void {
  const parser = PDFParser.prototype as unknown as FileParser;
  const {
    parseIndirectObjectHeader: head,
    parseIndirectObject: object,
    tryToParseInvalidIndirectObject: invalidObject,
    maybeParseTrailerDict: trailer,
  } = parser;
  let headAt = 0;
  parser.parseIndirectObjectHeader = function () {
    const ref = head.call(this);
    headAt = this.bytes.offset();
    return ref;
  };
  parser.parseIndirectObject = async function () {
    const ref = await object.call(this);
    reading?.heads.add(headAt);
    return ref;
  };
  parser.tryToParseInvalidIndirectObject = function () {
    const ref = invalidObject.call(this);
    if (ref !== undefined) reading?.heads.add(headAt);
    return ref;
  };
  parser.maybeParseTrailerDict = function () {
    this.skipWhitespaceAndComments();
    const at = this.bytes.offset();
    trailer.call(this);
    if (this.bytes.offset() > at) reading?.trailers.add(at);
    // A catalogue may stand in the trailer itself.
    const { Root } = this.context.trailerInfo;
    if (Root instanceof PDFDict) reading?.found.get(this.context)?.push(Root);
  };
}

/** What the library keeps to itself and is watched here. Its threads read files and do nothing else. */
function watchReader(): void {
  watchPlaces();
  const contexts = PDFContext.prototype as {
    assign: (this: PDFContext, ref: PDFRef, object: PDFObject) => void;
  };
  const { assign } = contexts;
  contexts.assign = function (ref, object) {
    if (reading !== undefined) {
      const found = reading.found.get(this) ?? [];
      reading.found.set(this, found);
      found.push(object);
      reading.last = this;
    }
    assign.call(this, ref, object);
  };

  // The library ends a stream without a plain length where as many have ended as have begun, and lets the word `stream` in its
  // content take the objects that follow along. Programs that show files end it at the first end.
  const parser = PDFObjectParser.prototype as unknown as {
    findEndOfStreamFallback(this: Parser): number;
  };
  parser.findEndOfStreamFallback = function () {
    const end =
      this instanceof PDFParser && reading !== undefined
        ? reading.bytes.indexOf('endstream', this.bytes.offset())
        : -1;
    if (end < 0) throw new Error('A stream does not end');
    this.bytes.moveTo(end + 'endstream'.length);
    return end;
  };

  // All unpackers grow by this one function. Its buffers are no part of the heap that a thread is held to.
  const context = PDFContext.create();
  const packed = PDFRawStream.of(
    context.obj({ Filter: 'FlateDecode' }),
    new Uint8Array([0x78, 0x9c, 3, 0, 0, 0, 0, 1]),
  );
  const flate = Object.getPrototypeOf(decodePDFRawStream(packed)) as object;
  const unpacker = Object.getPrototypeOf(flate) as Unpacker;
  const { ensureBuffer } = unpacker;
  unpacker.ensureBuffer = function (requested) {
    const before = this.buffer.length;
    if (reading !== undefined && requested > before) {
      if (reading.unpackedBytes + requested - before > mostUnpackedBytes) {
        // The library goes on to the next object; so that nothing more is unpacked, and the file refused.
        reading.unpackedBytes = Infinity;
        throw new Error('A stream of objects unpacks to too much');
      }
      const after = ensureBuffer.call(this, requested);
      reading.unpackedBytes += after.length - before;
      return after;
    }
    return ensureBuffer.call(this, requested);
  };
}
let isWatched = false;

/** Whether every stage of a stream is named where it stands, and undoes nothing but a packing. */
function isPlainlyPacked({ dict }: PDFRawStream): boolean {
  const filter = dict.get(nameOf.filter);
  const parameters = dict.get(nameOf.parameters);
  const filters = filter instanceof PDFArray ? filter.asArray() : [filter];
  const stages = parameters instanceof PDFArray ? parameters.asArray() : [parameters];
  return (
    filters.every((one) => one === undefined || one instanceof PDFName) &&
    stages.every((one) => {
      if (one === undefined || one === PDFNull) return true;
      if (!(one instanceof PDFDict)) return false;
      const predictor = one.get(nameOf.predictor);
      return (
        predictor === undefined || (predictor instanceof PDFNumber && predictor.asNumber() === 1)
      );
    }) &&
    !elsewhere.some((name) => dict.has(name))
  );
}

/**
 * A stream of objects of which others may read something else than was read here: one that does not say so, one whose numbers
 * stand elsewhere, where a later version may replace them, and one that is unpacked in a way that the library does not know.
 */
function isSecretStream(object: PDFObject): boolean {
  if (!(object instanceof PDFRawStream)) return false;
  const { dict } = object;
  const isObjectStream = dict.get(nameOf.type) === nameOf.objectStream;
  if (!isObjectStream) return dict.has(nameOf.first) && dict.has(nameOf.count);
  const numbers = [dict.get(nameOf.first), dict.get(nameOf.count)];
  return !numbers.every((one) => one instanceof PDFNumber) || !isPlainlyPacked(object);
}

/**
 * Reads a PDF whole, what only asks for a password before changes included.
 * @returns LOCKED where it asks for a password before it shows anything, or is encrypted in a way that is not known;
 * UNREADABLE where it is no PDF, or made to be more than it seems
 */
export async function readPdf(bytes: Buffer): Promise<ReadPdf | 'LOCKED' | 'UNREADABLE'> {
  if (!isWatched) watchReader();
  isWatched = true;
  const now: Reading = {
    bytes,
    found: new Map(),
    heads: new Set(),
    trailers: new Set(),
    last: undefined,
    unpackedBytes: 0,
  };
  reading = now;
  try {
    const { context } = await PDFDocument.load(bytes, {
      password: '',
      parseSpeed: Infinity,
      updateMetadata: false,
      preserveXFA: true,
    });
    const found = now.found.get(context) ?? [];
    if (now.unpackedBytes > mostUnpackedBytes || found.some(isSecretStream)) return 'UNREADABLE';
    const root = context.lookup(context.trailerInfo.Root);
    return {
      found,
      heads: now.heads,
      trailers: now.trailers,
      unread: found.flatMap((object) =>
        object instanceof PDFInvalidObject ? [bytesOf(object)] : [],
      ),
      hasPages: root instanceof PDFDict && root.lookup(nameOf.pages) instanceof PDFDict,
    };
  } catch {
    const isEncrypted =
      now.last !== undefined && now.last.lookup(now.last.trailerInfo.Encrypt) !== undefined;
    return isEncrypted ? 'LOCKED' : 'UNREADABLE';
  } finally {
    reading = undefined;
  }
}

function bytesOf(object: PDFInvalidObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}
