import type { PageShape } from './page-geometry.ts';
import { pixelsOf, sourceOf } from './page-geometry.ts';
import { qualities } from './page-budget.ts';

/** A picture as it is kept: upright, without what the camera wrote beside it (place, time). */
export interface TakenPicture {
  readonly picture: Blob;
  readonly width: number;
  readonly height: number;
}

/** The page as it will be in the document. */
export interface MadePicture {
  readonly jpeg: Blob;
  readonly width: number;
  readonly height: number;
}

/** The browser cannot read the picture. */
export class UnreadablePicture extends Error {}

/** Pixels of the longer side that are kept: half of it, cut out, is still enough for a page. */
const keptPixels = 2600;

/** Size of a picture as it is meant to be seen; nothing of it is unpacked for that. */
function sizeOf(file: Blob): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  return new Promise<{ width: number; height: number }>((resolve, reject) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => reject(new UnreadablePicture());
    image.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}

/** A sheet to draw on, white: what is transparent would be black in a JPEG. */
function sheet(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new UnreadablePicture();
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  return { canvas, pen };
}

function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new UnreadablePicture());
        else resolve(blob);
      },
      'image/jpeg',
      quality,
    );
  });
}

/** The memory of a sheet is given back at once, not when the browser gets round to it. */
function giveBack(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/**
 * Reads a photograph: turned as its camera noted, made as small as a page needs it, as JPEG. One at a time: a photograph of
 * 12 megapixels is 48 MB while it is unpacked.
 * @throws UnreadablePicture
 */
export async function takePicture(file: Blob): Promise<TakenPicture> {
  const size = await sizeOf(file);
  const scale = Math.min(1, keptPixels / Math.max(size.width, size.height));
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const bitmap = await createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  }).catch(() => {
    throw new UnreadablePicture();
  });
  const { canvas, pen } = sheet(width, height);
  pen.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  try {
    return { picture: await jpegOf(canvas, 0.9), width, height };
  } finally {
    giveBack(canvas);
  }
}

/**
 * Draws a page as it will be in the document, turned and cut, in the best quality that stays below `budget` bytes.
 * @throws UnreadablePicture
 */
export async function makePicture(
  page: PageShape & { readonly picture: Blob },
  budget: number,
): Promise<MadePicture> {
  const source = sourceOf(page);
  const full = pixelsOf(page);
  const isLying = page.turn % 180 !== 0;
  const bitmap = await createImageBitmap(
    page.picture,
    source.x,
    source.y,
    source.width,
    source.height,
    {
      resizeWidth: isLying ? full.height : full.width,
      resizeHeight: isLying ? full.width : full.height,
      resizeQuality: 'high',
    },
  ).catch(() => {
    throw new UnreadablePicture();
  });
  let made: MadePicture | null = null;
  try {
    for (const { quality, scale } of qualities) {
      const width = Math.max(1, Math.round(full.width * scale));
      const height = Math.max(1, Math.round(full.height * scale));
      const { canvas, pen } = sheet(width, height);
      pen.translate(width / 2, height / 2);
      pen.rotate((page.turn * Math.PI) / 180);
      const [across, down] = isLying ? [height, width] : [width, height];
      pen.drawImage(bitmap, -across / 2, -down / 2, across, down);
      made = { jpeg: await jpegOf(canvas, quality), width, height };
      giveBack(canvas);
      if (made.jpeg.size <= budget) break;
    }
  } finally {
    bitmap.close();
  }
  if (made === null) throw new UnreadablePicture();
  return made;
}
