/**
 * A Markdown table with aligned columns, as the formatter writes it.
 * @param rows the headings first
 */
export function paddedTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((cells) =>
    cells.map((cell) => cell.replaceAll('|', String.raw`\|`)),
  );
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...body].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], blank = ' '): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, blank)).join(' | ')} |`;
  const rule = line(
    head.map(() => ''),
    '-',
  );
  return [line(head), rule, ...body.map((row) => line(row))].join('\n');
}
