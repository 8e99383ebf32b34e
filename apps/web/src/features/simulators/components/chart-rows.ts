import type { CeilingDetail, PremiumDetail } from '@wasl/premium';

/** A row of the chart: a slice between two rates, in percent, under a ceiling. */
export interface ChartRow {
  readonly key: string;
  readonly kind: 'premium' | 'cut' | 'total';
  readonly from: number;
  readonly to: number;
  readonly ceiling: number;
}

// Rates have two decimals; sums of them keep to that.
const exact = (rate: number) => Math.round(rate * 100) / 100;

/**
 * Premiums laid end to end up to the total. Each group stands under its ceiling, which cuts what
 * passes beyond it before the next group begins: the last row ends at the rate that is kept.
 */
export function chartRows(
  groups: readonly { premiums: readonly PremiumDetail[]; ceiling: CeilingDetail }[],
): ChartRow[] {
  const rows: ChartRow[] = [];
  let sum = 0;
  for (const { premiums, ceiling } of groups) {
    for (const { key, rate } of premiums) {
      const to = exact(sum + rate);
      rows.push({ key, kind: 'premium', from: sum, to, ceiling: ceiling.limit });
      sum = to;
    }
    if (ceiling.cut > 0) {
      const { key, limit, after } = ceiling;
      rows.push({ key, kind: 'cut', from: after, to: sum, ceiling: limit });
      sum = after;
    }
  }
  const last = groups.at(-1)?.ceiling;
  rows.push({ key: 'total', kind: 'total', from: 0, to: sum, ceiling: last?.limit ?? sum });
  return rows;
}
