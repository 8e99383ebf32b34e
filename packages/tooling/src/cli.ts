import { ServingPasswordError } from '@wasl/db/serving-role';

import { runAdmin } from './admin.ts';
import { runBuild } from './build.ts';
import { runChecks } from './check/index.ts';
import { fix } from './check/fix.ts';
import { dev } from './dev.ts';
import { fuzz } from './fuzz.ts';
import { mutate } from './mutate.ts';
import { errorText, UserError } from './user-error.ts';
import { proveParts } from './proof/index.ts';
import { start } from './start/index.ts';
import { work } from './start/worker.ts';
import { stopSignal, Stopped } from './stop-signal.ts';
import { runTests } from './test/index.ts';

const USAGE = `Usage: npm start [-- --seed-dir <folder>] | npm run worker | npm test | npm run check | npm run fix | npm run dev | npm run build | npm run mutate -- <part> | npm run proof:parts [-- <part>] | npm run fuzz [-- --calls <number> --seed <number>] | npm run sbom [-- --output <file>] | npm run admin -- <command>`;

/**
 * Runs one command and returns its exit code.
 * @param surroundings.isRunByNpm whether npm's shell is the parent, which does not forward signals
 */
export async function main(
  commandArguments: string[],
  surroundings: { isRunByNpm: boolean },
): Promise<number> {
  const [command, ...rest] = commandArguments;
  const stop = stopSignal(surroundings.isRunByNpm);
  try {
    switch (command) {
      case 'build':
        return await runBuild(stop);
      case 'start':
        return await start(rest, stop);
      case 'worker':
        return await work(stop);
      case 'dev':
        return await dev(stop);
      case 'check':
        return await runChecks(rest, stop);
      case 'fix':
        return await fix(stop);
      case 'test':
        return await runTests(rest, stop);
      case 'mutate':
        return await mutate(rest, stop);
      case 'sbom':
        // Loaded only for this command.
        return await (await import('./sbom.ts')).writeSbom(rest);
      case 'proof':
        return await proveParts(rest, stop);
      case 'fuzz':
        return await fuzz(rest, stop);
      case 'admin':
        return await runAdmin(rest, stop);
      default:
        console.error(USAGE);
        return 2;
    }
  } catch (error) {
    if (error instanceof Stopped) return 130;
    if (error instanceof UserError || error instanceof ServingPasswordError)
      console.error(`\n${error.message}`);
    else console.error(error instanceof Error ? (error.stack ?? errorText(error)) : error);
    return 1;
  }
}
