/** Clockwise rotation in degrees. */
export type RotationDegrees = 0 | 90 | 180 | 270;

/** A rectangle in shares (0–1) of its container. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Transformation of a picture to a page: first rotated, then cropped. */
export interface PageShape {
  /** Size of the picture in pixels, with its EXIF orientation applied. */
  readonly width: number;
  readonly height: number;
  readonly turn: RotationDegrees;
  readonly crop: Rectangle;
}

export const fullPage: Rectangle = { x: 0, y: 0, width: 1, height: 1 };

/** A4 portrait, in points. */
const a4 = { short: 595.28, long: 841.89 };

/** Dots per inch of a page: enough for a scanned letter, at a small size. */
const pageDpi = 150;

const quarter: Readonly<Record<RotationDegrees, RotationDegrees>> = {
  0: 90,
  90: 180,
  180: 270,
  270: 0,
};

/** Rotates a rectangle with its container by 90°, clockwise. */
function turnedRectangle({ x, y, width, height }: Rectangle): Rectangle {
  return { x: 1 - y - height, y: x, width: height, height: width };
}

/** Rotates a page by 90° clockwise; its crop rotates with it. */
export function rotatePage<T extends PageShape>(page: T): T {
  return { ...page, turn: quarter[page.turn], crop: turnedRectangle(page.crop) };
}

/** Source rectangle of a page in the unrotated picture, in its pixels. */
export function sourceRectangle({ width, height, turn, crop }: PageShape): Rectangle {
  let part = crop;
  for (let left = turn; left !== 0; left = quarter[left]) part = turnedRectangle(part);
  const x = Math.round(part.x * width);
  const y = Math.round(part.y * height);
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round(part.width * width))),
    height: Math.max(1, Math.min(height - y, Math.round(part.height * height))),
  };
}

/** Size of the page's picture before scaling, after rotation. */
export function readSize(shape: PageShape): { width: number; height: number } {
  const { width, height } = sourceRectangle(shape);
  return shape.turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Pixels of the page's picture: A4 at 150 dots per inch, or the available pixels when fewer. */
export function pixelSize(shape: PageShape): { width: number; height: number } {
  const { width, height } = readSize(shape);
  const { box } = placeOnA4(width, height);
  const scale = Math.min(1, ((box.width / 72) * pageDpi) / width);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** A4 page in the picture's orientation, with the picture centred; in points. */
export function placeOnA4(
  width: number,
  height: number,
): { page: readonly [number, number]; box: Rectangle } {
  const page = width > height ? ([a4.long, a4.short] as const) : ([a4.short, a4.long] as const);
  const scale = Math.min(page[0] / width, page[1] / height);
  const box = { width: width * scale, height: height * scale };
  return { page, box: { x: (page[0] - box.width) / 2, y: (page[1] - box.height) / 2, ...box } };
}

/** White space between joined pictures, in pixels. */
const joinGap = 24;

/** Places pictures one below the other, each as wide as the widest; in pixels. */
export function stackPictures(
  pictures: readonly { readonly width: number; readonly height: number }[],
): {
  width: number;
  height: number;
  boxes: readonly Rectangle[];
} {
  const width = Math.max(...pictures.map((picture) => picture.width));
  let y = 0;
  const boxes = pictures.map((picture) => {
    const height = Math.round((picture.height * width) / picture.width);
    const box = { x: 0, y, width, height };
    y += height + joinGap;
    return box;
  });
  return { width, height: y - joinGap, boxes };
}
