import type { Bracket, Operator } from './rules/types.ts';

/**
 * An exact ratio as integers: `part × unit ÷ whole`. Jobs per million of dirhams: part = jobs, whole = centimes, unit =
 * 10^8. A share in percent: unit = 100.
 */
export type Ratio = { part: bigint; whole: bigint; unit: bigint };

export const CENTIMES_PER_MILLION = 100_000_000n;

const BOUND_DECIMALS = 10_000;
const BOUND_SCALE = 10_000n;

/** Jobs per million of dirhams; `centimes` above 0. */
export function jobsPerMillion(jobs: bigint, centimes: bigint): Ratio {
  return { part: jobs, whole: centimes, unit: CENTIMES_PER_MILLION };
}

/** A share in percent. A share of a total of 0 is 0: the part is then 0 too, so 1 replaces the total. */
export function shareOf(part: bigint, total: bigint): Ratio {
  return { part, whole: total === 0n ? 1n : total, unit: 100n };
}

/** A bound of the rule set in ten-thousandths; the schema allows 4 decimals, so this is exact. */
function scaled(bound: number): bigint {
  return BigInt(Math.round(bound * BOUND_DECIMALS));
}

/** Negative, 0 or positive as the ratio is under, at or above the bound, by cross-multiplication. */
export function compare(ratio: Ratio, bound: number): number {
  const left = ratio.part * ratio.unit * BOUND_SCALE;
  const right = scaled(bound) * ratio.whole;
  return left < right ? -1 : left > right ? 1 : 0;
}

export function meets(ratio: Ratio, operator: Operator, bound: number): boolean {
  const side = compare(ratio, bound);
  return operator === '>' ? side > 0 : side >= 0;
}

/** The smallest integer part with which the ratio meets the bound, for the same whole. */
export function leastPart(ratio: Ratio, operator: Operator, bound: number): bigint {
  const unit = ratio.unit * BOUND_SCALE;
  const target = scaled(bound) * ratio.whole;
  return operator === '>' ? target / unit + 1n : (target + unit - 1n) / unit;
}

function contains(bracket: Bracket, ratio: Ratio): boolean {
  if (bracket.gt !== undefined && compare(ratio, bracket.gt) <= 0) return false;
  if (bracket.gte !== undefined && compare(ratio, bracket.gte) < 0) return false;
  if (bracket.lt !== undefined && compare(ratio, bracket.lt) >= 0) return false;
  return bracket.lte === undefined || compare(ratio, bracket.lte) <= 0;
}

/** The bracket of the ratio. The schema allows no gaps, so one always exists. */
export function bracketOf(brackets: readonly Bracket[], ratio: Ratio): Bracket {
  const found = brackets.find((bracket) => contains(bracket, ratio));
  if (found === undefined) throw new RangeError('Brackets with a gap: not a checked rule set');
  return found;
}

/**
 * The smallest part that reaches a better rate, with that rate; null at the best one. Rates rise with the ratio
 * (schema), so the lowest bound of a better bracket counts. One unit may skip a narrow bracket, so the rate is read
 * again at the found part.
 */
export function nextBracket(
  brackets: readonly Bracket[],
  ratio: Ratio,
): { part: bigint; rate: number } | null {
  const current = bracketOf(brackets, ratio).taux;
  let least: bigint | null = null;
  for (const bracket of brackets) {
    if (bracket.taux <= current) continue;
    const part =
      bracket.gt !== undefined
        ? leastPart(ratio, '>', bracket.gt)
        : leastPart(ratio, '>=', bracket.gte ?? 0);
    if (least === null || part < least) least = part;
  }
  if (least === null) return null;
  return { part: least, rate: bracketOf(brackets, { ...ratio, part: least }).taux };
}

/** The ratio to 6 decimals, for display only. */
export function shown(ratio: Ratio): number {
  const millionths = (2_000_000n * ratio.part * ratio.unit + ratio.whole) / (2n * ratio.whole);
  return Number(millionths) / 1_000_000;
}
