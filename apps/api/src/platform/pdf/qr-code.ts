import { encode } from 'uqr';

import { ink, type Sheet } from './sheet.ts';

/** Quiet zone around the code in modules: readers need four. */
const quiet = 4;

/** Draws a QR code as vector shapes in a white square of `size` points at `top`. It is not mirrored in any language. */
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
  sheet.figure(`QR ${text}`, start, top, size, size, () => {
    doc.rect(left, top, size, size).fill('#ffffff');
    data.forEach((row, y) => {
      // One shape for each row of adjacent modules, so that no hairlines appear between them.
      for (let x = 0; x < dots; x += 1) {
        if (row[x] !== true) continue;
        const first = x;
        while (row[x + 1] === true) x += 1;
        doc.rect(left + (quiet + first) * dot, top + (quiet + y) * dot, (x - first + 1) * dot, dot);
      }
    });
    doc.fill(ink.text);
  });
}
