import { expect, it } from 'vitest';

import { buildsToKeep } from './keep-builds.ts';

const day = 24 * 3_600_000;
const builtOn = (...days: number[]) => days.map((at) => ({ builtAt: at * day }));
const remainingOn = (days: readonly number[], now: number) =>
  buildsToKeep(builtOn(...days), now * day).map(({ builtAt }) => builtAt / day);

it('keeps the previous build whatever its age, because a page may still be open', () => {
  expect(remainingOn([0, 400], 400)).toEqual([400, 0]);
});

it('deletes a build two weeks after its replacement', () => {
  expect(remainingOn([0, 10, 30], 23)).toEqual([30, 10, 0]);
  expect(remainingOn([0, 10, 30], 30)).toEqual([30, 10]);
});

it('keeps at most five previous builds', () => {
  expect(remainingOn([0, 1, 2, 3, 4, 5, 6], 6)).toEqual([6, 5, 4, 3, 2, 1]);
});
