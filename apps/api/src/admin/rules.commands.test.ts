import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import { findSeedFolder, readSeedFiles, seedReference } from '../seed/index.ts';
import { seedCopies } from '../seed/testing/seed-copies.ts';
import { useAdmin } from '../testing/admin.ts';
import { useTestApp } from '../testing/index.ts';

const folder = findSeedFolder(undefined);
const copies = seedCopies(folder);
const clock = { now: () => new Date('2026-11-21T09:00:00Z') };
let copy: string;

const app = useTestApp({ clock });
const { admin, faults, out } = useAdmin(app);
beforeEach(async () => {
  const text = readFileSync(
    path.join(folder, 'reference/premium/general-2026-default.json'),
    'utf8',
  );
  copy = copies.make({
    'premium/general-2027.json': text
      .replace('"2026-default"', '"2027"')
      .replace('"2026-01-01"', '"2027-01-01"')
      .replace('"B": 15', '"B": 20'),
  });
  await seedReference(app.db, readSeedFiles(folder), { clock });
});
const printed = () => out.join('\n');

it('lists the rule sets with their state, and shows every value of a set', async () => {
  await seedReference(app.db, readSeedFiles(copy), { clock });
  expect(await admin('rules', 'show')).toBe(0);
  expect(printed()).toMatch(/general +2026-default +2026-01-01 +in force +0/);
  expect(printed()).toMatch(/general +2027 +2027-01-01 +to come +0/);
  expect(await admin('rules', 'show', 'general', '2027')).toBe(0);
  expect(printed()).toMatch(/territoriale\.taux\.B +20/);
});

it('compares an unseeded set of the files on a thousand projects', async () => {
  expect(await admin('rules', 'compare', 'general', '2027', '--dir', copy)).toBe(0);
  expect(printed()).toContain('2026-default → 2027');
  expect(printed()).toContain('  territoriale.taux.B: 15 → 20');
  expect(printed()).toContain('Of 1000 projects');
  const counts = [...printed().matchAll(/^ {2}(\d+) are /gm)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count)).toBe(1000);
  const [, more, less, , noMore] = counts;
  expect(more).toBeGreaterThan(50);
  expect([less, noMore]).toEqual([0, 0]);
  out.length = 0;
  expect(await admin('rules', 'compare', 'nordev', '2026-default')).toBe(0);
  expect(printed()).toContain('The figures are the same.');
  expect(printed()).toContain('  1000 are granted the same or refused as before');
});

it('withdraws only a future set whose file is gone', async () => {
  await seedReference(app.db, readSeedFiles(copy), { clock });
  expect(await admin('rules', 'withdraw', 'general', '2027', '--dir', copy)).toBe(1);
  expect(faults.join()).toContain('stands in the files');
  expect(await admin('rules', 'withdraw', 'general', '2026-default')).toBe(1);
  expect(faults.join()).toContain('is in force since 2026-01-01');
  rmSync(path.join(copy, 'reference/premium/general-2027.json'));
  expect(await admin('rules', 'withdraw', 'general', '2027', '--dir', copy)).toBe(0);
  expect(await app.db.premiumRuleSet.count({ where: { version: '2027' } })).toBe(0);
  expect(await admin('rules', 'withdraw', 'general', '2027', '--dir', copy)).toBe(1);
});
