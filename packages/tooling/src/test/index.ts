import fs from 'node:fs';
import path from 'node:path';

import { build, turbo } from '../build.ts';
import { checkAll } from '../check/index.ts';
import { long, slow } from '../../vitest.mjs';
import { repositoryRoot } from '../paths.ts';
import { UserError } from '../user-error.ts';
import { packageCommand, runNode } from '../run.ts';
import type { StopSignal } from '../stop-signal.ts';
import { tallyPlaywright, tallyVitest, type TestTally } from './reports.ts';

/**
 * In CI (CI=true) failed tests are retried once: clock changes and a stalled machine are no fault of the change. Tests
 * that passed only then are listed at the end. Local runs have no retries.
 */
const repeats = process.env.CI === undefined ? 0 : 1;

const USAGE = `Usage: npm test [-- [--all] [--long] [--check] [--unit] [--e2e] [--screens] [--only <part of a path>]]
  without a choice: the checks, the tests but the slow ones, and the main story of each area in a browser
  --all: every story and every test but the long ones, as before a change lands
  --long: only the tests that take minutes: the images' steps and each plugin's deletion in a fresh copy
  --only: every test and story of those files
  --screens: every screen and dialog, French and Arabic, light and dark, wide and narrow, not only one corner of each`;

/** In apps/e2e: the stories that `npm test` runs. */
const SMOKE = 'smoke.txt';

const USUAL_PARTS = ['check', 'unit', 'e2e'] as const;
const PARTS = [...USUAL_PARTS, 'screens'] as const;
type Part = (typeof PARTS)[number];

interface Choice {
  parts: Set<Part>;
  only: string[];
  /** Includes slow tests, and stories beyond the main ones. */
  isWhole: boolean;
  /** Only the tests that take minutes. */
  isLong: boolean;
}

function readChoice(testArguments: string[]): Choice {
  const choice: Choice = { parts: new Set(), only: [], isWhole: false, isLong: false };
  for (let index = 0; index < testArguments.length; index += 1) {
    const argument = testArguments[index] ?? '';
    const part = PARTS.find((name) => argument === `--${name}`);
    if (part !== undefined) choice.parts.add(part);
    else if (argument === '--all') choice.isWhole = true;
    else if (argument === '--long') choice.isLong = true;
    else if (argument === '--only' && testArguments[index + 1] !== undefined) {
      index += 1;
      choice.only.push(testArguments[index] ?? '');
    } else throw new UserError(USAGE);
  }
  if (choice.only.length > 0) choice.isWhole = true;
  if (choice.isLong) choice.parts = new Set(['unit']);
  if (choice.parts.size === 0) {
    if (choice.only.length === 0) for (const part of USUAL_PARTS) choice.parts.add(part);
    else choice.parts.add(choice.only.some((name) => name.includes('e2e')) ? 'e2e' : 'unit');
  }
  return choice;
}

/** `npm test`: the usual tests, everything, or the chosen parts. Its last line is `N passed, N failed`. */
export async function runTests(testArguments: string[], stop: StopSignal): Promise<number> {
  const { parts, only, isWhole, isLong } = readChoice(testArguments);
  const reports = path.join(repositoryRoot, '.cache', 'reports');
  fs.mkdirSync(reports, { recursive: true });
  const total = { passed: 0, failed: 0, unsteady: [] as string[] };
  const runPart = async (title: string, part: () => Promise<TestTally>): Promise<void> => {
    console.log(`\n== ${title}`);
    const tally = await part().catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      console.error(error.message);
      return { passed: 0, failed: 1, unsteady: [] };
    });
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.unsteady.push(...tally.unsteady);
  };
  if (parts.has('check'))
    await runPart('Checks', async () => ({ ...(await checkAll([], stop)), unsteady: [] }));
  if (parts.has('unit')) {
    const usual = isWhole ? [`!${long.name}`] : [`!${long.name}`, `!${slow.name}`];
    // A named file runs completely, without tag filters.
    const tags =
      only.length > 0 ? [] : [`--tags-filter=${isLong ? long.name : usual.join(' and ')}`];
    await runPart('Tests', () => unitTests(reports, [...tags, ...only], stop));
  }
  if (parts.has('e2e')) {
    const choice = isWhole ? only.map(inStories) : ['--project=usual', '--test-list', SMOKE];
    await runPart('Stories', () => stories(reports, choice, {}, stop));
  }
  if (parts.has('screens')) {
    // With this variable every corner is checked (apps/e2e/README.md).
    const env = { SCREENS: process.env.SCREENS ?? '' };
    const choice = ['--project=usual', 'screens/', ...only.map(inStories)];
    await runPart('Screens', () => stories(reports, choice, env, stop));
  }
  if (!isWhole && !isLong && (parts.has('unit') || parts.has('e2e')))
    console.log('\nLeft to `npm test -- --all`: slow tests, and stories beside the main ones.');
  if (total.unsteady.length > 0)
    console.log(`\nPassed only when repeated:\n- ${total.unsteady.join('\n- ')}`);
  console.log(`\n${String(total.passed)} passed, ${String(total.failed)} failed`);
  return total.failed === 0 ? 0 : 1;
}

/** Path of a file relative to Playwright's folder. */
const inStories = (name: string): string => name.replace(/^.*e2e\/?/, '');

async function unitTests(reports: string, choice: string[], stop: StopSignal): Promise<TestTally> {
  await turbo(['generate'], stop);
  const report = path.join(reports, 'vitest.json');
  fs.rmSync(report, { force: true });
  const { code } = await runNode(
    packageCommand('packages/tooling', 'vitest'),
    [
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--retry=${String(repeats)}`,
      ...choice,
    ],
    { isShown: true, stop },
  );
  return tallyVitest(report, code);
}

async function stories(
  reports: string,
  choice: string[],
  env: NodeJS.ProcessEnv,
  stop: StopSignal,
): Promise<TestTally> {
  await build(stop);
  const report = path.join(reports, 'playwright.json');
  fs.rmSync(report, { force: true });
  const { code } = await runNode(
    packageCommand('apps/e2e', '@playwright/test', 'playwright'),
    ['test', '--reporter=list,json', `--retries=${String(repeats)}`, ...choice],
    {
      cwd: path.join(repositoryRoot, 'apps/e2e'),
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
      isShown: true,
      stop,
    },
  );
  return tallyPlaywright(report, code);
}
