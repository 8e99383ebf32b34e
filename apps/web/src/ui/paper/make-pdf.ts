import { PDFDocument } from '@cantoo/pdf-lib';

import { placeOnA4 } from './page-geometry.ts';
import type { RenderedPicture } from './picture.ts';

/** Makes one PDF of A4 pages with a picture on each. */
export async function makePdf(pictures: readonly RenderedPicture[], title: string): Promise<Blob> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  pdf.setCreator('Wasl');
  for (const { jpeg, width, height } of pictures) {
    const image = await pdf.embedJpg(await jpeg.arrayBuffer());
    const { page, box } = placeOnA4(width, height);
    pdf.addPage([page[0], page[1]]).drawImage(image, { ...box });
  }
  const bytes = await pdf.save({ useObjectStreams: false });
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
}
