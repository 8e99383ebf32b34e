export { ltr } from './bidi.ts';
export { drawHeading } from './heading.ts';
export { drawLetterhead } from './letterhead.ts';
export { drawList } from './list.ts';
export { drawQrCode } from './qr-code.ts';
export { createSheet, ink, type Sheet } from './sheet.ts';
export { drawTable, type CellBox } from './table.ts';
