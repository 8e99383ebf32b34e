export interface AreaChanges {
  readonly area: string;
  readonly created: string[];
  readonly updated: string[];
  readonly deactivated: string[];
  unchanged: number;
  /** For a name in the lists above: `member: before → after`, in the order of the members. */
  readonly details: Map<string, readonly string[]>;
  /** Changes that may be unintended. */
  readonly warnings: string[];
}

export function noChanges(area: string): AreaChanges {
  return {
    area,
    created: [],
    updated: [],
    deactivated: [],
    unchanged: 0,
    details: new Map(),
    warnings: [],
  };
}

export function isUnchanged(changes: AreaChanges): boolean {
  return changes.created.length + changes.updated.length + changes.deactivated.length === 0;
}

const listedAtMost = 12;

/**
 * The report as terminal lines: counts for each changed area, with names and changed members.
 * @param isWhole lists every name with its changes; otherwise the first names of each kind
 */
export function changesText(all: readonly AreaChanges[], isWhole = false): string[] {
  if (all.every(isUnchanged)) return ['  nothing changed'];
  return all.flatMap((changes) => {
    const { area, created, updated, deactivated, unchanged, details } = changes;
    const listed = (sign: string, names: readonly string[]): string[] => {
      const shown = isWhole ? names : names.slice(0, listedAtMost);
      const lines = shown.flatMap((name) => [
        `    ${sign} ${name}`,
        ...(isWhole ? (details.get(name) ?? []).map((line) => `        ${line}`) : []),
      ]);
      const more = names.length - shown.length;
      return more > 0 ? [...lines, `    ${sign} and ${String(more)} more`] : lines;
    };
    const counts = [
      `${String(created.length)} created`,
      `${String(updated.length)} updated`,
      `${String(unchanged)} unchanged`,
      ...(deactivated.length > 0 ? [`${String(deactivated.length)} deactivated`] : []),
    ].join(', ');
    // In an empty area everything is new, so the names add nothing.
    const isFirstSeed = unchanged + updated.length + deactivated.length === 0;
    return [
      `  ${area}: ${counts}`,
      ...(isFirstSeed ? [] : listed('+', created)),
      ...listed('~', updated),
      ...listed('-', deactivated),
    ];
  });
}
