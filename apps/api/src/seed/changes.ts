/** What a seed did to one kind of record. */
export interface AreaChanges {
  readonly area: string;
  readonly created: string[];
  readonly updated: string[];
  readonly deactivated: string[];
  unchanged: number;
}

export function noChanges(area: string): AreaChanges {
  return { area, created: [], updated: [], deactivated: [], unchanged: 0 };
}

/** Whether the area was left as it was. */
export function isUnchanged(changes: AreaChanges): boolean {
  return changes.created.length + changes.updated.length + changes.deactivated.length === 0;
}

const listedAtMost = 12;

function listed(sign: string, names: readonly string[]): string[] {
  const lines = names.slice(0, listedAtMost).map((name) => `    ${sign} ${name}`);
  const more = names.length - listedAtMost;
  return more > 0 ? [...lines, `    ${sign} and ${String(more)} more`] : lines;
}

/** The report as lines for a terminal: a line of counts for each area that changed, with the first names. */
export function changesText(all: readonly AreaChanges[]): string[] {
  if (all.every(isUnchanged)) return ['  nothing changed'];
  return all.flatMap((changes) => {
    const { area, created, updated, deactivated, unchanged } = changes;
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
