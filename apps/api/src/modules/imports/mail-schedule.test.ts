import { expect, it } from 'vitest';

import { planMails, type MailBatch } from './mail-schedule.ts';

const hour = 3600_000;
const start = Date.UTC(2026, 2, 1);
const at = (hours: number) => start + hours * hour;
const inHours = (batches: readonly MailBatch[]) =>
  batches.map(([when, mails]) => [(when - start) / hour, mails]);

it('sends mails at once within the limit of 24 hours, and schedules the others for the next days', () => {
  const one = planMails([], 5, 2, at(0));
  expect(inHours(one.planned)).toEqual([
    [0, 2],
    [24, 2],
    [48, 1],
  ]);
  const two = planMails(one.stored, 2, 2, at(1));
  expect(inHours(two.planned)).toEqual([
    [48, 1],
    [72, 1],
  ]);
  // All planned mails have left, so the plan starts again.
  expect(inHours(planMails(two.stored, 2, 2, at(96)).planned)).toEqual([[96, 2]]);
});

it('keeps the limit in any window of 24 hours', () => {
  let storedBatches: readonly MailBatch[] = [];
  const all: number[] = [];
  let chance = 7;
  const next = (most: number) => {
    chance = (chance * 16_807) % 2_147_483_647;
    return chance % most;
  };
  let now = start;
  for (let file = 0; file < 300; file += 1) {
    now += next(20 * hour);
    const plan = planMails(storedBatches, 1 + next(9), 10, now);
    ({ stored: storedBatches } = plan);
    expect(storedBatches.reduce((sum, [, mails]) => sum + mails, 0)).toBeLessThanOrEqual(10);
    for (const [when, mails] of plan.planned) {
      expect(when).toBeGreaterThanOrEqual(now);
      for (let n = 0; n < mails; n += 1) all.push(when);
    }
  }
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  for (const [n, when] of all.entries())
    if (n >= 10) expect(when - (all[n - 10] ?? 0)).toBeGreaterThanOrEqual(24 * hour);
});

it('applies a smaller or larger setting', () => {
  const { stored: storedBatches } = planMails([], 6, 6, at(0));
  expect(inHours(planMails(storedBatches, 3, 2, at(1)).planned)).toEqual([
    [24, 2],
    [48, 1],
  ]);
  // New mails never leave before mails that were planned earlier.
  const waiting = planMails([], 4, 2, at(0)).stored;
  expect(inHours(planMails(waiting, 2, 6, at(1)).planned)).toEqual([[24, 2]]);
  expect(inHours(planMails(storedBatches, 3, 8, at(1)).planned)).toEqual([
    [1, 2],
    [24, 1],
  ]);
});
