import { beforeEach } from 'vitest';

import { runAdmin } from '../admin/index.ts';
import * as plugins from '../plugins/index.ts';
import type { TestApp } from './create-test-app.ts';

type AdminRun = Parameters<typeof runAdmin>[0];

/**
 * Runs an admin command on a test's data.
 * @param print receives the lines of the output, and of faults unless `over` has a `printFault`
 * @returns the exit code
 */
export async function adminOn(
  { deps }: Pick<TestApp, 'deps'>,
  words: readonly string[],
  print: (line: string) => unknown,
  over: Partial<Omit<AdminRun, 'printFault'>> & {
    readonly printFault?: (line: string) => unknown;
  } = {},
): Promise<number> {
  const { printFault = print, ...rest } = over;
  return await runAdmin({
    words,
    open: () => Promise.resolve({ deps, close: () => Promise.resolve() }),
    seed: () => Promise.resolve(0),
    environment: {},
    plugins,
    ...rest,
    print: (line) => void print(line),
    printFault: (line) => void printFault(line),
  });
}

/** The admin program on a test file's data, and its output since the start of the test. */
export function useAdmin(app: Pick<TestApp, 'deps'>) {
  const out: string[] = [];
  const faults: string[] = [];
  beforeEach(() => {
    out.length = 0;
    faults.length = 0;
  });
  const admin = (...words: string[]) =>
    adminOn(app, words, (line) => out.push(line), { printFault: (line) => faults.push(line) });
  return { admin, out, faults };
}
