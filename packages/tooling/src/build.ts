import { UserError } from './user-error.ts';
import { packageCommand, runNode } from './run.ts';
import type { StopSignal } from './stop-signal.ts';

/**
 * Runs tasks of turbo.json over the workspace, from its cache where nothing changed.
 * Quiet unless a task fails: then what that task printed is in the fault.
 */
export async function turbo(
  tasks: string[],
  stop: StopSignal,
  filters: string[] = [],
): Promise<void> {
  const { code, output } = await runNode(
    packageCommand('.', 'turbo'),
    [
      'run',
      ...tasks,
      ...filters.map((filter) => `--filter=${filter}`),
      '--output-logs=errors-only',
      '--continue=dependencies-successful',
      '--no-update-notifier',
    ],
    { stop },
  );
  if (code !== 0) throw new UserError(`${output.trim()}\n\nturbo run ${tasks.join(' ')} failed.`);
}

/** Builds the API and the web client (and generates the Prisma client before). */
export async function build(stop: StopSignal): Promise<void> {
  await turbo(['build'], stop, ['@wasl/api', '@wasl/web']);
}

/** `npm run build`: what a deployment runs, in apps/api/dist and apps/web/dist. */
export async function runBuild(stop: StopSignal): Promise<number> {
  console.log('Building …');
  await build(stop);
  console.log(
    'Built: apps/api/dist (server, seed, admin) and apps/web/dist (the client it serves).',
  );
  return 0;
}
