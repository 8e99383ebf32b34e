import { expect, it } from 'vitest';

import { seededRandom } from '../../../testing/random-calls.ts';
import { hiddenCells } from './hidden-cells.ts';

const hidden = (...counts: number[]) => [...hiddenCells(counts, 20)].sort((a, b) => a - b);

it.each([
  { counts: [20, 35, 50], hides: [], why: 'none is small' },
  { counts: [19, 35, 50], hides: [0, 1], why: 'one alone would be the whole less the others' },
  { counts: [3, 4, 35, 50], hides: [0, 1, 2], why: 'two that are small together' },
  { counts: [12, 13, 50], hides: [0, 1], why: 'two that are enough together' },
  { counts: [0, 40, 30], hides: [0, 2], why: 'nothing is a small number too' },
  { counts: [5], hides: [0], why: 'there is no other' },
  { counts: [20], hides: [], why: 'the only one is the whole' },
  { counts: [], hides: [], why: 'there is none' },
])('hides $hides of $counts: $why', ({ counts, hides }) => {
  expect(hidden(...counts)).toEqual(hides);
});

it('leaves nothing to be reckoned out of what is shown', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const random = seededRandom(seed);
    const counts = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
      Math.floor(random() ** 2 * 60),
    );
    const whole = counts.reduce((sum, count) => sum + count, 0);
    if (whole < 20) continue;
    const places = hidden(...counts);
    const shown = counts.filter((_, place) => !places.includes(place));
    expect(shown.every((count) => count >= 20)).toBe(true);
    const rest = whole - shown.reduce((sum, count) => sum + count, 0);
    if (places.length > 0) {
      expect(rest).toBeGreaterThanOrEqual(20);
      if (counts.length > 1) expect(places.length).toBeGreaterThan(1);
    }
  }
});
