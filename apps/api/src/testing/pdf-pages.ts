import { picturesOfPdf } from '@wasl/tooling/testing/pdf';

export { fontsOfPdf, textByPdfium, textOfPdf } from '@wasl/tooling/testing/pdf';

export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  /** Share of dark pixels in an area, given as shares of the page's width and height from the top left. */
  inkIn(left: number, top: number, right: number, bottom: number): number;
}

/** Renders the pages of a PDF in grayscale at 50 dpi. */
export async function picturesOfPages(pdf: Buffer): Promise<GrayPicture[]> {
  const pictures = await picturesOfPdf(pdf, 50);
  return pictures.map(({ width, height, rgba }) => ({
    width,
    height,
    inkIn(left, top, right, bottom) {
      let dark = 0;
      let all = 0;
      for (let y = Math.floor(top * height); y < bottom * height; y += 1) {
        for (let x = Math.floor(left * width); x < right * width; x += 1) {
          const at = 4 * (y * width + x);
          // Luminance by the weights of ITU-R BT.601.
          const gray =
            0.299 * (rgba[at] ?? 255) +
            0.587 * (rgba[at + 1] ?? 255) +
            0.114 * (rgba[at + 2] ?? 255);
          all += 1;
          if (gray < 160) dark += 1;
        }
      }
      return dark / all;
    },
  }));
}

/** Maximum share of dark pixels between text and footer over all pages; 0 where no text overflows. */
export async function inkAboveFooter(pdf: Buffer): Promise<number> {
  const pages = await picturesOfPages(pdf);
  // In points: text ends at 780 of 842, and the line of the footer is at 798.
  return Math.max(...pages.map((page) => page.inkIn(0, 783 / 842, 1, 795 / 842)));
}
