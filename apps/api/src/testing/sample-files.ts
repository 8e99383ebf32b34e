/** Smallest contents that are what they say, by their first bytes. */
export const samplePdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** An MP4 that begins with its `ftyp` box. */
export const sampleMp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isomiso2'),
  Buffer.alloc(64),
]);

/** A page that pretends to be a document. */
export const sampleHtml = Buffer.from('<!doctype html><script>alert(1)</script>');

/** A picture's header with these sides, and a little more: enough to be told by its content. */
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
  // A checksum that nobody reads here, then the chunk that says that this is no animation.
  return Buffer.concat([
    head,
    Buffer.alloc(4),
    Buffer.from([0, 0, 0, 8]),
    Buffer.from('IDAT'),
    rest,
  ]);
}
