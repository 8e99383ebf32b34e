/** Line width of the seed's files: `printWidth` of `.oxfmtrc.json` for `prisma/seed`. */
const width = 200;

type Members = readonly (readonly [key: string, value: unknown])[];

const membersOf = (value: object): Members =>
  Array.isArray(value)
    ? value.map((item: unknown) => ['', item] as const)
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => [`${JSON.stringify(name)}: `, item] as const);

/** An object or a list with several members is an entry with its own line, even when all would fit in one. */
const isEntry = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && membersOf(value).length > 1;

/**
 * JSON in the format of the seed's files, one entry a line. A value that fits after its name stays on one line, as in oxfmt.
 * @param indent indentation of its first line; absent for the whole file, which is never one line
 * @param taken columns of its name and comma after the indentation
 */
export function jsonByEntry(value: unknown, indent?: string, taken = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = membersOf(value);
  const [open, close, gap] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' '];
  if (members.length === 0) return open + close;
  const areEntries =
    Array.isArray(value) && value.length > 1 && value.every((item) => isEntry(item));
  if (indent !== undefined && !areEntries) {
    const flat = members.map(([name, item]) => name + jsonByEntry(item, '', -Infinity)).join(', ');
    const line = open + gap + flat + gap + close;
    if (!line.includes('\n') && indent.length + taken + line.length <= width) return line;
  }
  const inner = `${indent ?? ''}  `;
  const lines = members.map(
    ([name, item]) => inner + name + jsonByEntry(item, inner, name.length + 1),
  );
  return `${open}\n${lines.join(',\n')}\n${indent ?? ''}${close}`;
}
