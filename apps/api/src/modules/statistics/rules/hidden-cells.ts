/**
 * Which cells of a row of figures are not published, so that none that is smaller than `least` is learnt, not by
 * taking the others off the whole either: what is hidden is together at least `least`, in two cells at least. Where the
 * small ones alone are not, the smallest of the others is hidden with them.
 * @param counts of each cell; together they are the whole, which is known
 * @returns the places of the hidden cells
 */
export function hiddenCells(counts: readonly number[], least: number): ReadonlySet<number> {
  const places = counts.map((_, place) => place);
  const hidden = new Set(places.filter((place) => (counts[place] ?? 0) < least));
  // Where it is enough it is more than one: each small one alone is less.
  const isEnough = () => [...hidden].reduce((sum, place) => sum + (counts[place] ?? 0), 0) >= least;
  while (hidden.size > 0 && !isEnough()) {
    const next = places
      .filter((place) => !hidden.has(place))
      .sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0))[0];
    if (next === undefined) break;
    hidden.add(next);
  }
  return hidden;
}
