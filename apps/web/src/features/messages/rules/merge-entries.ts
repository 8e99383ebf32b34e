export function mergeEntries<E extends { readonly id: number }>(
  known: readonly E[],
  read: readonly E[],
): readonly E[] {
  const byId = new Map([...known, ...read].map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}
