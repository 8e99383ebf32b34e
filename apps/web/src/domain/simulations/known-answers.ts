const scales: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6 };

/** Upper bound of a range by its code (`0`, `50K_100K`, `50M_PLUS`); null for another code. */
function mostOf(code: string): number | null {
  const match = /^\d+[KM]?(?:_(?:(?<most>\d+)(?<unit>[KM]?)|PLUS))?$/.exec(code);
  if (match === null) return null;
  const { most, unit = '' } = match.groups ?? {};
  if (most !== undefined) return Number(most) * (scales[unit] ?? 1);
  return code.endsWith('_PLUS') ? Infinity : Number(code);
}

/** The range that contains the figure. @param codes of the survey's list, from low to high */
export function rangeOf(figure: number, codes: readonly string[]): string | null {
  return codes.find((code) => figure <= (mostOf(code) ?? -1)) ?? null;
}
