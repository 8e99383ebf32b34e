import type { PageShape } from './page-geometry.ts';
import { pixelSize, sourceRectangle, stackPictures } from './page-geometry.ts';
import { qualities } from './page-budget.ts';

/** A stored picture: upright, without the camera's metadata (place, time). */
export interface ImportedPicture {
  readonly picture: Blob;
  readonly width: number;
  readonly height: number;
}

export interface RenderedPicture {
  readonly jpeg: Blob;
  readonly width: number;
  readonly height: number;
}

export class UnreadablePicture extends Error {}

/** Pixels of the longer side that are stored: half of it, cropped, is still enough for a page. */
const storedPixels = 2600;

/** Displayed size of a picture, read without decoding it. */
function sizeOf(file: Blob): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  return new Promise<{ width: number; height: number }>((resolve, reject) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => reject(new UnreadablePicture());
    image.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}

/** A canvas with a white background: transparent areas would be black in a JPEG. */
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

/** Frees the memory of a canvas at once, instead of at the next garbage collection. */
function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/**
 * Reads a photograph: applies its orientation, scales it to the size of a page, and encodes it as JPEG. Call it for one
 * picture at a time: a decoded photograph of 12 megapixels takes 48 MB.
 * @throws UnreadablePicture
 */
export async function importPicture(file: Blob): Promise<ImportedPicture> {
  const size = await sizeOf(file);
  const scale = Math.min(1, storedPixels / Math.max(size.width, size.height));
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
    releaseCanvas(canvas);
  }
}

/** Renders a page, rotated and cropped, in the best quality below `budget` bytes. @throws UnreadablePicture */
export async function renderPicture(
  page: PageShape & { readonly picture: Blob },
  budget: number,
): Promise<RenderedPicture> {
  const source = sourceRectangle(page);
  const full = pixelSize(page);
  const isSideways = page.turn % 180 !== 0;
  const bitmap = await createImageBitmap(
    page.picture,
    source.x,
    source.y,
    source.width,
    source.height,
    {
      resizeWidth: isSideways ? full.height : full.width,
      resizeHeight: isSideways ? full.width : full.height,
      resizeQuality: 'high',
    },
  ).catch(() => {
    throw new UnreadablePicture();
  });
  let made: RenderedPicture | null = null;
  try {
    for (const { quality, scale } of qualities) {
      const width = Math.max(1, Math.round(full.width * scale));
      const height = Math.max(1, Math.round(full.height * scale));
      const { canvas, pen } = sheet(width, height);
      pen.translate(width / 2, height / 2);
      pen.rotate((page.turn * Math.PI) / 180);
      const [across, down] = isSideways ? [height, width] : [width, height];
      pen.drawImage(bitmap, -across / 2, -down / 2, across, down);
      made = { jpeg: await jpegOf(canvas, quality), width, height };
      releaseCanvas(canvas);
      if (made.jpeg.size <= budget) break;
    }
  } finally {
    bitmap.close();
  }
  if (made === null) throw new UnreadablePicture();
  return made;
}

/** Joins pictures to one JPEG, one below the other. @throws UnreadablePicture */
export async function joinPictures(pictures: readonly RenderedPicture[]): Promise<Blob> {
  const { width, height, boxes } = stackPictures(pictures);
  const { canvas, pen } = sheet(width, height);
  try {
    for (const [at, box] of boxes.entries()) {
      const bitmap = await createImageBitmap(pictures[at]?.jpeg ?? new Blob());
      pen.drawImage(bitmap, box.x, box.y, box.width, box.height);
      bitmap.close();
    }
    return await jpegOf(canvas, 0.85);
  } finally {
    releaseCanvas(canvas);
  }
}
