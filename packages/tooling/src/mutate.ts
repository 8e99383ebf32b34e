import path from 'node:path';

import written from '../mutation/parts.json' with { type: 'json' };
import { turbo } from './build.ts';
import { tryReadOnce } from './mutate-read-once.ts';
import { repositoryRoot } from './paths.ts';
import { UserError } from './user-error.ts';
import { packageCommand, runNode } from './run.ts';
import type { StopSignal } from './stop-signal.ts';

/** Code to mutate, and the tests that must detect it; paths from the folder. */
interface Part {
  folder: string;
  mutate: string[];
  tests: string[];
  /** Extra setup of this part's tests. */
  setup?: string[];
}
const parts: Partial<Record<string, Part>> = written;

/**
 * `npm run mutate -- <part> [file …]`: runs Stryker on the part's code and lists the mutants that survive the tests. It takes
 * minutes to hours; the latest report is in the package's `.cache/mutation.json`.
 * @param words.name a part of mutation/parts.json; `files` limits it to these files of its package
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
  // The API's constants are not tested again: each would start its database.
  if (code === 0 && part.folder !== 'apps/api') {
    process.stdout.write('Once more what runs as its file is read, written into the file:\n');
    await tryReadOnce(folder, name, stop);
  }
  return code;
}
