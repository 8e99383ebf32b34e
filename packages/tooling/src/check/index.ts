import path from 'node:path';

import { turbo } from '../build.ts';
import { repositoryRoot } from '../paths.ts';
import { UserError } from '../user-error.ts';
import { packageCommand, runNode } from '../run.ts';
import { Stopped, type StopSignal } from '../stop-signal.ts';
import { catalogueFaults } from './catalogue/index.ts';
import { commentPathFaults, documentPathFaults } from './document-paths.ts';
import unfinished from '../../plain-words.json' with { type: 'json' };
import { plainWordFaults } from './plain-words.ts';
import { schemaDrift } from './schema-drift.ts';

/** One part of `npm run check`; resolves with its faults, or nothing. */
interface Check {
  name: string;
  run: (stop: StopSignal) => Promise<string>;
}

const tooling = 'packages/tooling';
const config = (name: string): string => path.join(repositoryRoot, tooling, name);

/** A check that runs a command of an installed package; its output when it fails. */
function command(
  name: string,
  packageName: string,
  program: string,
  programArguments: string[],
  repair = '',
): Check {
  return {
    name,
    run: async (stop) => {
      const script = packageCommand(tooling, packageName, program);
      const { code, output } = await runNode(script, programArguments, { stop });
      if (code === 0) return '';
      return `${output.trim() || `${program} ended with ${String(code)}`}${repair}`;
    },
  };
}

const CHECKS: Check[] = [
  command('lint', 'oxlint', 'oxlint', []),
  command(
    'format',
    'oxfmt',
    'oxfmt',
    ['--list-different', '.'],
    '\nnpm run fix formats these files.',
  ),
  {
    name: 'types',
    run: async (stop) => {
      try {
        await turbo(['typecheck'], stop);
        return '';
      } catch (error) {
        if (error instanceof UserError) return error.message;
        throw error;
      }
    },
  },
  command('styles', 'stylelint', 'stylelint', [
    '--config',
    config('stylelint.config.mjs'),
    '--allow-empty-input',
    'apps/web/src/**/*.css',
  ]),
  command('imports', 'dependency-cruiser', 'depcruise', [
    '--config',
    config('dependency-cruiser.config.mjs'),
    '--output-type=err-long',
    'apps',
    'packages',
    'prisma',
  ]),
  command('unused code', 'knip', 'knip', ['--config', config('knip.json'), '--no-progress']),
  {
    name: 'catalogues',
    run: async () => (await catalogueFaults(repositoryRoot)).join('\n'),
  },
  {
    name: 'paths in documents',
    run: () =>
      Promise.resolve(
        [...documentPathFaults(repositoryRoot), ...commentPathFaults(repositoryRoot)].join('\n'),
      ),
  },
  {
    name: 'plain words',
    run: () => Promise.resolve(plainWordFaults(repositoryRoot, unfinished).join('\n')),
  },
  { name: 'schema drift', run: () => schemaDrift() },
  command('openapi', 'tsx', 'tsx', ['packages/contracts/openapi-lint.ts']),
];

export interface Tally {
  passed: number;
  failed: number;
}

/**
 * Runs the checks and prints one line for each, with its faults.
 * @param only names of checks or their beginnings; all when empty
 */
export async function checkAll(only: string[], stop: StopSignal): Promise<Tally> {
  const chosen = CHECKS.filter(
    ({ name }) => only.length === 0 || only.some((wanted) => name.startsWith(wanted)),
  );
  if (chosen.length === 0) {
    throw new UserError(
      `There is no such check. There are: ${CHECKS.map(({ name }) => name).join(', ')}.`,
    );
  }
  // Generates the Prisma client once, before the type checks.
  await turbo(['generate'], stop);
  const tally: Tally = { passed: 0, failed: 0 };
  const waiting = [...chosen];
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { name, run } = check;
      const begun = Date.now();
      const wrong = await run(stop).catch((error: unknown) => {
        if (error instanceof UserError) return error.message;
        throw error;
      });
      if (stop.asked.aborted) throw new Stopped();
      const seconds = ((Date.now() - begun) / 1000).toFixed(1);
      console.log(`${wrong === '' ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (wrong !== '') console.log(`${wrong}\n`);
      if (wrong === '') tally.passed += 1;
      else tally.failed += 1;
    }
  };
  // Most checks use one core, so two run in parallel, longest first.
  await Promise.all([lane(), lane()]);
  return tally;
}

/** `npm run check [-- name …]` */
export async function runChecks(only: string[], stop: StopSignal): Promise<number> {
  const tally = await checkAll(only, stop);
  console.log(`\n${String(tally.passed)} passed, ${String(tally.failed)} failed`);
  return tally.failed === 0 ? 0 : 1;
}
