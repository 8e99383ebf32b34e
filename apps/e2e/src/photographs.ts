import { Buffer } from 'node:buffer';

import type { Page } from '@playwright/test';
import { picturesOfPdf } from '@wasl/tooling/testing/pdf';

import type { ChosenFile } from './files.ts';

/** EXIF orientation of an upright phone: the stored picture must be rotated by 90° clockwise. */
const turnedClockwise = 6;

/** Adds an EXIF orientation to a JPEG (tag 0x0112). */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const entry = Buffer.alloc(26);
  entry.write('II*\0', 0, 'latin1');
  entry.writeUInt32LE(8, 4);
  entry.writeUInt16LE(1, 8);
  entry.writeUInt16LE(0x0112, 10);
  entry.writeUInt16LE(3, 12);
  entry.writeUInt32LE(1, 14);
  entry.writeUInt16LE(orientation, 18);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), entry]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 4);
  return Buffer.concat([head, exif, jpeg.subarray(2)]);
}

async function drawPhotograph(page: Page, scale: number): Promise<Buffer> {
  const bytes = await page.evaluate(async (share) => {
    const canvas = document.createElement('canvas');
    canvas.width = 4000 * share;
    canvas.height = 3000 * share;
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('no canvas');
    pen.scale(share, share);
    const noise = document.createElement('canvas');
    noise.width = 500;
    noise.height = 500;
    const grain = noise.getContext('2d');
    if (grain === null) throw new Error('no canvas');
    const points = grain.createImageData(500, 500);
    let seed = 1;
    for (let i = 0; i < points.data.length; i += 4) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      points.data.fill(205 + Math.floor((seed / 2_147_483_648) * 50), i, i + 3);
      points.data[i + 3] = 255;
    }
    grain.putImageData(points, 0, 0);
    const pattern = pen.createPattern(noise, 'repeat');
    if (pattern !== null) pen.fillStyle = pattern;
    pen.fillRect(0, 0, 4000, 3000);
    // Upright coordinates of the paper: the sensor lies on its left side.
    pen.translate(0, 3000);
    pen.rotate(-Math.PI / 2);
    pen.fillStyle = '#c00';
    pen.fillRect(0, 0, 3000, 500);
    pen.fillStyle = '#00c';
    pen.fillRect(0, 3500, 3000, 500);
    pen.fillStyle = '#111';
    pen.font = '80px sans-serif';
    for (let line = 0; line < 26; line += 1) {
      pen.fillText(
        `Ligne ${String(line)} : ouvrir un atelier à Chefchaouen`,
        200,
        650 + line * 105,
      );
    }
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.82);
    });
    if (blob === null) throw new Error('no picture');
    return await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve((reader.result as string).replace(/^.*,/, ''));
      reader.readAsDataURL(blob);
    });
  }, scale);
  return withOrientation(Buffer.from(bytes, 'base64'), turnedClockwise);
}

/**
 * Photographs of a paper with 12 megapixels from an upright phone. After rotation they are red at the top and blue at
 * the bottom, with lines of writing between. Noise gives them a realistic size. A smaller `scale` gives smaller
 * pictures, for stories about their shape alone.
 */
export async function photographs(page: Page, count: number, scale = 1): Promise<ChosenFile[]> {
  // All pages have the same assertions, so one picture is enough.
  const buffer = await drawPhotograph(page, scale);
  return Array.from({ length: count }, (_, at) => {
    return { name: `IMG_${String(at + 1)}.jpg`, mimeType: 'image/jpeg', buffer };
  });
}

/** A printed PDF page: its size in twentieths of an inch, and the colours near its upper and lower edge. */
interface PrintedPage {
  readonly width: number;
  readonly height: number;
  readonly top: readonly number[];
  readonly bottom: readonly number[];
}

/** Renders the pages of a PDF at 20 dots per inch. */
export async function printedPages(pdf: Buffer): Promise<PrintedPage[]> {
  const pictures = await picturesOfPdf(pdf, 20);
  return pictures.map(({ width, height, rgba }) => {
    const colour = (share: number): number[] => {
      const at = 4 * (Math.floor(height * share) * width + Math.floor(width / 2));
      return [...rgba.subarray(at, at + 3)];
    };
    return { width, height, top: colour(0.08), bottom: colour(0.92) };
  });
}

/** Whether a colour is that of the upper edge of `photographs`. */
export const isRed = ([red = 0, , blue = 0]: readonly number[] = []) => red > 150 && blue < 90;
/** Whether a colour is that of the lower edge of `photographs`. */
export const isBlue = ([red = 0, , blue = 0]: readonly number[] = []) => blue > 150 && red < 90;
