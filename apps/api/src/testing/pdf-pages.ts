import { execFileSync, spawnSync } from 'node:child_process';

/** Whether poppler's programs are there to read a PDF with. */
export const canReadPdf = spawnSync('pdftotext', ['-v']).error === undefined;

/** The text of a PDF as poppler reads it, spaces of any kind as one. */
export function textOfPdf(pdf: Buffer): string {
  const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' });
  return text.replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
}

/** The names of the fonts that a PDF carries. */
export function fontsOfPdf(pdf: Buffer): string[] {
  const table = execFileSync('pdffonts', ['-'], { input: pdf, encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => line.split(' ')[0] ?? '');
}

export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  /** Share of dark dots in a part of the page, given in shares of its width and height from the top left. */
  inkIn(left: number, top: number, right: number, bottom: number): number;
}

/** A page as a picture in shades of gray, 50 dots to the inch. */
export function pictureOfPage(pdf: Buffer, page: number): GrayPicture {
  const pgm = execFileSync(
    'pdftoppm',
    ['-r', '50', '-gray', '-f', String(page), '-l', String(page), '-'],
    { input: pdf },
  );
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.subarray(0, 40).toString('latin1'));
  if (head === null) throw new Error('pdftoppm drew no page');
  const width = Number(head[1]);
  const height = Number(head[2]);
  const dots = pgm.subarray(head[0].length);
  return {
    width,
    height,
    inkIn(left, top, right, bottom) {
      let dark = 0;
      let all = 0;
      for (let y = Math.floor(top * height); y < bottom * height; y += 1) {
        for (let x = Math.floor(left * width); x < right * width; x += 1) {
          all += 1;
          if ((dots[y * width + x] ?? 255) < 160) dark += 1;
        }
      }
      return dark / all;
    },
  };
}
