import { hundredthsOf, toDirhams } from './amount.ts';
import type { CeilingDetail, PremiumDetail } from './explanation.ts';
import { bracketOf, leastPart, meets, nextBracket } from './ratio.ts';
import type { Ratio } from './ratio.ts';
import type { Bracket, ShareThreshold } from './rules/types.ts';

/** A ceiling in percent or dirhams, from values in hundredths. */
export function ceiling(
  key: string,
  unit: CeilingDetail['unit'],
  limit: bigint,
  before: bigint,
): CeilingDetail {
  const after = before < limit ? before : limit;
  return {
    key,
    unit,
    limit: toDirhams(limit),
    before: toDirhams(before),
    after: toDirhams(after),
    cut: toDirhams(before - after),
  };
}

/** Sum of rates in hundredths of a percent. */
export function sumOfRates(premiums: readonly PremiumDetail[]): number {
  return premiums.reduce((sum, premium) => sum + hundredthsOf(premium.rate), 0);
}

type Field = {
  key: string;
  figures: PremiumDetail['figures'];
  input: string;
};

/** A rate for a yes. */
export function byFlag(field: Field, rate: number, isMet: boolean): PremiumDetail {
  return {
    key: field.key,
    rate: isMet ? rate : 0,
    figures: field.figures,
    rule: { kind: 'flag', rate, met: isMet },
    nearest:
      isMet || rate === 0 ? null : { input: field.input, from: false, to: true, rateTo: rate },
  };
}

/**
 * A rate by bracket of a ratio. The proposed change is to the ratio's part: more jobs for the same investment, more
 * export for the same turnover. It never exceeds `most`.
 */
export function byBracket(
  field: Field,
  unit: 'jobsPerMillion' | 'percent',
  brackets: readonly Bracket[],
  ratio: Ratio,
  most: bigint,
  inField: (part: bigint) => number,
): PremiumDetail {
  const { taux, gt, gte, lt, lte } = bracketOf(brackets, ratio);
  const next = nextBracket(brackets, ratio);
  return {
    key: field.key,
    rate: taux,
    figures: field.figures,
    rule: {
      kind: 'bracket',
      unit,
      bounds: {
        ...(gt !== undefined && { gt }),
        ...(gte !== undefined && { gte }),
        ...(lt !== undefined && { lt }),
        ...(lte !== undefined && { lte }),
      },
      rate: taux,
    },
    nearest:
      next === null || next.part > most
        ? null
        : {
            input: field.input,
            from: inField(ratio.part),
            to: inField(next.part),
            rateTo: next.rate,
          },
  };
}

/** The smallest part that meets an unmet threshold; null when it would exceed the total. */
export function partToMeet(rule: ShareThreshold, ratio: Ratio, total: bigint): bigint | null {
  if (rule.taux === 0 || meets(ratio, rule.op, rule.seuilPct)) return null;
  const part = leastPart(ratio, rule.op, rule.seuilPct);
  return part > total ? null : part;
}

/** A rate from a share of a total on. The proposed change is to the part; the total stays. */
export function byShare(
  field: Field,
  rule: ShareThreshold,
  ratio: Ratio,
  total: bigint,
): PremiumDetail {
  const isMet = meets(ratio, rule.op, rule.seuilPct);
  const part = partToMeet(rule, ratio, total);
  return {
    key: field.key,
    rate: isMet ? rule.taux : 0,
    figures: field.figures,
    rule: {
      kind: 'threshold',
      operator: rule.op,
      bound: rule.seuilPct,
      rate: rule.taux,
      met: isMet,
    },
    nearest:
      part === null
        ? null
        : {
            input: field.input,
            from: toDirhams(ratio.part),
            to: toDirhams(part),
            rateTo: rule.taux,
          },
  };
}

/** A rate for each yes, up to a maximum. The proposed change is the first criterion answered no. */
export function byCount<C extends string>(
  key: string,
  rule: { parCritere: number; max: number; criteres: readonly C[] },
  answers: Record<C, boolean>,
): PremiumDetail {
  const rateOf = (count: number): number =>
    Math.min(hundredthsOf(rule.parCritere) * count, hundredthsOf(rule.max)) / 100;
  const count = rule.criteres.filter((criterion) => answers[criterion]).length;
  const missing = rule.criteres.find((criterion) => !answers[criterion]);
  const rate = rateOf(count);
  const rateTo = rateOf(count + 1);
  return {
    key,
    rate,
    figures: { ...answers },
    rule: { kind: 'count', per: rule.parCritere, max: rule.max, count, inputs: [...rule.criteres] },
    nearest:
      missing === undefined || rateTo <= rate
        ? null
        : { input: missing, from: false, to: true, rateTo },
  };
}

/** A rate by level. The proposed change is the next higher level with a better rate. */
export function byLevel<L extends string>(
  field: Field,
  levels: readonly L[],
  rates: Record<L, number>,
  level: L,
): PremiumDetail {
  const rate = rates[level];
  const better = levels.slice(levels.indexOf(level) + 1).find((next) => rates[next] > rate);
  return {
    key: field.key,
    rate,
    figures: field.figures,
    rule: { kind: 'table', entry: level, rate },
    nearest:
      better === undefined
        ? null
        : { input: field.input, from: level, to: better, rateTo: rates[better] },
  };
}

/**
 * A rate by place. The proposed change is to a place of the next better rate: `to` is the first in the rule set's
 * order, `choices` are all.
 */
export function byPlace(
  field: Field,
  entry: string,
  codes: readonly string[],
  rateOf: (code: string) => number,
  from: string,
): PremiumDetail {
  const rate = rateOf(from);
  let rateTo = Infinity;
  let choices: string[] = [];
  for (const code of codes) {
    const other = rateOf(code);
    if (other <= rate || other > rateTo) continue;
    if (other < rateTo) choices = [];
    rateTo = other;
    choices.push(code);
  }
  const [to] = choices;
  return {
    key: field.key,
    rate,
    figures: field.figures,
    rule: { kind: 'table', entry, rate },
    nearest: to === undefined ? null : { input: field.input, from, to, rateTo, choices },
  };
}
