import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { turbo } from './build.ts';
import { repositoryRoot } from './paths.ts';
import { UserError } from './user-error.ts';
import { packageCommand, runNode } from './run.ts';
import type { StopSignal } from './stop-signal.ts';

/**
 * `npm run fuzz [-- --calls <number> --seed <number>]`: mutated valid calls of every endpoint, and 10,000 random forms
 * of the simulators. Prints the seed, and each call with a status of 500 or more.
 * @returns 1 if there is one, or a form with two results
 * @throws UserError for options that are no whole numbers
 */
export async function fuzz(words: string[], stop: StopSignal): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: { calls: { type: 'string' }, seed: { type: 'string' } },
  });
  const { calls = '20000', seed = String(randomInt(1_000_000_000)) } = values;
  if (!/^\d{1,9}$/.test(calls) || !/^\d{1,9}$/.test(seed))
    throw new UserError('Usage: npm run fuzz [-- --calls <number> --seed <number>]');
  await turbo(['generate'], stop);
  console.log(`npm run fuzz -- --calls ${calls} --seed ${seed}`);
  const { code } = await runNode(
    packageCommand('.', 'vitest', 'vitest'),
    ['run', 'mutated-bodies.test', 'simulations/public-rules.test', 'forms/account-less.test'],
    {
      cwd: repositoryRoot,
      env: { FUZZ_CALLS: calls, FUZZ_SEED: seed, RANDOM_FORMS: '10000' },
      isShown: true,
      stop,
    },
  );
  return code;
}
