/** A value of a seed file, or one read back from the database in that form. */
type Leaf = string | number | boolean | null;

export function leavesOf(value: unknown, path = ''): Map<string, Leaf> {
  if (typeof value !== 'object' || value === null) {
    return new Map(value === undefined ? [] : [[path, value as Leaf]]);
  }
  const leaves = new Map<string, Leaf>();
  for (const [name, member] of Object.entries(value)) {
    for (const [at, leaf] of leavesOf(member, path === '' ? name : `${path}.${name}`))
      leaves.set(at, leaf);
  }
  return leaves;
}

const isSet = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Lists of codes have no order, so they are compared as sets. */
function sorted(value: unknown): unknown {
  if (isSet(value)) return [...value].sort();
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sorted(member)]));
}

const quoted = (leaf: Leaf | undefined): string =>
  leaf === undefined ? '(nothing)' : typeof leaf === 'string' ? `"${leaf}"` : String(leaf);

/** Differences between two values, one line for each member: `rules.genre.taux: 3 → 4`; empty for equal values. */
export function memberChanges(before: unknown, after: unknown): string[] {
  const [old, now] = [leavesOf(sorted(before)), leavesOf(sorted(after))];
  const paths = [...now.keys(), ...[...old.keys()].filter((path) => !now.has(path))];
  return paths
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => `${path}: ${quoted(old.get(path))} → ${quoted(now.get(path))}`);
}
