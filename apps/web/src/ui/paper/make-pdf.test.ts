import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';

import { makePdf } from './make-pdf.ts';

/** A grey JPEG of one pixel. */
const jpeg = new Blob([
  Uint8Array.from(
    atob(
      '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
    ),
    (char) => char.charCodeAt(0),
  ),
]);

it('creates one PDF of A4 pages, each in the orientation of its picture', async () => {
  const blob = await makePdf(
    [
      { jpeg, width: 1240, height: 1754 },
      { jpeg, width: 1754, height: 1240 },
    ],
    'Business plan — خطة العمل',
  );
  expect(blob.type).toBe('application/pdf');
  const pdf = await PDFDocument.load(await blob.arrayBuffer());
  const sizes = pdf.getPages().map((page) => [page.getWidth(), page.getHeight()].map(Math.round));
  expect(sizes).toEqual([
    [595, 842],
    [842, 595],
  ]);
  expect(pdf.getTitle()).toBe('Business plan — خطة العمل');
});
