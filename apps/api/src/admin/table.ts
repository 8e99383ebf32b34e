export type Cell = string | number | null;

/** Control characters in stored text must not reach the terminal. */
export function cellText(value: Cell): string {
  if (value === null || value === '') return '-';
  return String(value).replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}

/** Rows as plain-text columns under headings; one sentence when there are none. */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
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

/** Formats an instant for tables: `2026-11-21 09:05`, UTC. */
export function moment(at: Date | null): string | null {
  return at === null ? null : at.toISOString().slice(0, 16).replace('T', ' ');
}

/** JSON name of a heading: `Next or sent` is `nextOrSent`. */
function memberOf(heading: string): string {
  const [first = '', ...rest] = heading
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return [first, ...rest.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)].join(
    '',
  );
}

/** Rows as objects with the headings as names. */
export function tableObjects(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): Record<string, Cell>[] {
  const members = headings.map(memberOf);
  return rows.map((row) =>
    Object.fromEntries(members.map((member, column) => [member, row[column] ?? null])),
  );
}
