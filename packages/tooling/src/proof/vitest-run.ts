import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { repositoryRoot } from '../paths.ts';
import { packageCommand, runNode } from '../run.ts';
import type { StopSignal } from '../stop-signal.ts';

/** Runs tests of a package with visible progress and returns how many passed. */
export async function packageFolderRun(
  folder: string,
  tests: readonly string[],
  env: NodeJS.ProcessEnv,
  stop: StopSignal,
): Promise<{ isGood: boolean; result: string }> {
  const script = packageCommand('.', 'vitest', 'vitest');
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'wasl-proof-'));
  const report = path.join(scratch, 'report.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const { code } = await runNode(script, ['run', ...reporters, ...tests], {
      cwd: path.join(repositoryRoot, folder),
      env: { ...env, NO_COLOR: '1' },
      isShown: true,
      stop,
    });
    const counts = JSON.parse(await fs.readFile(report, 'utf8')) as {
      numPassedTests: number;
      numTotalTests: number;
    };
    const result = `${String(counts.numPassedTests)} of ${String(counts.numTotalTests)} tests passed`;
    return { isGood: code === 0, result };
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}
