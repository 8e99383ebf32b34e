import fs from 'node:fs';

import { z } from 'zod';

import type { Tally } from '../check/index.ts';

/** Passed and failed tests, and the names of flaky ones, which passed only in the retry. */
export interface TestTally extends Tally {
  readonly unsteady: readonly string[];
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().default(''),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

const playwrightSuite = z.object({
  specs: z
    .array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) }))
    .default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(playwrightSuite).default([]),
});

const nothing: TestTally = { passed: 0, failed: 0, unsteady: [] };

/** A failed run counts at least one failure, whatever its report contains. */
function atLeastOne(tally: TestTally, exitCode: number): TestTally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

function readJson(file: string): unknown {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

/** Counts vitest's JSON report; a file that does not load is one failure. */
export function tallyVitest(file: string, exitCode: number): TestTally {
  const report = vitestReport.safeParse(readJson(file));
  if (!report.success) return atLeastOne(nothing, exitCode);
  const { numPassedTests, numFailedTests, testResults } = report.data;
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const unsteady = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName }) => fullName);
  return atLeastOne(
    { passed: numPassedTests, failed: numFailedTests + broken.length, unsteady },
    exitCode,
  );
}

function flakyIn({ specs, suites }: z.infer<typeof playwrightSuite>): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ title }) => title), ...suites.flatMap(flakyIn)];
}

export function tallyPlaywright(file: string, exitCode: number): TestTally {
  const report = playwrightReport.safeParse(readJson(file));
  if (!report.success) return atLeastOne(nothing, exitCode);
  const { stats, errors, suites } = report.data;
  return atLeastOne(
    {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      unsteady: suites.flatMap(flakyIn),
    },
    exitCode,
  );
}
