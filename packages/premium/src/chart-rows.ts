import type { CeilingDetail, Details, PremiumDetail } from './explanation.ts';

/** A row of the chart: a slice between two rates, in percent, under a ceiling. */
export interface ChartRow {
  readonly key: string;
  /** `sum`: total of a group before its ceiling; `cut`: the part above the ceiling. */
  readonly kind: 'premium' | 'sum' | 'cut' | 'total';
  readonly from: number;
  readonly to: number;
  readonly ceiling: number;
  readonly detail?: PremiumDetail;
}

/** Premiums that share a ceiling. */
export interface PremiumGroup {
  readonly premiums: readonly PremiumDetail[];
  readonly ceiling: CeilingDetail;
  /** Name of the sum before the ceiling, if it has its own row. */
  readonly sum?: string;
}

// Rates have two decimals; this removes rounding errors of sums.
const exact = (rate: number) => Math.round(rate * 100) / 100;

/**
 * Stacks the premiums up to the total. Each group has a ceiling, which cuts the excess before the next group begins.
 * The last row ends at the final rate.
 */
export function chartRows(groups: readonly PremiumGroup[]): ChartRow[] {
  const rows: ChartRow[] = [];
  let sum = 0;
  for (const group of groups) {
    const { key, limit, after, cut } = group.ceiling;
    for (const detail of group.premiums) {
      const to = exact(sum + detail.rate);
      rows.push({ key: detail.key, kind: 'premium', from: sum, to, ceiling: limit, detail });
      sum = to;
    }
    if (group.sum !== undefined) {
      rows.push({ key: group.sum, kind: 'sum', from: 0, to: sum, ceiling: limit });
    }
    if (cut > 0) {
      rows.push({ key, kind: 'cut', from: after, to: sum, ceiling: limit });
      sum = after;
    }
  }
  const last = groups.at(-1)?.ceiling;
  rows.push({ key: 'total', kind: 'total', from: 0, to: sum, ceiling: last?.limit ?? sum });
  return rows;
}

/** The chart of a general result. Without a cut the sum equals the total and has no row. */
export function generalChart({ premiums, ceilings: [ceiling] }: Details): ChartRow[] {
  if (ceiling === undefined) return [];
  return chartRows([{ premiums, ceiling, ...(ceiling.cut > 0 ? { sum: 'tauxPrimeBrut' } : {}) }]);
}

const NORDEV_COMMON = 6;

/** The chart of a NORDEV result: the common premiums, then those of the place, each with its sum. */
export function nordevChart({ premiums, ceilings: [common, global] }: Details): ChartRow[] {
  if (common === undefined || global === undefined) return [];
  return chartRows([
    {
      premiums: premiums.slice(0, NORDEV_COMMON),
      ceiling: common,
      sum: 'sommePrimeCommunePercent',
    },
    { premiums: premiums.slice(NORDEV_COMMON), ceiling: global, sum: 'sommePrimePercent' },
  ]);
}
