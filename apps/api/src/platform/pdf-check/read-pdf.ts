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

/** Result of a sequential parse of a PDF. */
export interface ReadPdf {
  /** All objects, including overridden ones of the same number and those in compressed object streams. */
  readonly found: readonly PDFObject[];
  /** Offset after the word `obj` of each parsed object, and the start of each trailer. */
  readonly heads: ReadonlySet<number>;
  readonly trailers: ReadonlySet<number>;
  /** Bytes that are no object. */
  readonly unread: readonly Uint8Array[];
  readonly hasPages: boolean;
}

/** Limit of unpacked object streams in one file. A large document of the portal has a few megabytes. */
const mostUnpackedBytes = 96 * 1024 * 1024;

interface Reading {
  readonly bytes: Buffer;
  readonly found: Map<PDFContext, PDFObject[]>;
  readonly heads: Set<number>;
  readonly trailers: Set<number>;
  last: PDFContext | undefined;
  unpackedBytes: number;
}
/** One file at a time: the parser is synchronous. */
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

/** Keys that move data out of the stream, or rename it. The library ignores them, but viewers follow them. */
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

/** Records the offsets of parsed objects and trailers. */
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
    // A catalogue may be in the trailer itself.
    const { Root } = this.context.trailerInfo;
    if (Root instanceof PDFDict) reading?.found.get(this.context)?.push(Root);
  };
}

/** Patches the library's internals to observe them. Its threads only read files. */
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

  // Without a direct length, the library ends a stream where as many `endstream` as `stream` words occurred. A word
  // `stream` in its content then swallows the following objects. Viewers end the stream at the first `endstream`.
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

  // All decoders grow their buffers through this function. Buffers are outside the thread's heap limit.
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
        // The library continues with the next object. This stops further unpacking and refuses the file.
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

/** Whether every filter of a stream is named directly and only decompresses. */
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
 * Whether other programs may read an object stream differently: it is undeclared, its numbers are elsewhere (a later
 * version may replace them), or it has an unknown filter.
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
 * Reads a whole PDF, including one that needs a password only for changes.
 * @returns LOCKED for a PDF that needs a password to open or has unknown encryption; UNREADABLE for another kind of
 * file or a crafted one
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
