import { ink, type Sheet } from './sheet.ts';

export function drawHeading(sheet: Sheet, text: string): void {
  // A heading must not be the last line of a page.
  if (!sheet.need(74)) sheet.moveDown(16);
  sheet.box(0, sheet.y + 3, 3, 13, ink.accent);
  const height = sheet.textAt(text, 10, sheet.width - 10, sheet.y, {
    tag: 'H2',
    font: 'bold',
    size: 12,
    color: ink.deep,
  });
  sheet.moveDown(height + 6);
}
