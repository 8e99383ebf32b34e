import type { LineEnd } from './csv-dialect.ts';

/** Start of a formula (OWASP, CSV injection). Some spreadsheets also accept full-width East Asian signs. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** Whether a spreadsheet may run this text as a formula. */
export function beginsLikeFormula(text: string): boolean {
  return formulaStart.test(text);
}

/** Prefixes text that begins like a formula with an apostrophe, so that spreadsheets never run it. */
export function inertText(text: string): string {
  return beginsLikeFormula(text) ? `'${text}` : text;
}

/** Reverses {@link inertText}, so that exported files can be imported. */
export function plainText(text: string): string {
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}

/** One CSV line (RFC 4180): cells are quoted where necessary, and text is inert. */
export function csvLine(
  cells: readonly (string | number)[],
  delimiter: string,
  lineEnd: LineEnd = '\r\n',
): string {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'number' ? String(cell) : inertText(cell);
    return /[";,\t\r\n]/.test(text) || text.includes(delimiter)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  });
  return `${quoted.join(delimiter)}${lineEnd}`;
}

/** Letters of a column: 1 is A, 27 is AA. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
