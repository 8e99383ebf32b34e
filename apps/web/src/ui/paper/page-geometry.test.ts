import { describe, expect, it } from 'vitest';

import {
  type PageShape,
  pixelSize,
  placeOnA4,
  readSize,
  sourceRectangle,
  rotatePage,
  fullPage,
  stackPictures,
} from './page-geometry.ts';

/** A photograph of 2000 × 1000 pixels. */
const photo: PageShape = { width: 2000, height: 1000, turn: 0, crop: fullPage };

describe('a photographed page', () => {
  it('shows the same quarter in each rotation', () => {
    let page: PageShape = { ...photo, crop: { x: 0, y: 0, width: 0.5, height: 0.5 } };
    const quarter = { x: 0, y: 0, width: 1000, height: 500 };
    const corners = [];
    for (let turns = 0; turns < 4; turns += 1) {
      expect(sourceRectangle(page)).toEqual(quarter);
      corners.push([page.turn, page.crop.x, page.crop.y]);
      page = rotatePage(page);
    }
    // Clockwise, starting at the upper left corner.
    expect(corners).toEqual([
      [0, 0, 0],
      [90, 0.5, 0],
      [180, 0.5, 0.5],
      [270, 0, 0.5],
    ]);
    expect(page.turn).toBe(0);
  });

  it('is cropped in its rotated orientation', () => {
    // Rotated clockwise, the left third of the photograph is on top.
    const top = { x: 0, y: 0, width: 1, height: 0.25 };
    expect(sourceRectangle({ ...photo, turn: 90, crop: top })).toEqual({
      x: 0,
      y: 0,
      width: 500,
      height: 1000,
    });
    expect(readSize({ ...photo, turn: 90, crop: top })).toEqual({ width: 1000, height: 500 });
  });

  it('has the pixels of A4 at 150 dots per inch, without upscaling', () => {
    const large = { width: 3000, height: 4243, turn: 0, crop: fullPage } as const;
    expect(pixelSize(large)).toEqual({ width: 1240, height: 1754 });
    expect(pixelSize({ ...large, turn: 90 })).toEqual({ width: 1754, height: 1240 });
    expect(pixelSize({ ...large, width: 600, height: 848 })).toEqual({ width: 600, height: 848 });
  });

  it('is centred on an A4 page of the same orientation', () => {
    expect(placeOnA4(100, 100).page).toEqual([595.28, 841.89]);
    const { page, box } = placeOnA4(200, 100);
    expect(page).toEqual([841.89, 595.28]);
    expect(box.width).toBeCloseTo(841.89);
    expect(box.y).toBeCloseTo((595.28 - 841.89 / 2) / 2);
  });
});

it('places the two sides of a card one below the other, with equal width', () => {
  const sides = [
    { width: 1200, height: 800 },
    { width: 600, height: 380 },
  ];
  expect(stackPictures(sides)).toEqual({
    width: 1200,
    height: 1584,
    boxes: [
      { x: 0, y: 0, width: 1200, height: 800 },
      { x: 0, y: 824, width: 1200, height: 760 },
    ],
  });
});
