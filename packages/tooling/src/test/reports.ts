import fs from 'node:fs';

import { z } from 'zod';

import type { Tally } from '../check/index.ts';

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** A run that failed counts at least one failure, whatever its report says or lacks. */
function atLeastOne(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

function readJson(file: string): unknown {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

/** Counts vitest's JSON report; a file that could not even be loaded is one failure. */
export function tallyVitest(file: string, exitCode: number): Tally {
  const report = vitestReport.safeParse(readJson(file));
  if (!report.success) return atLeastOne({ passed: 0, failed: 0 }, exitCode);
  const { numPassedTests, numFailedTests, testResults } = report.data;
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return atLeastOne({ passed: numPassedTests, failed: numFailedTests + broken.length }, exitCode);
}

/** Counts Playwright's JSON report; a story that only passed when repeated (flaky) is a failure. */
export function tallyPlaywright(file: string, exitCode: number): Tally {
  const report = playwrightReport.safeParse(readJson(file));
  if (!report.success) return atLeastOne({ passed: 0, failed: 0 }, exitCode);
  const { stats, errors } = report.data;
  return atLeastOne(
    { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length },
    exitCode,
  );
}
