/** Maximum amount of one field in dirhams: a thousand billion. */
export const MAX_AMOUNT_DIRHAMS = 1_000_000_000_000;

/** Maximum number of jobs of one field. */
export const MAX_JOBS = 1_000_000;

export const MAX_AMOUNT_CENTIMES = 100_000_000_000_000n;

/** An amount in dirhams from the wire or from an unfinished form. */
export type Amount = number | string | null | undefined;

/** Why a value is no valid number. */
export type NumberFault = 'REQUIRED' | 'NOT_A_NUMBER' | 'NEGATIVE' | 'TOO_LARGE';

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const LONGEST_DECIMAL = 40;

type Digits = { whole: string; fraction: string };

/** Splits a decimal into its digits; a number becomes the shortest decimal that prints for it. */
function digitsOf(value: Amount): Digits | NumberFault {
  if (value === null || value === undefined || value === '') return 'REQUIRED';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return 'NOT_A_NUMBER';
    if (value < 0) return 'NEGATIVE';
    // Outside of this range a number prints with an exponent.
    if (value >= 1e21) return 'TOO_LARGE';
    if (value > 0 && value < 1e-6) return { whole: '0', fraction: '0000001' };
  }
  const text = String(value);
  const match = text.length > LONGEST_DECIMAL ? null : DECIMAL.exec(text);
  if (match === null) return 'NOT_A_NUMBER';
  const [, sign, whole = '0', fraction = ''] = match;
  if (sign === '-' && /[1-9]/.test(text)) return 'NEGATIVE';
  return { whole, fraction: fraction.replace(/0+$/, '') };
}

/**
 * Parses an amount in dirhams into exact centimes. A string is a plain decimal with a point ("1250000.5"). A number
 * means the shortest decimal that JavaScript prints for it, so 0.1 is exactly ten centimes. Further digits are rounded
 * half-up to the centime.
 * @returns a fault for NaN, infinities, negative amounts, exponents in a string and amounts above `MAX_AMOUNT_DIRHAMS`
 */
export function readCentimes(value: Amount): bigint | NumberFault {
  if (typeof value === 'number' && value >= 0 && value <= MAX_AMOUNT_DIRHAMS) {
    // Fast path. Division rounds correctly, so equality means at most two decimals.
    const nearest = Math.round(value * 100);
    if (nearest / 100 === value) return BigInt(nearest);
  }
  const digits = digitsOf(value);
  if (typeof digits === 'string') return digits;
  const rounded = BigInt(digits.whole + digits.fraction.slice(0, 2).padEnd(2, '0'));
  const centimes = digits.fraction.charAt(2) >= '5' ? rounded + 1n : rounded;
  return centimes > MAX_AMOUNT_CENTIMES ? 'TOO_LARGE' : centimes;
}

/**
 * Parses a percentage, 0 to 100, into exact hundredths of a percent. More than two decimals are refused
 * (`TOO_PRECISE`): rounding 39.999 up would cross a threshold of 40.
 */
export function readHundredths(value: Amount): number | NumberFault | 'TOO_PRECISE' | 'ABOVE_100' {
  const digits = digitsOf(value);
  if (digits === 'TOO_LARGE') return 'ABOVE_100';
  if (typeof digits === 'string') return digits;
  const hundredths = Number(digits.whole + digits.fraction.slice(0, 2).padEnd(2, '0'));
  if (hundredths > 10_000) return 'ABOVE_100';
  if (digits.fraction.length > 2) return hundredths === 10_000 ? 'ABOVE_100' : 'TOO_PRECISE';
  return hundredths;
}

/** Parses a whole number of jobs, 0 to `MAX_JOBS`, from a number or a string of digits. */
export function readJobs(value: Amount): bigint | NumberFault | 'NOT_WHOLE' {
  const digits = digitsOf(value);
  if (typeof digits === 'string') return digits;
  const jobs = BigInt(digits.whole);
  if (jobs > BigInt(MAX_JOBS)) return 'TOO_LARGE';
  return digits.fraction === '' ? jobs : 'NOT_WHOLE';
}

/** `numerator / denominator` rounded half-up; both at least 0, the denominator above 0. */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/**
 * Converts centimes to dirhams with at most 2 decimals. The number prints as that exact decimal (amounts stay under 17
 * significant digits).
 */
export function toDirhams(centimes: bigint): number {
  return Number(centimes) / 100;
}

/** Converts whole dirhams to millions (M MAD) with at most 6 decimals, equally exact. */
export function toMillions(dirhams: bigint): number {
  return Number(dirhams) / 1_000_000;
}

/** A percentage of the rule set (at most 2 decimals) in hundredths of a percent. */
export function hundredthsOf(percent: number): number {
  return Math.round(percent * 100);
}

/** Smaller amounts are displayed in dirhams, on screen and on paper. */
const LEAST_IN_MILLIONS = 1_000_000;

/** Whether to display an amount in dirhams instead of millions. False for 0. */
export function isSmallAmount(dirhams: number): boolean {
  return dirhams !== 0 && Math.abs(dirhams) < LEAST_IN_MILLIONS;
}
