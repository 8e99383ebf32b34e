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
