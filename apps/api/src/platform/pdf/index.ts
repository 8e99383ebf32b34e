export { ltr } from './bidi.ts';
export { drawLetterhead } from './letterhead.ts';
export { createSheet, ink, type Sheet } from './sheet.ts';
export { drawTable } from './table.ts';
