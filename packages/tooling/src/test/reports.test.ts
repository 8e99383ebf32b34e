import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { tallyPlaywright, tallyVitest } from './reports.ts';

const file = path.join(os.tmpdir(), `wasl-report-${String(process.pid)}.json`);
const write = (report: unknown): void => {
  fs.writeFileSync(file, JSON.stringify(report));
};

afterEach(() => {
  fs.rmSync(file, { force: true });
});

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
    expect(tallyVitest(file, 1)).toEqual({ passed: 4, failed: 2 });
  });
  it('never calls a failed run clean', () => {
    write({ numPassedTests: 4, numFailedTests: 0, testResults: [] });
    expect(tallyVitest(file, 1)).toEqual({ passed: 4, failed: 1 });
  });
  it('counts a run without a report as one failure', () => {
    expect(tallyVitest(file, 1)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('tallyPlaywright', () => {
  it('counts a story that passed only when repeated as failed', () => {
    write({ stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [] });
    expect(tallyPlaywright(file, 1)).toEqual({ passed: 3, failed: 2 });
  });
  it('counts a fault outside any story', () => {
    write({ stats: { expected: 3, unexpected: 0, flaky: 0 }, errors: [{ message: 'setup' }] });
    expect(tallyPlaywright(file, 1)).toEqual({ passed: 3, failed: 1 });
  });
});
