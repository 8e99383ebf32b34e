/** Control characters of stored text must not drive a terminal. */
export function cellText(value: string | number | null): string {
  if (value === null || value === '') return '-';
  return String(value).replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}

/** Rows as columns of plain text under a line of headings; one sentence when there are none. */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string[] {
  if (rows.length === 0) return ['None.'];
  const cells = [headings, ...rows.map((row) => row.map(cellText))];
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
}

/** A day and time as the tables show it: `2026-11-21 09:05`, UTC. */
export function moment(at: Date | null): string | null {
  return at === null ? null : at.toISOString().slice(0, 16).replace('T', ' ');
}
