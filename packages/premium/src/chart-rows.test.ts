import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartRows, generalChart, nordevChart, simulateGeneral, simulateNordev } from './index.ts';
import type { CeilingDetail, ChartRow, PremiumDetail } from './index.ts';
import { generalForms, nordevForms } from './testing/forms.ts';
import { generalRuleSet, nordevRuleSet } from './testing/rule-sets.ts';

const premium = (key: string, rate: number): PremiumDetail => ({
  key,
  rate,
  figures: {},
  rule: { kind: 'flag', rate, met: rate > 0 },
  nearest: null,
});
const ceiling = (key: string, before: number, limit: number): CeilingDetail => ({
  key,
  unit: 'percent',
  limit,
  before,
  after: Math.min(before, limit),
  cut: Math.max(0, before - limit),
});
const drawn = (rows: readonly ChartRow[]) =>
  rows.map(({ kind, key, from, to }) => `${kind} ${key} ${String(from)}-${String(to)}`);

describe('the chart', () => {
  it('places premiums end to end and ends with their sum', () => {
    const premiums = [premium('a', 5), premium('b', 0), premium('c', 0.1), premium('d', 0.2)];
    expect(drawn(chartRows([{ premiums, ceiling: ceiling('most', 5.3, 30) }]))).toEqual([
      'premium a 0-5',
      'premium b 5-5',
      'premium c 5-5.1',
      'premium d 5.1-5.3',
      'total total 0-5.3',
    ]);
  });

  it('cuts at each ceiling before the next group', () => {
    const rows = chartRows([
      { premiums: [premium('a', 10), premium('b', 15)], ceiling: ceiling('x', 25, 15), sum: 's' },
      { premiums: [premium('c', 15), premium('d', 5)], ceiling: ceiling('y', 35, 30) },
    ]);
    expect(drawn(rows)).toEqual([
      'premium a 0-10',
      'premium b 10-25',
      'sum s 0-25',
      'cut x 15-25',
      'premium c 15-30',
      'premium d 30-35',
      'cut y 30-35',
      'total total 0-30',
    ]);
    expect(rows.map((row) => row.ceiling)).toEqual([15, 15, 15, 15, 30, 30, 30, 30]);
  });

  it('has a row for the sum of a general result only when something is cut', () => {
    const premiums = [premium('a', 25), premium('b', 14)];
    const chart = (before: number) =>
      generalChart({ premiums, ceilings: [ceiling('tauxPrimeTotale', before, 30)] });
    expect(drawn(chart(39)).slice(2)).toEqual([
      'sum tauxPrimeBrut 0-39',
      'cut tauxPrimeTotale 30-39',
      'total total 0-30',
    ]);
    expect(chart(39).at(-1)?.ceiling).toBe(30);
    const within = generalChart({
      premiums: [premium('a', 25)],
      ceilings: [ceiling('tauxPrimeTotale', 25, 30)],
    });
    expect(drawn(within)).toEqual(['premium a 0-25', 'total total 0-25']);
    expect(within.at(-1)?.ceiling).toBe(30);
  });

  it('labels the sum of NORDEV before each ceiling', () => {
    const premiums = ['a', 'b', 'c', 'd', 'e', 'f', 'place', 'vocation'].map((key) =>
      premium(key, 1),
    );
    const ceilings = [
      ceiling('sommePrimeCommuneRetenue', 6, 15),
      ceiling('tauxRetenu', 8, 30),
      ceiling('montant', 1, 2),
    ];
    expect(drawn(nordevChart({ premiums, ceilings })).slice(5)).toEqual([
      'premium f 5-6',
      'sum sommePrimeCommunePercent 0-6',
      'premium place 6-7',
      'premium vocation 7-8',
      'sum sommePrimePercent 0-8',
      'total total 0-8',
    ]);
  });

  it('is empty for an explanation without ceilings, as an older release stored it', () => {
    const premiums = [premium('a', 5)];
    expect(generalChart({ premiums, ceilings: [] })).toEqual([]);
    expect(nordevChart({ premiums, ceilings: [] })).toEqual([]);
    expect(nordevChart({ premiums, ceilings: [ceiling('x', 5, 15)] })).toEqual([]);
    expect(drawn(chartRows([]))).toEqual(['total total 0-0']);
  });

  it('ends at the rate of the result for any form', () => {
    fc.assert(
      fc.property(generalForms, nordevForms, (general, nordev) => {
        const first = simulateGeneral(general, generalRuleSet);
        if (first.kind === 'granted') {
          const last = generalChart(first.details).at(-1);
          expect(last).toMatchObject({ kind: 'total', to: first.result.tauxPrimeTotale });
        }
        const second = simulateNordev(nordev, nordevRuleSet);
        if (second.kind !== 'granted') throw new Error(second.kind);
        const rows = nordevChart(second.details);
        expect(rows.at(-1)).toMatchObject({ kind: 'total', to: second.result.tauxRetenu });
        expect(rows.filter(({ kind }) => kind === 'sum').map(({ to }) => to)).toEqual([
          second.result.sommePrimeCommunePercent,
          second.result.sommePrimePercent,
        ]);
      }),
    );
  });
});
