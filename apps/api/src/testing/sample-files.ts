/**
 * A PDF of these objects, numbered from 1, with a cross-reference. The first object is the catalogue.
 * @param size total bytes, filled up with an unused stream
 */
export function pdfOfObjects(objects: readonly string[], size = 0): Buffer {
  const write = (bodies: readonly string[]): string => {
    let text = '%PDF-1.7\n';
    const offsets = bodies.map((body, index) => {
      const offset = text.length;
      text += `${String(index + 1)} 0 obj\n${body}\nendobj\n`;
      return `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const at = text.length;
    const count = String(bodies.length + 1);
    return `${text}xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${String(at)}\n%%EOF\n`;
  };
  const plain = write(objects);
  if (size <= plain.length) return Buffer.from(plain, 'latin1');
  const filled = (bytes: number): string => {
    const length = String(bytes).padStart(8, '0');
    return write([...objects, `<</Length ${length}>>\nstream\n${' '.repeat(bytes)}\nendstream`]);
  };
  // The offset of the cross-reference grows with the filling, by at most one digit.
  let room = size - filled(0).length;
  room -= filled(room).length - size;
  return Buffer.from(filled(room), 'latin1');
}

const onePage = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>>>',
];

export const samplePdf = pdfOfObjects(onePage);

export const pdfOfSize = (bytes: number): Buffer => pdfOfObjects(onePage, bytes);

/** A PDF of one empty page with extra catalogue members and extra objects (from number 4 on). */
export const pdfWith = (catalogue: string, ...objects: readonly string[]): Buffer =>
  pdfOfObjects([`<</Type/Catalog/Pages 2 0 R ${catalogue}>>`, ...onePage.slice(1), ...objects]);

/** An MP4 that begins with its `ftyp` box. */
export const sampleMp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isomiso2'),
  Buffer.alloc(64),
]);

/** An HTML page that is named as a document. */
export const sampleHtml = Buffer.from('<!doctype html><script>alert(1)</script>');

/** A picture's header with these sides, long enough for detection by content. */
export function samplePicture(
  kind: 'png' | 'gif' | 'jpeg' | 'webp',
  width: number,
  height: number,
): Buffer {
  const rest = Buffer.alloc(64);
  if (kind === 'gif') {
    const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1');
    head.writeUInt16LE(width, 6);
    head.writeUInt16LE(height, 8);
    return Buffer.concat([head, rest]);
  }
  if (kind === 'jpeg') {
    const head = Buffer.from(
      'ffd8ffe000104a46494600010100000100010000ffc0000b08000000000101001100',
      'hex',
    );
    head.writeUInt16BE(height, 25);
    head.writeUInt16BE(width, 27);
    return Buffer.concat([head, rest]);
  }
  if (kind === 'webp') {
    const head = Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1');
    const sides = Buffer.alloc(6);
    sides.writeUIntLE(width - 1, 0, 3);
    sides.writeUIntLE(height - 1, 3, 3);
    return Buffer.concat([head, sides, rest]);
  }
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  // An unchecked checksum, then the chunk that marks the picture as no animation.
  return Buffer.concat([
    head,
    Buffer.alloc(4),
    Buffer.from([0, 0, 0, 8]),
    Buffer.from('IDAT'),
    rest,
  ]);
}
