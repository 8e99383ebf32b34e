import { encode } from 'uqr';

import { ink, type Sheet } from './sheet.ts';

/** White around the code, in dots: readers need four. */
const quiet = 4;

/**
 * Draws a QR code in a white square of `size` points whose top is at `top`, as shapes: sharp at any size.
 * A code keeps its direction in every language.
 */
export function drawQrCode(
  sheet: Sheet,
  text: string,
  start: number,
  top: number,
  size: number,
): void {
  const { data, size: dots } = encode(text, { ecc: 'M', border: 0 });
  const dot = size / (dots + 2 * quiet);
  const left = sheet.leftOf(start, size);
  const { doc } = sheet;
  doc.rect(left, top, size, size).fill('#ffffff');
  data.forEach((row, y) => {
    // One shape for each stretch of dots: no hairline shows between neighbours.
    for (let x = 0; x < dots; x += 1) {
      if (row[x] !== true) continue;
      const first = x;
      while (row[x + 1] === true) x += 1;
      doc.rect(left + (quiet + first) * dot, top + (quiet + y) * dot, (x - first + 1) * dot, dot);
    }
  });
  doc.fill(ink.text);
}
