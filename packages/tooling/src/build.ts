import { UserError } from './user-error.ts';
import { packageCommand, runNode } from './run.ts';
import type { StopSignal } from './stop-signal.ts';

/**
 * Runs tasks of turbo.json over the workspace, cached where nothing changed. The output appears only in the fault of a
 * failed task.
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

/** Builds the API and the web client, after generating the Prisma client. */
export async function build(stop: StopSignal): Promise<void> {
  await turbo(['build'], stop, ['@wasl/api', '@wasl/web']);
}

/** `npm run build`: builds the deployment into apps/api/dist and apps/web/dist. */
export async function runBuild(stop: StopSignal): Promise<number> {
  console.log('Building …');
  await build(stop);
  console.log(
    'Built: apps/api/dist (server, seed, admin) and apps/web/dist (the client it serves).',
  );
  return 0;
}
