import { isDeepStrictEqual } from 'node:util';

/** The members in which two answers differ, at most three. */
export function differences(one: unknown, other: unknown, place = ''): string[] {
  // No two simulations are kept under one number.
  if (isDeepStrictEqual(one, other) || /simulationPrime(?:Nordev)?Id$/.test(place)) return [];
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isObject(one) || !isObject(other))
    return [`${place}: ${JSON.stringify(one)} | ${JSON.stringify(other)}`];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.flatMap((key) => differences(one[key], other[key], `${place}.${key}`)).slice(0, 3);
}
