import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSmallAmount,
  readCentimes,
  readHundredths,
  readJobs,
  roundHalfUp,
  toDirhams,
} from './amount.ts';

describe('amounts', () => {
  it.each([
    [0, 0n],
    [-0, 0n],
    ['-0.00', 0n],
    [0.1, 10n],
    ['0.1', 10n],
    [0.1 + 0.2, 30n],
    [1.005, 101n],
    ['1.005', 101n],
    ['1.0049999', 100n],
    [1e-7, 0n],
    [0.004, 0n],
    [0.005, 1n],
    [123_456_789.01, 12_345_678_901n],
    [1e12, 100_000_000_000_000n],
    ['1000000000000.00', 100_000_000_000_000n],
    ['007', 700n],
    [null, 'REQUIRED'],
    [undefined, 'REQUIRED'],
    ['', 'REQUIRED'],
    [Number.NaN, 'NOT_A_NUMBER'],
    [Number.NEGATIVE_INFINITY, 'NOT_A_NUMBER'],
    ['1,5', 'NOT_A_NUMBER'],
    ['1 000', 'NOT_A_NUMBER'],
    ['.5', 'NOT_A_NUMBER'],
    ['0x10', 'NOT_A_NUMBER'],
    ['٣', 'NOT_A_NUMBER'],
    ['0'.repeat(39) + '7', 700n],
    ['1'.repeat(41), 'NOT_A_NUMBER'],
    [-1e-9, 'NEGATIVE'],
    ['-0.01', 'NEGATIVE'],
    ['1000000000000.005', 'TOO_LARGE'],
    [1e21, 'TOO_LARGE'],
  ])('%j is parsed as %s', (value, expected) => expect(readCentimes(value)).toBe(expected));

  it('every number of centimes is restored from its dirhams, as a number and as a text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 100_000_000_000_000n }), (centimes) => {
        const dirhams = toDirhams(centimes);
        const text = `${String(centimes / 100n)}.${String(centimes % 100n).padStart(2, '0')}`;
        expect(readCentimes(dirhams)).toBe(centimes);
        expect(readCentimes(JSON.stringify(dirhams))).toBe(centimes);
        expect(readCentimes(text)).toBe(centimes);
      }),
    );
  });

  it('a number is parsed like its printed text', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (value) => {
        expect(readCentimes(value)).toBe(readCentimes(String(value)));
      }),
    );
  });

  it('rounds half-up', () => {
    expect([149n, 150n, 151n, 249n, 250n].map((n) => roundHalfUp(n, 100n))).toEqual([
      1n,
      2n,
      2n,
      2n,
      3n,
    ]);
  });
});

it.each([
  [39.99, 3999],
  ['20', 2000],
  ['20.000', 2000],
  ['20.5000', 2050],
  ['20.00000', 2000],
  [100, 10_000],
  ['20.001', 'TOO_PRECISE'],
  [1e-9, 'TOO_PRECISE'],
  [100.01, 'ABOVE_100'],
  [1e30, 'ABOVE_100'],
  ['abc', 'NOT_A_NUMBER'],
])('the percentage %j is parsed as %s', (value, expected) => {
  expect(readHundredths(value)).toBe(expected);
});

it.each([
  [12, 12n],
  ['12', 12n],
  ['12.0', 12n],
  ['12.000', 12n],
  [1_000_000, 1_000_000n],
  [12.5, 'NOT_WHOLE'],
  ['99.00000000000000000001', 'NOT_WHOLE'],
  [1_000_001, 'TOO_LARGE'],
  [-1, 'NEGATIVE'],
])('the number of jobs %j is parsed as %s', (value, expected) => {
  expect(readJobs(value)).toBe(expected);
});

it.each([
  [0, false],
  [0.01, true],
  [999_999.99, true],
  [1_000_000, false],
  [5_000_000, false],
  [-999_999.99, true],
  [-1_000_000, false],
])('%d dirhams are shown in dirhams instead of millions: %s', (dirhams, isSmall) => {
  expect(isSmallAmount(dirhams)).toBe(isSmall);
});
