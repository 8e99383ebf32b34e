import { ink, type Sheet } from './sheet.ts';

// The star of the logo, in a field of 32 by 32.
const star =
  'M16 5l3.2 4.3 5.3-.8-.8 5.3L28 16l-4.3 2.2.8 5.3-5.3-.8L16 27l-3.2-4.3-5.3.8.8-5.3L4 16l4.3-2.2-.8-5.3 5.3.8z';

/** Draws the head of the first page: logo, product name, and the operating organisation where known. */
export function drawLetterhead(sheet: Sheet, organisation: string | null): void {
  const { doc } = sheet;
  const top = sheet.y;
  const size = 34;
  sheet.artifact(() => {
    doc
      .save()
      .translate(sheet.leftOf(0, size), top)
      .scale(size / 32);
    doc.roundedRect(0, 0, 32, 32, 8).fill(ink.deep);
    doc.path(star).lineWidth(1.8).lineJoin('round').strokeColor(ink.accent).stroke();
    doc.circle(16, 16, 3.2).fill(ink.accent);
    doc.restore();
  });
  const isArabic = sheet.direction === 'rtl';
  sheet.textAt(isArabic ? 'وصل' : 'Wasl', size + 10, 60, top - 3, {
    font: 'bold',
    size: 18,
    color: ink.deep,
    leading: 1.3,
  });
  sheet.textAt(isArabic ? 'Wasl' : 'وصل', size + 10, 60, top + 18, {
    size: 10.5,
    color: ink.primary,
  });
  let height = size;
  if (organisation !== null) {
    const half = sheet.width * 0.6;
    const style = { font: 'bold', size: 9.5, color: ink.deep, align: 'end' } as const;
    const own = sheet.heightOf(organisation, half, style);
    const middle = top + Math.max(0, (size - own) / 2);
    sheet.textAt(organisation, sheet.width - half, half, middle, style);
    height = Math.max(size, own);
  }
  sheet.moveDown(height + 12);
  sheet.rule(ink.accent);
  sheet.moveDown(16);
}
