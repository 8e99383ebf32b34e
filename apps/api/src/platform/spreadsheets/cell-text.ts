import type { CsvDelimiter, LineEnd } from './csv-dialect.ts';

/** How a formula begins (OWASP, CSV injection); some spreadsheets take the wide signs of East Asia for the narrow ones. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** Whether a spreadsheet that reads this text as a cell may run it. */
export function beginsLikeFormula(text: string): boolean {
  return formulaStart.test(text);
}

/** Text that a spreadsheet shows and never runs: what begins like a formula is preceded by an apostrophe. */
export function inertText(text: string): string {
  return beginsLikeFormula(text) ? `'${text}` : text;
}

/** The text that {@link inertText} was made from: what is written by us can be read back. */
export function plainText(text: string): string {
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}

/** One line of a CSV file: every cell quoted where it must be, text inert (RFC 4180). */
export function csvLine(
  cells: readonly (string | number)[],
  delimiter: CsvDelimiter,
  lineEnd: LineEnd = '\r\n',
): string {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'number' ? String(cell) : inertText(cell);
    return /[";,\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(delimiter)}${lineEnd}`;
}

/** The letters of a column: 1 is A, 27 is AA. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
