/** Columns of the seed's files: `printWidth` of `.oxfmtrc.json` for `prisma/seed`. */
const width = 200;

type Members = readonly (readonly [key: string, value: unknown])[];

const membersOf = (value: object): Members =>
  Array.isArray(value)
    ? value.map((item: unknown) => ['', item] as const)
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => [`${JSON.stringify(name)}: `, item] as const);

/** An entry that is an object or a list of several members has a line of its own, even where all would fit in one. */
const isEntry = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && membersOf(value).length > 1;

/**
 * JSON as the seed's files stand, an entry a line: what fits beside its name is written in one line, as oxfmt leaves it.
 * @param indent of the line it begins in; absent, it is the whole file, never one line
 * @param taken columns after the indent that its name takes, with a comma behind it
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
