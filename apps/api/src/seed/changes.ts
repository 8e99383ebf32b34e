/** What a seed did to one kind of record. */
export interface AreaChanges {
  readonly area: string;
  readonly created: string[];
  readonly updated: string[];
  readonly deactivated: string[];
  unchanged: number;
  /** Of a name among those above: `member: before → after`, in the order of the members. */
  readonly details: Map<string, readonly string[]>;
  /** What was done and may not be meant. */
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

/** Whether the area was left as it was. */
export function isUnchanged(changes: AreaChanges): boolean {
  return changes.created.length + changes.updated.length + changes.deactivated.length === 0;
}

const listedAtMost = 12;

/**
 * The report as lines for a terminal: a line of counts for each area that changed, with the names and what changed in them.
 * @param isWhole every name; else the first of each kind, without what changed in them
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
    // Into an empty area everything is new: its names say nothing.
    const isFirstSeed = unchanged + updated.length + deactivated.length === 0;
    return [
      `  ${area}: ${counts}`,
      ...(isFirstSeed ? [] : listed('+', created)),
      ...listed('~', updated),
      ...listed('-', deactivated),
    ];
  });
}
