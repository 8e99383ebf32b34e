import path from 'node:path';

import written from '../mutation/parts.json' with { type: 'json' };
import { turbo } from './build.ts';
import { tryReadOnce } from './mutate-read-once.ts';
import { repositoryRoot } from './paths.ts';
import { UserError } from './user-error.ts';
import { packageCommand, runNode } from './run.ts';
import type { StopSignal } from './stop-signal.ts';

/** What is broken on purpose, and the tests that have to notice; paths from the folder. */
interface Part {
  folder: string;
  mutate: string[];
  tests: string[];
  /** What the tests of this part begin with besides. */
  setup?: string[];
}
const parts: Partial<Record<string, Part>> = written;

/**
 * `npm run mutate -- <part> [file …]`: breaks the part's code in every way Stryker knows and says which breaks no
 * test noticed. Takes minutes to hours; what it found last stands in the package's `.cache/mutation.json`.
 * @param words a part of mutation/parts.json, then files of its package instead of all of the part's
 * @throws UserError when there is no such part
 */
export async function mutate([name = '', ...files]: string[], stop: StopSignal): Promise<number> {
  const part = parts[name];
  if (part === undefined) {
    throw new UserError(
      `Usage: npm run mutate -- <part> [file …]. There are: ${Object.keys(parts).join(', ')}.`,
    );
  }
  await turbo(['generate'], stop);
  const folder = path.join(repositoryRoot, part.folder);
  const { code } = await runNode(
    packageCommand('.', '@stryker-mutator/core', 'stryker'),
    [
      'run',
      path.join(repositoryRoot, 'packages/tooling/mutation/stryker.config.mjs'),
      '--mutate',
      (files.length > 0 ? files : part.mutate).join(','),
    ],
    { cwd: folder, env: { MUTATION_PART: name }, isShown: true, stop },
  );
  // The API's constants are not tried again: each would start its database.
  if (code === 0 && part.folder !== 'apps/api') {
    process.stdout.write('Once more what runs as its file is read, written into the file:\n');
    await tryReadOnce(folder, name, stop);
  }
  return code;
}
