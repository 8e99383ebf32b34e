import { runAdmin } from '../admin/index.ts';
import type { TestApp } from './create-test-app.ts';

type AdminRun = Parameters<typeof runAdmin>[0];

/**
 * Runs a command of the administrator's tool on the data of a test.
 * @param print takes the lines of the answer; those of faults too, unless `over` has a `printFault`
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
    ...rest,
    print: (line) => void print(line),
    printFault: (line) => void printFault(line),
  });
}
