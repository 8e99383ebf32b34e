import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { tallyPlaywright, tallyVitest } from './reports.ts';

const file = path.join(os.tmpdir(), `wasl-report-${String(process.pid)}.json`);
const write = (report: unknown): void => fs.writeFileSync(file, JSON.stringify(report));

afterEach(() => fs.rmSync(file, { force: true }));

describe('tallyVitest', () => {
  it('counts a file that could not be loaded', () => {
    write({
      numPassedTests: 4,
      numFailedTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    });
    expect(tallyVitest(file, 1)).toEqual({ passed: 4, failed: 2, unsteady: [] });
  });
  it('reports a test that failed and passed on retry', () => {
    const once = { status: 'passed', fullName: 'waits', failureMessages: ['timed out'] };
    const never = { status: 'failed', fullName: 'fails', failureMessages: ['a', 'b'] };
    const well = { status: 'passed', fullName: 'stands', failureMessages: [] };
    write({
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [{ status: 'failed', assertionResults: [once, never, well] }],
    });
    expect(tallyVitest(file, 1)).toEqual({ passed: 2, failed: 1, unsteady: ['waits'] });
  });
  it('never reports a failed run as clean', () => {
    write({ numPassedTests: 4, numFailedTests: 0, testResults: [] });
    expect(tallyVitest(file, 1)).toEqual({ passed: 4, failed: 1, unsteady: [] });
  });
  it('counts a run without a report as one failure', () => {
    expect(tallyVitest(file, 1)).toEqual({ passed: 0, failed: 1, unsteady: [] });
  });
});

describe('tallyPlaywright', () => {
  it('reports a story that failed and passed on retry', () => {
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
    write({
      stats: { expected: 3, unexpected: 1, flaky: 1 },
      errors: [],
      suites: [
        {
          specs: [spec('stands', 'expected')],
          suites: [{ specs: [spec('waits', 'flaky'), spec('fails', 'unexpected')] }],
        },
      ],
    });
    expect(tallyPlaywright(file, 1)).toEqual({ passed: 4, failed: 1, unsteady: ['waits'] });
  });
  it('counts a fault outside any story', () => {
    write({ stats: { expected: 3, unexpected: 0, flaky: 0 }, errors: [{ message: 'setup' }] });
    expect(tallyPlaywright(file, 1)).toEqual({ passed: 3, failed: 1, unsteady: [] });
  });
});
