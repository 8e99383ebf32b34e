import { z } from 'zod';
import type { Bracket } from './types.ts';

/** Whether the number has at most this many decimals: the calculation is exact for them. */
function hasDecimals(value: number, most: number): boolean {
  const scale = 10 ** most;
  return Math.round(value * scale) / scale === value;
}

/** A rate or a share in percent. */
export const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => hasDecimals(value, 2), 'at most 2 decimals');

const bound = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((value) => hasDecimals(value, 4), 'at most 4 decimals');

const bracket = z.strictObject({
  gt: bound.optional(),
  gte: bound.optional(),
  lt: bound.optional(),
  lte: bound.optional(),
  taux: percent,
});

/** One end of a bracket; null where it is unbounded. */
type End = { at: number; isClosed: boolean } | null;

function lowerEnd({ gt, gte }: Bracket): End {
  if (gt !== undefined) return { at: gt, isClosed: false };
  return gte === undefined ? null : { at: gte, isClosed: true };
}

function upperEnd({ lt, lte }: Bracket): End {
  if (lt !== undefined) return { at: lt, isClosed: false };
  return lte === undefined ? null : { at: lte, isClosed: true };
}

type Placed = { index: number; bracket: Bracket; lower: End; upper: End };

function inOrder(a: Placed, b: Placed): number {
  const [left, right] = [a.lower?.at ?? -1, b.lower?.at ?? -1];
  return left === right
    ? Number(b.lower?.isClosed ?? true) - Number(a.lower?.isClosed ?? true)
    : left - right;
}

function shapeFault({ bracket: { gt, gte, lt, lte }, lower, upper }: Placed): string | null {
  if (gt !== undefined && gte !== undefined) return 'gt and gte exclude each other';
  if (lt !== undefined && lte !== undefined) return 'lt and lte exclude each other';
  if (lower === null || upper === null) return null;
  const isEmpty =
    lower.at > upper.at || (lower.at === upper.at && !(lower.isClosed && upper.isClosed));
  return isEmpty ? 'empty bracket: its lower bound is not below its upper bound' : null;
}

/** Fault at the boundary of two adjacent brackets. */
function seamFault(before: Placed, after: Placed): string | null {
  const { upper } = before;
  const { lower } = after;
  if (upper === null || lower === null || upper.at > lower.at) return 'overlaps the one below it';
  if (upper.at < lower.at) {
    return `gap: nothing between ${String(upper.at)} and ${String(lower.at)}`;
  }
  if (upper.isClosed && lower.isClosed) return `overlaps the one below it at ${String(lower.at)}`;
  if (!upper.isClosed && !lower.isClosed) return `gap: ${String(lower.at)} is in no bracket`;
  return before.bracket.taux > after.bracket.taux ? 'rate falls where the ratio rises' : null;
}

/**
 * Brackets that cover every ratio from 0 on exactly once, with non-decreasing rates, in any order. A fault names the
 * bracket by its index in the file.
 */
export const brackets = z
  .array(bracket)
  .min(1)
  .superRefine((list, context) => {
    const placed = list.map((one, index) => {
      return { index, bracket: one, lower: lowerEnd(one), upper: upperEnd(one) };
    });
    const report = (index: number, message: string | null): boolean => {
      if (message !== null) context.addIssue({ code: 'custom', path: [index], message });
      return message !== null;
    };
    if (placed.map((one) => report(one.index, shapeFault(one))).some(Boolean)) return;
    const sorted = [...placed].sort(inOrder);
    const [first] = sorted;
    const last = sorted.at(-1);
    if (first && first.lower !== null) {
      report(first.index, `gap: nothing below ${String(first.lower.at)} (leave the lowest open)`);
    }
    sorted.forEach((after, place) => {
      const before = sorted[place - 1];
      if (before) report(after.index, seamFault(before, after));
    });
    if (last && last.upper !== null) {
      report(last.index, `gap: nothing above ${String(last.upper.at)} (leave the highest open)`);
    }
  });
